"""Everyday functions of a shop; the tests change them by one token at a time."""


def price(q: int) -> float:
    if q >= 100:
        return q * 2.25
    return q * 2.5


def discount(q: int) -> float:
    if q < 0:
        raise ValueError(f"quantity {q} is negative")
    if q >= 50:
        return q * 8 * 0.9
    if q >= 10:
        return q * 8 * 0.95
    return q * 8.0


def tax(income: int) -> float:
    if income < 0:
        raise ValueError("negative income")
    if income <= 12570:
        return 0.0
    if income <= 50270:
        return 0.2 * (income - 12570)
    if income <= 125140:
        return 7540.0 + 0.4 * (income - 50270)
    return 37488.0 + 0.45 * (income - 125140)


def taxclass(income: int) -> str:
    if income < 0:
        raise ValueError("negative income")
    if income <= 12570:
        return "0%"
    if income <= 50270:
        return "20%"
    if income <= 125140:
        return "40%"
    return "45%"


def shipping(grams: int) -> float:
    if grams <= 0:
        raise ValueError("nothing to send")
    if grams <= 500:
        return 3.7
    if grams <= 1000:
        return 4.9
    if grams <= 5000:
        return 7.69
    if grams <= 31500:
        return 7.69 + 1.5 * ((grams - 5000 + 999) // 1000)
    raise ValueError("too heavy")


def clamp(n: int) -> int:
    return max(0, min(255, n))


def grade(score: int) -> str:
    if score < 0 or score > 100:
        raise ValueError(f"score {score} out of range")
    if score >= 90:
        return "A"
    if score >= 50:
        return "B"
    return "F"


def parking(minutes: int) -> float:
    if minutes < 0:
        raise ValueError("left before it came")
    return min(24.0, 2.0 * ((minutes + 29) // 30))


def status(code: int) -> str:
    if code < 100 or code > 599:
        return "unknown"
    if code < 200:
        return "informational"
    if code < 300:
        return "success"
    if code < 400:
        return "redirection"
    if code < 500:
        return "client error"
    return "server error"


def fee(amount: int) -> float:
    return max(5.0, 0.1 * amount)


def shelf(s: str) -> str:
    return "front" if s[:1] < "M" else "back"


def ticket(age: int, member: int) -> str:
    if age < 6:
        return "free"
    if age >= 65 or member == 1:
        return "reduced"
    return "full"
