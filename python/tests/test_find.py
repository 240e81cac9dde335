"""Searches within the process of the caller."""

import dataclasses
import datetime
import enum
import functools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from typing import List, Literal

import pytest

import autobva


def price(q: int) -> float:
    return q * (2.5 if q < 100 else 2.25)


def len_of(s: str) -> int:
    return len(s)


def sentences(result):
    return [boundary.sentence for boundary in result.boundaries]


def test_a_function():
    result = autobva.find(price, seed=7)
    assert sentences(result) == ["q 99 | 100: 2.5 · q → 2.25 · q"]
    boundary = result.boundaries[0]
    assert (boundary.id, boundary.kind, boundary.argument, boundary.flaky) == (1, "jump", "q", False)
    assert boundary.left.arguments == {"q": 99} and boundary.right.arguments == {"q": 100}
    assert (boundary.left.output, boundary.right.output, boundary.left.type) == ("247.5", "225.0", "float")
    assert [behaviour.text for behaviour in result.behaviours] == ["2.5 · q", "2.25 · q"]
    assert repr(result) == str(result)
    assert str(result).startswith("price(q: int): 2 behaviours, 1 boundary\n")


def test_lambdas_closures_methods_partials_classes_and_builtins():
    limit = 18

    class Door:
        def __init__(self, age: int):
            self.age = age
            if age < limit:
                raise ValueError("too young")

        def __str__(self):
            return "open"

        def opens(self, age: int) -> bool:
            return age >= self.age

        def __call__(self, age: int) -> bool:
            return age >= self.age

    many = [
        (lambda n: n >= limit, {"n": "int"}),
        (lambda n: n >= limit, {"n": int}),
        (lambda n: n >= limit, {"n": range(131)}),
        (Door(18).opens, None),
        (Door(18), None),
        (functools.partial(lambda least, n: n >= least, 18), ["n:int"]),
        (Door, None),
    ]
    for func, args in many:
        result = autobva.find(func, args=args, seed=1, max_calls=3000)
        pairs = [(b.left.input, b.right.input) for b in result.boundaries]
        assert (("17",), ("18",)) in pairs, func
    result = autobva.find(datetime.date, args={"year": "int", "month": "int", "day": "int"}, seed=1, max_calls=20000)
    assert any("year" in sentence and "9999" in sentence for sentence in sentences(result))


def test_the_same_as_the_command(tmp_path):
    """The JSON is that of `find --format json`, and the search is the same one."""
    (tmp_path / "shop.py").write_text(
        "def price(q: int) -> float:\n    return q * (2.5 if q < 100 else 2.25)\n", encoding="utf-8"
    )
    line = [sys.executable, "-m", "autobva", "find", "shop.py:price", "--format", "json", "--seed", "3", "--no-campaign"]
    line += ["--max-calls", "2000", "--jobs", "1", "--python", sys.executable]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    commanded = json.loads(done.stdout)
    found = autobva.find(price, seed=3, max_calls=2000).to_dict()
    for told in (commanded, found):
        del told["run"]["elapsed_ms"], told["target"]["name"]
    assert found == commanded


def test_it_runs_on_the_calling_thread():
    threads = set()

    def note(n: int) -> int:
        threads.add(threading.get_ident())
        return n

    autobva.find(note, max_calls=500)
    assert threads == {threading.get_ident()}
    done = []

    def elsewhere():
        threads.clear()
        autobva.find(note, max_calls=500)
        done.append(threads == {threading.get_ident()})

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert done == [True]


