"""The same functions, written by somebody else."""

import bisect


def price(q: int) -> float:
    rate = 2.5 if q < 100 else 2.25
    return rate * q


def discount(q: int) -> float:
    if not q >= 0:
        raise ValueError("quantity " + str(q) + " is negative")
    share = 0.9 if q > 49 else 0.95 if q > 9 else 1.0
    return 8 * share * q


def tax(income: int) -> float:
    if income < 0:
        raise ValueError("negative income")
    owed = 0.0
    for begin, end, rate in [(12570, 50270, 0.2), (50270, 125140, 0.4), (125140, None, 0.45)]:
        if income > begin:
            owed += rate * ((income if end is None else min(income, end)) - begin)
    return owed


def taxclass(income: int) -> str:
    if income < 0:
        raise ValueError("negative income")
    rates = [0, 20, 40, 45]
    return f"{rates[bisect.bisect_left([12570, 50270, 125140], income)]}%"


def shipping(grams: int) -> float:
    if not 0 < grams < 31501:
        raise ValueError("nothing to send" if grams < 1 else "too heavy")
    for most, cost in ((500, 3.7), (1000, 4.9), (5000, 7.69)):
        if grams <= most:
            return cost
    return 7.69 + -(-(grams - 5000) // 1000) * 1.5


def clamp(n: int) -> int:
    if n < 0:
        return 0
    return 255 if n > 255 else n


def grade(score: int) -> str:
    if 0 <= score <= 100:
        return "A" if score > 89 else "F" if score < 50 else "B"
    raise ValueError("score %d out of range" % score)


def parking(minutes: int) -> float:
    if minutes <= -1:
        raise ValueError("left before it came")
    halves, rest = divmod(minutes, 30)
    return min(2.0 * (halves + (rest > 0)), 24.0)


def status(code: int) -> str:
    names = ["informational", "success", "redirection", "client error", "server error"]
    return names[code // 100 - 1] if 100 <= code < 600 else "unknown"


def fee(amount: int) -> float:
    return 5.0 if amount < 50 else amount * 0.1


def shelf(s: str) -> str:
    if not s or s[0] < "M":
        return "front"
    return "back"


def ticket(age: int, member: int) -> str:
    if age <= 5:
        return "free"
    return "full" if age < 65 and member != 1 else "reduced"
