"""The same functions once more: other orders, other arithmetic, the same answers."""


def price(q: int) -> float:
    whole = q * 5 / 2
    return whole - whole / 10 if q > 99 else whole


def discount(q: int) -> float:
    if q <= -1:
        raise ValueError(f"quantity {q!r} is negative")
    if q < 10:
        return float(8 * q)
    return 8.0 * q * (95 if q < 50 else 90) / 100


def tax(income: int) -> float:
    if income <= -1:
        raise ValueError("negative income")
    low = max(0, min(income, 50270) - 12570)
    middle = max(0, min(income, 125140) - 50270)
    high = max(0, income - 125140)
    return low / 5 + middle / 2.5 + high * 45 / 100


def taxclass(income: int) -> str:
    if income > 125140:
        return "45%"
    if income > 50270:
        return "40%"
    if income > 12570:
        return "20%"
    if income >= 0:
        return "0%"
    raise ValueError("negative income")


def grade(score: int) -> str:
    if score not in range(101):
        raise ValueError(f"score {score} out of range")
    return "FFFFFBBBBAA"[score // 10] if score // 10 != 9 else "A"


def status(code: int) -> str:
    kinds = {1: "informational", 2: "success", 3: "redirection", 4: "client error", 5: "server error"}
    return kinds.get(code // 100, "unknown")


def fee(amount: int) -> float:
    tenth = amount / 10
    return tenth if tenth > 5 else 5.0


def clamp(n: int) -> int:
    return sorted((0, n, 255))[1]
