"""Where does the behaviour of this function change? Boundary value analysis that finds the boundaries itself.

    >>> import autobva
    >>> def price(q: int) -> float:
    ...     return q * (2.5 if q < 100 else 2.25)
    >>> autobva.find(price, seed=7).boundaries[0].sentence
    'q 99 | 100: 2.5 · q → 2.25 · q'

`find` searches a callable, `explain` looks at one input, `diff` compares two versions, and `check` runs the boundaries
of a lock file again. `sweep` searches whole packages, on one machine or on a cluster. In tests, `boundaries` and
`examples` feed pytest and Hypothesis.
"""

from ._native import AutobvaError, __version__
from ._guard import Changes, check, diff
from ._result import Behaviour, Boundary, Result, Side
from ._search import Explanation, Neighbour, explain, find
from ._sweep import Sweep, sweep
from ._tests import boundaries, examples

__all__ = [
    "AutobvaError",
    "Behaviour",
    "Boundary",
    "Changes",
    "Explanation",
    "Neighbour",
    "Result",
    "Side",
    "Sweep",
    "__version__",
    "boundaries",
    "check",
    "diff",
    "examples",
    "explain",
    "find",
    "sweep",
]