def test_other_threads_go_on_meanwhile():
    ticks, over = [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    # With this many calls, the search takes all of its time.
    autobva.find(price, max_calls=10**9, max_time=0.3)
    over.set()
    thread.join()
    assert len(ticks) > 10


def test_exceptions_are_outcomes():
    class Odd(BaseException):
        pass

    def fussy(n: int) -> int:
        if n < 0:
            raise ValueError("negative")
        if n > 1000:
            raise SystemExit(3)
        if n > 500:
            raise Odd("odd")
        if n == 400:
            raise KeyboardInterrupt
        return n

    result = autobva.find(fussy, args={"n": "int[-100..2000]"}, seed=1)
    types = {side.type for boundary in result.boundaries for side in (boundary.left, boundary.right) if not side.is_valid}
    assert {"ValueError", "Exited(3)", "Odd"} <= types, sentences(result)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Order:
    quantity: int
    colour: Colour


def test_structured_values_are_made():
    def total(order: Order, day: datetime.date, tags: List[str], how: Literal["fast", "slow"]) -> int:
        assert isinstance(order, Order) and isinstance(order.colour, Colour) and isinstance(day, datetime.date)
        return 1 if order.quantity < 10 else 2

    result = autobva.find(total, seed=1, max_calls=5000)
    boundary = next(b for b in result.boundaries if b.argument == "order.quantity")
    assert boundary.left.arguments["order"].quantity == 9
    assert isinstance(boundary.right.arguments["order"].colour, Colour)


def test_budgets_hold():
    calls = []

    def count(n: int) -> int:
        calls.append(n)
        return n // 1000

    result = autobva.find(count, max_calls=700)
    assert result.calls == len(calls) <= 700

    def slow(n: int) -> int:
        time.sleep(0.01)
        return n // 1000

    began = time.monotonic()
    autobva.find(slow, max_time=0.5)
    assert time.monotonic() - began < 3


def test_the_same_seed_gives_the_same():
    one, other = (autobva.find(price, seed=5, max_calls=3000).to_dict() for _ in range(2))
    for told in (one, other):
        del told["run"]["elapsed_ms"]
    assert one == other


def test_what_a_function_prints_is_dropped(capsys):
    def talk(n: int) -> int:
        print("printed", n)
        print("told", n, file=sys.stderr)
        assert sys.stdin.read() == ""
        return n

    autobva.find(talk, max_calls=100)
    assert capsys.readouterr() == ("", "")


def test_searches_of_several_threads_and_within_each_other(capsys):
    """Streams are restored whichever search ends first, and output of other threads is not dropped."""
    streams = sys.stdin, sys.stdout, sys.stderr

    def talk(n: int) -> int:
        print("dropped")
        return n // 7

    def nested(n: int) -> int:
        return len(autobva.find(talk, max_calls=50, seed=n % 3).boundaries)

    threads = [threading.Thread(target=autobva.find, args=(talk,), kwargs={"max_calls": n}) for n in (3000, 6000)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        print("kept")
        time.sleep(0.001)
    autobva.find(nested, max_calls=20)
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert set(capsys.readouterr().out.split()) == {"kept"}


def test_fixed_values_examples_and_hints():
    def area(w: int, h: int) -> str:
        return "large" if w * h > 1000 else "small"

    result = autobva.find(area, fix={"h": 10}, seed=1, max_calls=3000)
    assert [(b.left.input, b.right.input) for b in result.boundaries] == [(("100", "10"), ("101", "10"))]

    def price(order: Order, rebate: int) -> str:
        return "free" if order.quantity * 10 <= rebate else "paid"

    result = autobva.find(price, fix={"order": Order(6, Colour.RED)}, seed=1, max_calls=3000)
    assert [(b.left.input[1], b.right.input[1]) for b in result.boundaries] == [("59", "60")]
    result = autobva.find(lambda order: order["n"] > 5, seed_values={"order": {"n": 1}}, seed=1, max_calls=3000)
    assert any(b.left.arguments == {"order": {"n": 5}} for b in result.boundaries)


def test_saved_and_reported(tmp_path):
    result = autobva.find(price, seed=7, max_calls=2000)
    campaign, page = tmp_path / "price.autobva", tmp_path / "price.html"
    result.save(campaign)
    result.save(str(campaign))
    result.report(page)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    done = subprocess.run(
        [sys.executable, "-m", "autobva", "summarize", str(campaign)], capture_output=True, text=True, check=True
    )
    assert "99" in done.stdout
    with pytest.raises(autobva.AutobvaError, match="is about .*; give another file$"):
        autobva.find(lambda n: n, args={"n": "int"}, max_calls=100).save(campaign)
    with pytest.raises(autobva.AutobvaError):
        result.report(campaign)
    with pytest.raises(autobva.AutobvaError):
        result.save(tmp_path / "nowhere" / "x.autobva")


def test_the_page_of_a_notebook():
    html = autobva.find(price, seed=7, max_calls=2000)._repr_html_()
    assert html.startswith('<div class="autobva">') and html.rstrip().endswith("</div>")
    assert 'class="ruler"' in html and "2.25 · q" in html and "<script" not in html and "http" not in html


def test_pandas():
    pytest.importorskip("pandas")
    table = autobva.find(price, seed=7, max_calls=2000).to_pandas()
    assert list(table["left_q"]) == ["99"] and list(table["right_output"]) == ["225.0"]


def test_progress():
    tqdm = pytest.importorskip("tqdm.auto")
    seen = []

    class Bar(tqdm.tqdm):
        def update(self, n=1):
            seen.append(n)

    whole, tqdm.tqdm = tqdm.tqdm, Bar

    def slow(n: int) -> int:
        time.sleep(0.002)
        return n

    try:
        autobva.find(slow, max_calls=300, progress=True)
    finally:
        tqdm.tqdm = whole
    assert seen and all(n >= 0 for n in seen)


def test_isolated():
    result = autobva.find(exits, isolate=True, seed=1, max_calls=600, args={"n": "int[0..7]"})
    assert any(side.type == "Exited(7)" for b in result.boundaries for side in (b.left, b.right))
    with pytest.raises(autobva.AutobvaError, match="isolate=False"):
        autobva.find(lambda n: n, isolate=True)
    assert len(autobva.find("bytecount", seed=1, max_calls=5000).boundaries) > 3


def exits(n: int) -> int:
    if n > 5:
        os._exit(7)
    return n


def test_explained():
    def area(w: int, h: int) -> str:
        return "large" if w * h > 1000 else "small"

    told = autobva.explain(area, (50, 10))
    assert told.output == "small"
    near = {neighbour.argument: neighbour for neighbour in told.neighbours}
    assert (near["w"].distance, near["h"].distance) == (51, 11)
    assert (near["w"].left, near["w"].right, near["w"].upwards) == ("100", "101", True)
    assert autobva.explain(area, {"w": 101, "h": 10}).neighbours[0].upwards is False
    assert "small" in repr(told) and "+51" in repr(told)
    with pytest.raises(autobva.AutobvaError, match="w, h"):
        autobva.explain(area, 5)


def test_explained_where_boundaries_are_many_or_lengths():
    def leap(year: int) -> bool:
        return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)

    near = autobva.explain(leap, 1999).neighbours
    assert [(n.left, n.right, n.distance, n.upwards) for n in near] == [("1999", "2000", 1, True), ("1996", "1997", 3, False)]

    def password(p: str) -> str:
        return "too short" if len(p) < 8 else "ok" if any(c in p for c in "0123456789") else "needs a digit"

    told = autobva.explain(password, "abcdef", max_calls=2000)
    assert told.behaviours == {"p": "too short"} and told.neighbours[0].distance == 2
    assert repr(told.neighbours[0]).startswith("p +2: length of p 7 | 8: too short → ")

    def season(day: datetime.date) -> str:
        return "summer" if 5 < day.month < 9 else "other"

    told = autobva.explain(season, datetime.date(2024, 5, 30), args={"day": "date[2024-01-01..2024-12-31]"})
    assert [(n.right, n.distance) for n in told.neighbours] == [("2024-06-01", 2)]


def test_differences():
    def later(q: int) -> float:
        return q * (2.5 if q < 120 else 2.25)

    assert not autobva.diff(price, price, max_calls=3000)
    changes = autobva.diff(price, later, max_calls=3000)
    assert changes and [b["change"] for b in changes.boundaries] == ["moved"]
    assert changes.boundaries[0]["now"]["left"]["input"] == ["119"]
    assert "119 | 120" in repr(changes)
    with pytest.raises(autobva.AutobvaError, match="the arguments differ"):
        autobva.diff(price, len_of)


CTRL_C = """
import os, signal, threading, time, autobva
signal.signal(signal.SIGINT, signal.default_int_handler)  # Shells start background jobs with this signal ignored.
def press():
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)
def stubborn(n: int) -> int:
    try:
        {body}
    except BaseException:
        pass
    return n
threading.Thread(target=press).start()
began = time.monotonic()
try:
    autobva.find(stubborn, max_time=20)
except KeyboardInterrupt:
    assert time.monotonic() - began < 5
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert autobva.find(lambda n: n > 3, args={{"n": int}}, max_calls=200).boundaries
    print("interrupted")
"""


@pytest.mark.parametrize("body", ["time.sleep(0.001)", "time.sleep(1)", "sum(range(20000))"])
def test_ctrl_c(body):
    done = subprocess.run([sys.executable, "-c", CTRL_C.format(body=body)], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr


def test_ctrl_c_of_processes():
    code = CTRL_C.replace("autobva.find(stubborn, max_time=20)", "autobva.find('bytecount', max_time=20, max_calls=10**9)")
    done = subprocess.run([sys.executable, "-c", code.format(body="pass")], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr
