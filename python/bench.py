"""How fast calls are made: a search beside a bare loop over the same inputs that makes the same texts.

    python python/bench.py        the package must be installed, from a wheel that is optimised
"""

import subprocess
import sys
import time
from typing import Any, Callable, List

# The folder of this file contains the package without its native half; import the installed one instead.
sys.path.pop(0)

import autobva
from autobva._callable import Described
from autobva._native import pickled


def trivial(n: int) -> int:
    return n


def price(q: int) -> float:
    return q * (2.5 if q < 100 else 2.25)


def microseconds(n: int) -> int:
    """About 2 µs of work."""
    total = 0
    for digit in range(WORK):
        total += digit
    return n + total


WORK = 10
ROUNDS = 5


def calibrate() -> None:
    """Chooses how much work takes 2 µs here."""
    global WORK
    while best(lambda: [microseconds(7) for _ in range(2000)]) / 2000 < 2e-6:
        WORK += 1


def best(work: Callable[[], Any]) -> float:
    """The shortest processor time of some rounds; a search has one thread, and other programs may be running."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def inputs_of(func: Callable[..., Any], **settings: Any) -> List[int]:
    """The inputs with which a search calls a function."""
    seen: List[int] = []

    def noted(n: int) -> Any:
        seen.append(n)
        return func(n)

    autobva.find(noted, **settings)
    return seen


def measure(func: Callable[..., Any], **settings: Any) -> None:
    settings = {"seed": 7, "hints": False, **settings}
    inputs = inputs_of(func, **settings)
    bare = len(inputs) / best(lambda: [str(func(n)) for n in inputs])
    calls = autobva.find(func, **settings).calls
    search = calls / best(lambda: autobva.find(func, **settings))
    # Calls without a search: values are made, the function is called, texts are packed.
    described = Described(func, None, [])
    described.within.begin()
    body = pickled(described.within.hello, [], [[str(n)] for n in inputs])
    way = len(inputs) / best(lambda: described.within.call(body, len(inputs)))
    described.within.end()
    print(
        "%-12s %7d calls   bare loop %9.0f/s   find %9.0f/s = %.2f of it   calls alone %9.0f/s = %.2f"
        % (func.__name__, calls, bare, search, search / bare, way, way / bare)
    )


def importing() -> float:
    code = "import time; t = time.perf_counter(); import autobva; print(time.perf_counter() - t)"
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(ROUNDS))


if __name__ == "__main__":
    calibrate()
    for func in (trivial, price, microseconds):
        measure(func)
        measure(func, max_calls=100_000)
    print("import autobva: %.0f ms" % (1000 * importing()))
