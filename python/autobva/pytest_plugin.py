"""The plugin for pytest: it collects lock files as tests, and parametrises tests that have `@autobva.boundaries`."""

import os
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

import pytest

LOCK = ".lock.toml"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("autobva")
    group.addoption(
        "--autobva-update", action="store_true", help="accept boundaries that changed: write them into the lock file"
    )
    group.addoption("--no-autobva", action="store_true", help="collect no lock files of autobva")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "autobva_boundaries(func, settings): inputs on both sides of every boundary of func")
    from . import _tests

    _tests.cache = getattr(config, "cache", None)


def pytest_unconfigure() -> None:
    from . import _tests

    _tests.cache = None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "Optional[LockFile]":
    is_lock = file_path.name.startswith("autobva") and file_path.name.endswith(LOCK)
    if not is_lock or parent.config.getoption("--no-autobva"):
        return None
    return LockFile.from_parent(parent, path=file_path)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for mark in metafunc.definition.iter_markers("autobva_boundaries"):
        from ._tests import cases

        func, more = mark.args
        found = cases(func, **more)
        if not found:
            from ._callable import Described

            names = [row.name for row in Described(func, more.get("args"), []).within.rows]
        else:
            names = list(found[0].arguments)
        taken = [name for name in names if name in metafunc.fixturenames]
        if not taken:
            told = ", ".join(names)
            raise pytest.UsageError("%s takes none of the arguments of the function: %s" % (metafunc.definition.nodeid, told))
        values = [[case.arguments[name] for name in taken] for case in found]
        metafunc.parametrize(taken, values, ids=[case.name for case in found])


class LockFile(pytest.File):
    """A lock file, with a test for each boundary that it guards."""

    def collect(self) -> "Iterator[GuardedBoundary]":
        from ._native import AutobvaError, guarded

        try:
            targets = guarded(self.path)
        except AutobvaError as error:
            raise self.CollectError(str(error)) from None
        seen: Dict[str, int] = {}
        for at, (target, lines) in enumerate(targets):
            for number, line in enumerate(lines):
                name = "%s: %s" % (target, line)
                seen[name] = seen.get(name, 0) + 1
                name += " (%d)" % seen[name] if seen[name] > 1 else ""
                yield GuardedBoundary.from_parent(self, name=name, place=(at, number))

    def verdicts(self) -> Dict[Tuple[int, int], Any]:
        """What became of every boundary, or why its target cannot be run. All are checked together, and only once."""
        if not hasattr(self, "_verdicts"):
            from ._guard import check
            from ._native import guarded

            targets = guarded(self.path)
            accept = self.config.getoption("--autobva-update")
            changes = check(self.path, accept=accept)
            faults = {fault["target"]: fault["message"] for fault in changes.faults}
            told, found = iter(changes.boundaries), {}
            for at, (target, lines) in enumerate(targets):
                for number in range(len(lines)):
                    found[at, number] = faults[target] if target in faults else next(told)
            self._verdicts = found
        return self._verdicts


class Changed(Exception):
    """A boundary that is not as it was accepted."""


class GuardedBoundary(pytest.Item):
    """A test that a boundary is still as it was accepted."""

    def __init__(self, *, place: Tuple[int, int], **more: Any) -> None:
        super().__init__(**more)
        self.place = place

    def runtest(self) -> None:
        from ._guard import told

        file = self.parent
        assert isinstance(file, LockFile)
        verdict = file.verdicts()[self.place]
        if isinstance(verdict, str):
            raise Changed("the target cannot be run: %s" % verdict)
        if verdict["change"] == "flaky":
            pytest.skip("the function answers differently each time: %s" % told(verdict))
        if verdict["change"] != "same" and not self.config.getoption("--autobva-update"):
            raise Changed(
                "a boundary is not as it was accepted in %s\n%s\npytest --autobva-update accepts it"
                % (os.path.basename(file.path), told(verdict))
            )

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, Changed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Tuple[Path, Optional[int], str]:
        return self.path, None, self.name


def pytest_report_header(config: pytest.Config) -> List[str]:
    update = config.getoption("--autobva-update")
    return ["autobva: boundaries that changed are accepted"] if update else []
