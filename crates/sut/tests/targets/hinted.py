"""Functions whose code contains hints."""
import datetime
import decimal
import enum
import re

RATES = {"DE": 4.9, "FR": [7.5, 8]}
CODE = re.compile(r"^(SKU|ART)-\d{4}$")
SINCE = datetime.date(2024, 2, 29)
LIMIT = decimal.Decimal("50.00")
UNREAD = {"unread": 1}


class Color(enum.Enum):
    RED = "crimson"


class Order:
    MOST = 4096

    def sized(self, n: int):
        return self.checked(n) if n < Order.MOST else "large"

    def checked(self, n):
        return n == 555


def inner(n):
    return n == 73211


def shipping(country: str, weight: float = 2.5):
    """What it costs.

    >>> shipping("NL", 30)
    12
    The code is 'AT' or ``CH``, up to 31.5 kg.
    """
    near = lambda c: c in ("BE", "LU") or c == datetime.datetime.strptime("01.01.2000", "%d.%m.%Y")
    if near(country) or inner(weight) or country in RATES and CODE.match(country):
        return Color(country), SINCE, LIMIT
    raise ValueError("this country is not known")
