"""Functions with every annotation that is understood, and some that are not."""
import enum
import os
import sys
import types
from dataclasses import InitVar, dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, Dict, FrozenSet, List, Literal, NamedTuple, NewType, Optional, Sequence, Set, Tuple, Union
from uuid import UUID

try:
    from typing import TypedDict
except ImportError:
    pass


class Color(enum.Enum):
    RED = "r"
    GREEN = "g"


@dataclass
class Item:
    qty: int
    price: Decimal = Decimal("9.90")
    home: Path = Path(".")
    owner: object = None
    scale: InitVar[int] = 1

    def __post_init__(self, scale):
        if self.qty < 1:
            raise ValueError("no quantity")


class Point(NamedTuple):
    x: int
    y: float = 0.5


class Order(TypedDict):
    items: List[Item]
    note: "str"


class Parcel(TypedDict, total=False):
    width: int
    until: date


@dataclass
class Node:
    value: int
    next: Optional["Node"] = None


@dataclass
class Tree:
    kids: List["Tree"]


class Shop:
    class Item(enum.Enum):
        PEN = 1


Number = NewType("Number", int)


def shown(value):
    """A text that is the same for every version of Python."""
    return repr(sorted(value) if isinstance(value, (set, frozenset)) else value)


def lists(a: List[int], b: Tuple[int, str], c: Tuple[float, ...], d: Dict[str, date], e: Set[int], f: FrozenSet[str], g: Sequence[Optional[int]]):
    return ", ".join(map(shown, [a, b, c, d, e, f, g])) + " " + type(f).__name__


def unions(a: Optional[int], b: Union[int, str], c: Literal["x", 3, None], d: Color, e: Literal[Color.RED, "y"]):
    return [a, b, c, d, e]


def leaves(a: date, b: datetime, c: time, d: timedelta, e: Decimal, f: Fraction, g: bytes, h: Path, i: UUID, j: Number):
    return [a, b, c, d, e, f, g, h, i, j]


def classes(a: Point, b: Order, c: Item, d: Node):
    return [a, b, c, d]


def paths(a: List[Path], b: Dict[str, Path], c: Tuple[Path, int], d: Optional[Path], e: Union[os.PathLike, int]):
    return [a, b, c, d, e]


def twins(a: Item, b: Shop.Item):
    return [a.qty, b]


def defaults(a=(1, 2), b=Color.GREEN, c=Decimal("1.50"), d=Path("a/b"), e: Optional[int] = None, f: Item = Item(2),
             g: timedelta = timedelta(microseconds=-1), h: Literal["x", "y"] = "y", i: Set[str] = frozenset("ba"), j=None, k=object()):
    return a


class Bound:
    """Stands in for the classes of annotated_types: Ge, Lt, Len and so on."""

    def __init__(self, **bounds):
        self.__dict__.update(bounds)


class Annotated:
    """Stands in for typing.Annotated, which Python 3.8 does not have."""

    def __init__(self, origin, *metadata):
        self.__origin__, self.__metadata__ = origin, metadata

    def __call__(self):
        """Makes typing accept it as a type."""


def bounded(a: Annotated(int, Bound(ge=1), Bound(lt=10)), b: Annotated(float, Bound(ge=0, le=1)), c: Annotated(List[int], Bound(min_length=1, max_length=4)),
            d: Annotated(Optional[int], Bound(gt=2)), e: Annotated(str, Bound(max_length=3)), f: Annotated(date, Bound(ge=date(2020, 1, 1)))):
    return a


class Model:
    """Looks like a model of pydantic."""

    def __init__(self, n, called):
        if n == 5:
            raise ValueError("not five")
        self.n, self.name = n, called

    def __repr__(self):
        return "Model(%r, %r)" % (self.n, self.name)


Model.__pydantic_fields__ = {
    "n": types.SimpleNamespace(annotation=int, metadata=[Bound(ge=1), Bound(le=9)], alias=None, validation_alias=None, is_required=lambda: True),
    "name": types.SimpleNamespace(annotation=Optional[str], metadata=[], alias="called", validation_alias=None, is_required=lambda: True),
}

sys.modules.setdefault("attr", types.SimpleNamespace(NOTHING=object()))


class Attrs:
    """Looks like a class of attrs."""

    _size: int

    def __init__(self, size, rest=7):
        self._size, self.rest = size, rest

    def __repr__(self):
        return "Attrs(%r)" % self._size


Attrs.__attrs_attrs__ = (
    types.SimpleNamespace(name="_size", type=int, init=True, default=sys.modules["attr"].NOTHING),
    types.SimpleNamespace(name="rest", type=object, init=True, default=7),
)


def models(m: Model, a: Attrs):
    return [m, a]


class Connection:
    pass


def save(c: Connection, n: int):
    return n


def tree(t: Tree):
    return t


def deep(x: "%sint%s" % ("List[" * 40, "]" * 40)):
    return x


def calls(f: Callable[[int], int]):
    return f


def unknown(x: "Nowhere"):
    return x


def bad(x: 5):
    return x


def keys(d: Dict[int, str]):
    return d


def bare(xs: list):
    return xs


def anything(x: Any):
    return x


def hollow(x: Annotated(int, Bound(ge=5, le=1))):
    return x


def parcels(p: Parcel):
    return sorted(p.items())
