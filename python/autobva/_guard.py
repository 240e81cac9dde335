"""Lock files and comparisons."""

import os
import sys
from os import PathLike
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Union

from ._callable import Args, Described, Values, named_values
from ._native import AutobvaError, diff_callables
from ._result import terminal_width
from ._search import settings

if TYPE_CHECKING:
    import subprocess

Place = Union[str, "PathLike[str]"]


class Changes:
    """What became of boundaries, as `autobva check` and `autobva diff` report it (schema autobva-changes/1)."""

    def __init__(self, told: Dict[str, Any], text: Optional[str] = None) -> None:
        self._told, self._text = told, text

    @property
    def changed(self) -> bool:
        """Whether anything changed."""
        return bool(self._told["changed"])

    @property
    def faults(self) -> List[Dict[str, str]]:
        """The targets that could not be run, and why."""
        return list(self._told.get("faults", ()))

    @property
    def boundaries(self) -> List[Dict[str, Any]]:
        """What became of each boundary, including those that stayed the same."""
        return list(self._told["boundaries"])

    def to_dict(self) -> Dict[str, Any]:
        """What `--format json` writes."""
        return self._told

    def __bool__(self) -> bool:
        return self.changed or bool(self.faults)

    def __repr__(self) -> str:
        if self._text is not None:
            return self._text.rstrip("\n")
        lines = ["%s: %s" % (fault["target"], fault["message"]) for fault in self.faults]
        lines += [told(one) for one in self.boundaries if one["change"] != "same"]
        return "\n".join(lines) or "nothing changed: %d boundaries" % len(self.boundaries)


def told(one: Mapping[str, Any]) -> str:
    """What became of a boundary, in words: a sentence, then what was there and what is there now."""
    was, now = one["boundary"], one.get("now")
    lines = ["%s: %s: %s" % (one["target"], one["change"], one.get("sentence") or _pair(was))]
    lines.append("  was  %s" % _both(was))
    if now:
        lines.append("  now  %s" % _both(now))
    return "\n".join(lines)


def _pair(pair: Mapping[str, Any]) -> str:
    return " | ".join(", ".join(pair[side]["input"]) for side in ("left", "right"))


def _both(pair: Mapping[str, Any]) -> str:
    return "   |   ".join(_side(pair[side]) for side in ("left", "right"))


def _side(side: Mapping[str, Any]) -> str:
    mark = "" if side["validity"] == "valid" else "✗ %s: " % side["type"]
    return "(%s) → %s%s" % (", ".join(side["input"]), mark, side["output"])


def command(*words: Place, cwd: Optional[Place] = None) -> "subprocess.CompletedProcess[str]":
    """Runs a command of autobva with this interpreter, which Python targets use, too."""
    import subprocess

    bin = os.path.dirname(os.path.abspath(sys.executable))
    environment = dict(os.environ, PATH=os.pathsep.join([bin, os.environ.get("PATH", os.defpath)]))
    line = [sys.executable, "-m", "autobva", *(os.fspath(word) for word in words)]
    return subprocess.run(
        line, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL
    )


def _changes(done: "subprocess.CompletedProcess[str]") -> Changes:
    import json

    if not done.stdout.startswith("{"):
        message = done.stderr.strip().rpartition("error: ")[2]
        raise AutobvaError(message or "the command ended with exit code %d" % done.returncode)
    return Changes(json.loads(done.stdout))


def check(lock: Place = "autobva.lock.toml", *, search: bool = False, accept: bool = False) -> Changes:
    """Runs the boundaries of a lock file again, in processes of their own.

    The result is true if anything changed or a target could not be run. `search` looks for new boundaries, too, and
    `accept` writes what changed into the lock file. Paths in the file are relative to its folder.
    """
    options = ["--search"] * search + ["--accept"] * accept
    folder, file = os.path.split(os.path.abspath(os.fspath(lock)))
    if not os.path.isdir(folder):
        raise AutobvaError("there is no folder %s; check the path" % folder)
    return _changes(command("check", "--lock", file, "--format", "json", *options, cwd=folder))


def diff(
    old: Union[Callable[..., Any], Place],
    new: Union[Callable[..., Any], Place],
    *,
    args: Args = None,
    max_calls: Optional[int] = None,
    max_time: Optional[float] = None,
    seed: Optional[int] = 1,
    hints: bool = True,
    fix: Values = None,
    seed_values: Values = None,
) -> Changes:
    """Tells how the boundaries of two functions differ, or those of what `autobva diff` takes: campaigns, lock files,
    targets by name. The result is true if anything differs.

    Functions run in this process, as with `find`: what is found on one is run on the other.
    """
    if callable(old) and callable(new):
        import json

        asked = settings(max_calls, max_time, None, seed, hints, True, fix, seed_values)
        both = [Described(function, args, asked["seed_values"]) for function in (old, new)]
        asked["declarations"] = both[0].declarations
        name = " → ".join(described.shown for described in both)
        found = diff_callables(both[0].within, both[1].within, name, asked)
        return Changes(json.loads(found.json()), found.text(terminal_width(), False))
    if callable(old) or callable(new):
        raise AutobvaError("a function is compared with a function, a file with a file or a target; give two of a kind")
    words: List[Place] = ["diff", old, new, "--format", "json"]
    for option, value in (("--max-calls", max_calls), ("--max-time", max_time), ("--seed", seed)):
        if value is not None and not (option == "--seed" and os.path.isfile(new)):
            words += [option, str(value)]
    for option, values in (("--fix", named_values(fix)), ("--seed-value", named_values(seed_values))):
        words += [option + "=" + value for value in values]
    return _changes(command(*words))
