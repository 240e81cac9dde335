"""Well-behaved functions for the tests of the Python adapter."""
import enum
from typing import Literal, Optional


def discount(n: int) -> str:
    print("hello from the target")
    if n < 0:
        raise ValueError("negative")
    return "big" if n >= 1000 else "small"


class Color(enum.Enum):
    RED = "r"
    GREEN = "g"


class Size(enum.IntEnum):
    S = 1
    M = 2


class Account:
    def __init__(self, balance: int = 10):
        self.balance = balance

    def withdraw(self, amount: int) -> int:
        self.balance -= amount
        return self.balance

    @staticmethod
    def double(n: int) -> int:
        return 2 * n

    @classmethod
    def named(cls, name: str) -> str:
        return cls.__name__ + name


class Needy:
    def __init__(self, x):
        pass

    def f(self, n: int):
        return n


def kinds(a: "int", b: Optional[bool], c: Literal["x", "y"], d: Color, e: Size, f: float = 1.5, g="text", h=None, *, k: bool = True):
    return [a, b, c, d, e, f, g, h, k]


def untyped(n, m):
    return n


def odd(n: Account):
    return n


def echo(n: int) -> int:
    return n


def text(s: str) -> str:
    return s


def number(x: float) -> float:
    return x


def returned(n: int):
    return ValueError("n is %d" % n)


def thing(n: int):
    return object()


def lone(n: int):
    return "\ud800" + '"\\\n é 🦀'


async def later(n: int):
    return n + 1


def mixed(n: int):
    """Every kind of outcome in turn."""
    if n % 5 == 0:
        raise ValueError(n)
    return [None, n, str(n), "two\nlines", float(n)][n % 5]
