def f(n: int:
