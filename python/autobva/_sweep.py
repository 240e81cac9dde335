"""Sweeps: the boundaries of whole packages, on this machine or with any executor."""

import os
import sys
from os import PathLike
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Union

from ._native import AutobvaError

if TYPE_CHECKING:
    from concurrent.futures import Executor

Place = Union[str, "PathLike[str]"]


class Sweep:
    """The result of a sweep, as `autobva sweep --format json` writes it (schema autobva-sweep/1)."""

    def __init__(self, told: Dict[str, Any]) -> None:
        self._told = told

    @property
    def functions(self) -> List[Dict[str, Any]]:
        """The functions, the most surprising first, each with its `boundaries` and `surprises`."""
        return list(self._told["functions"])

    @property
    def left_out(self) -> List[Dict[str, str]]:
        """What was not run, and why."""
        return list(self._told["plan"]["left_out"])

    @property
    def totals(self) -> Dict[str, int]:
        """The totals over all functions."""
        return dict(self._told["totals"])

    def to_dict(self) -> Dict[str, Any]:
        """What `--format json` writes."""
        return self._told

    def __repr__(self) -> str:
        totals = self.totals
        return "%d functions searched, %d with boundaries: %d boundaries" % (
            totals["searched"], totals["with_boundaries"], totals["boundaries"])


def sweep(
    *targets: Place,
    out: Place = ".autobva/sweep",
    per_function: Union[int, float, str] = "2s",
    seed: int = 1,
    jobs: Optional[int] = None,
    resume: bool = False,
    allow: Sequence[str] = (),
    deny: Sequence[str] = (),
    shard: Optional[str] = None,
    executor: "Optional[Executor]" = None,
    on: Optional[str] = None,
    progress: bool = False,
) -> Sweep:
    """Finds the boundaries of all functions of packages, modules, folders and files, as `autobva sweep` does.

    **A sweep runs code**: it imports modules, and calls functions thousands of times, each in processes of its own.

    per_function: the budget of each function: calls (5000), or a time ("2s"); with calls, the result can be repeated
    out:          the folder of the sweep; `resume` continues the sweep in it, and needs no `targets`
    executor:     any executor of concurrent.futures, such as Dask's `client.get_executor()`, to use instead of this
                  machine; it must be able to import autobva and the code under test
    on:           "ray", or "ray://HOST:PORT"
    """
    import json
    import subprocess
    import tempfile

    if executor is not None and on is not None:
        raise AutobvaError("executor and on are two engines; give one of them")
    words: List[str] = ["--out", os.fspath(out), "--format", "json"]
    words += ["--per-function", str(per_function), "--seed", str(seed)] if not resume else ["--resume"]
    words += [] if progress else ["--quiet"]
    for option, value in (("--jobs", jobs), ("--shard", shard), ("--on", "-" if executor is not None else on)):
        words += [option, str(value)] if value is not None else []
    for option, values in (("--allow", allow), ("--deny", deny)):
        for value in values:
            words += [option, value]
    words += ["--", *(os.fspath(target) for target in targets)]
    with tempfile.TemporaryDirectory(prefix="autobva") as place:
        result = os.path.join(place, "sweep.json")
        bin = os.path.dirname(os.path.abspath(sys.executable))
        environment = dict(os.environ, PATH=os.pathsep.join([bin, os.environ.get("PATH", os.defpath)]))
        pipe = subprocess.PIPE if executor is not None else subprocess.DEVNULL
        with open(os.path.join(place, "said"), "w+", encoding="utf-8", errors="replace") as said:
            child = subprocess.Popen(
                [sys.executable, "-m", "autobva", "sweep", "-o", result, *words], env=environment, encoding="utf-8",
                stdin=pipe, stdout=pipe, stderr=None if progress else said,
            )
            try:
                if executor is not None and child.stdin and child.stdout:
                    from ._engine import drive

                    drive(executor, iter(child.stdout.readline, ""), child.stdin, os.getcwd())
                    child.stdin.close()
                code = child.wait()
            finally:
                child.kill()
                child.wait()
            said.seek(0)
            message = said.read().strip().rpartition("error: ")[2]
        if code or not os.path.exists(result):
            raise AutobvaError(message or "the sweep ended with exit code %d" % code)
        with open(result, encoding="utf-8") as file:
            return Sweep(json.load(file))
