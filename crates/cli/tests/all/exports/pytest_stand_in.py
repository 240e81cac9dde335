"""Stands in for pytest where it is not installed: as much of it as exported tests use."""

import collections
import contextlib
import pathlib
import runpy
import sys
import types

Param = collections.namedtuple("Param", "values id marks")
Mark = collections.namedtuple("Mark", "kind reason raises")


def param(*values, id, marks=None):
    return Param(values, id, marks)


def parametrize(_names, rows):
    def marked(function):
        function.rows = rows
        return function

    return marked


def skip(*, reason):
    return Mark("skip", reason, None)


def xfail(*, raises, strict, reason):
    assert strict
    return Mark("xfail", reason, raises)


@contextlib.contextmanager
def raises(expected):
    caught = types.SimpleNamespace()
    try:
        yield caught
    except expected as error:
        caught.type, caught.value = type(error), error
    else:
        raise AssertionError("DID NOT RAISE")


def run(function, row):
    kind = row.marks.kind if row.marks else None
    if kind == "skip":
        return "skipped", row.marks.reason
    try:
        function(*row.values)
    except Exception as error:
        if kind == "xfail" and isinstance(error, row.marks.raises):
            return "xfailed", row.marks.reason
        return "failed", repr(error)
    return ("failed", "XPASS(strict)") if kind == "xfail" else ("passed", "")


def main(folder):
    sys.modules["pytest"] = types.SimpleNamespace(
        param=param, raises=raises, mark=types.SimpleNamespace(parametrize=parametrize, skip=skip, xfail=xfail)
    )
    counts = collections.Counter()
    for path in sorted(pathlib.Path(folder).resolve().rglob("test_*.py")):
        found = runpy.run_path(str(path))
        for name in [name for name in found if name.startswith("test_")]:
            for row in found[name].rows:
                outcome, why = run(found[name], row)
                counts[outcome] += 1
                print(f"{name}[{row.id}] {outcome.upper()} {why}")
    outcomes = ["failed", "passed", "skipped", "xfailed"]
    print(", ".join(f"{counts[outcome]} {outcome}" for outcome in outcomes if counts[outcome]))
    sys.exit(1 if counts["failed"] else 0)


main(next((word for word in sys.argv[1:] if not word.startswith("-")), "."))
