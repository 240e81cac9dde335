"""Boundaries as inputs of tests."""

from typing import Any, Callable, Dict, List, Optional, TypeVar

from ._callable import Described
from ._native import AutobvaError, __version__
from ._search import find

Test = TypeVar("Test", bound=Callable[..., Any])

# The budget is small because tests are collected often; the seed makes every worker of a run collect the same tests.
BUDGET: Dict[str, Any] = {"max_calls": 5000, "seed": 1}

# Where results are kept from one run of pytest to the next; the plugin sets it.
cache: Any = None


class Case:
    """An input on one side of a boundary."""

    def __init__(self, name: str, arguments: Dict[str, Any]) -> None:
        self.name, self.arguments = name, arguments


def cases(func: Callable[..., Any], **more: Any) -> List[Case]:
    """The inputs on both sides of every boundary, each once."""
    more = {**BUDGET, **more}
    told = kept(func, more)
    described = Described(func, more.get("args"), [])
    found: List[Case] = []
    values = described.arguments([one["input"] for one in told]) if told else []
    for one, arguments in zip(told, values):
        if arguments is not None:
            found.append(Case(one["name"], arguments))
    return found


def kept(func: Callable[..., Any], more: Dict[str, Any]) -> List[Dict[str, Any]]:
    """The inputs as texts: those of the last run, if neither the function's module nor the settings have changed."""
    key = _key(func, more)
    known = cache.get(key, None) if cache is not None and key else None
    if known is None:
        known, seen = [], set()
        for boundary in find(func, **more).boundaries:
            for side in (boundary.left, boundary.right):
                if side.input not in seen:
                    seen.add(side.input)
                    name = "b%d %s" % (boundary.id, ", ".join(side.input))
                    known.append({"name": name, "input": list(side.input)})
        if cache is not None and key:
            cache.set(key, known)
    return list(known)


def _key(func: Callable[..., Any], more: Dict[str, Any]) -> Optional[str]:
    """A key for everything that a result is known to depend on; None if there is no source file."""
    import hashlib
    import inspect

    try:
        with open(inspect.getsourcefile(func) or "", "rb") as file:
            source = file.read()
    except (TypeError, OSError):
        return None
    name = "%s:%s" % (getattr(func, "__module__", ""), getattr(func, "__qualname__", repr(func)))
    parts = [source, name.encode(), repr(sorted(more.items())).encode(), __version__.encode()]
    return "autobva/" + hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]


def boundaries(func: Callable[..., Any], **more: Any) -> Callable[[Test], Test]:
    """Parametrises a test with the inputs on both sides of every boundary of a function.

        @autobva.boundaries(price)
        def test_price_is_never_negative(q):
            assert price(q) >= 0

    The test takes the arguments of the function by their names, and fixtures besides. `more` is what `find` takes;
    without a budget, 5,000 calls are made, only once: pytest's cache keeps the findings until the module changes.
    """
    try:
        import pytest
    except ImportError:
        raise AutobvaError("pytest is not installed; install it to use boundaries") from None
    mark: Callable[[Test], Test] = pytest.mark.autobva_boundaries(func, more)
    return mark


def examples(func: Callable[..., Any], **more: Any) -> Callable[[Test], Test]:
    """Gives a property test of Hypothesis the inputs on both sides of every boundary of a function as examples.

        @autobva.examples(price)
        @given(q=st.integers())
        def test_price_is_never_negative(q):
            assert price(q) >= 0
    """
    try:
        from hypothesis import example
    except ImportError:
        raise AutobvaError("Hypothesis is not installed; install it to use examples") from None

    def decorated(test: Test) -> Test:
        for case in reversed(cases(func, **more)):
            test = example(**case.arguments)(test)
        return test

    return decorated
