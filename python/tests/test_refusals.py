"""What cannot be searched is refused with one kind of exception, which says what to do; the interpreter stays sane."""

import asyncio
import os
import sys

import pytest

import autobva


class NeedsMuch:
    def __init__(self, socket: "asyncio.AbstractEventLoop"):
        pass

    def method(self, n: int) -> int:
        return n


def untyped(n):
    return n


def vague(xs: list) -> int:
    return len(xs)


def generator(n: int):
    yield n


async def coroutine(n: int) -> int:
    return n


async def both(n: int):
    yield n


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no words")


def nothing() -> int:
    return 1


def refused(func, **more):
    with pytest.raises(autobva.AutobvaError) as caught:
        autobva.find(func, max_calls=500, **more)
    assert type(caught.value) is autobva.AutobvaError
    return str(caught.value)


@pytest.mark.parametrize(
    "func, remedy",
    [
        (untyped, 'args={"n": "int"}'),
        (lambda n: n, 'args={"n": "int"}'),
        (vague, 'args={"xs": "list[int]"}'),
        (generator, "lambda n: list(generator(n))"),
        (generator(3), "give the function that made it"),
        (coroutine, "asyncio.run(coroutine(n))"),
        (both, "is a generator"),
        (NeedsMuch, "name a function of your own that makes one"),
        (NeedsMuch.method, "NeedsMuch(...).method"),
        (5, "cannot be called"),
        (None, "cannot be called"),
        (nothing, "args"),
        (max, "declare each with args="),
        ("no_such_target", "known are bytecount"),
        ("missing.py:f", "there is no file"),
    ],
)
def test_what_is_no_function_of_values(func, remedy):
    message = refused(func)
    assert any(part in message for part in remedy.split("|")), message
    assert "--arg" not in message and "--seed-value" not in message


def test_a_coroutine_object_is_refused_and_closed():
    coro = coroutine(3)
    assert "give the function that made it" in refused(coro)
    coro.close()


def test_a_result_without_a_text():
    message = refused(lambda n: Unspeakable() if n > 5 else n, args={"n": "int"})
    assert "Unspeakable" in message and "__repr__" in message and "RuntimeError" in message


@pytest.mark.parametrize("damage", ["sys.modules.clear()", "sys.modules = {}", "del sys.modules", "sys.modules.pop('os')"])
def test_a_function_that_deletes_modules(damage):
    space = {"sys": sys}
    exec("def harm(n: int) -> int:\n    if n > 5:\n        %s\n    return n" % damage, space)
    before, table = dict(sys.modules), sys.modules
    message = refused(space["harm"])
    assert "isolate=True" in message
    assert sys.modules is table and all(sys.modules.get(name) is module for name, module in before.items())
    import json

    assert json.loads("[1]") == [1]
    assert autobva.find(lambda n: n > 3, args={"n": int}, max_calls=300).boundaries


def test_what_a_function_changes_is_put_back(tmp_path):
    here, limit = os.getcwd(), sys.getrecursionlimit()

    def careless(n: int) -> int:
        os.chdir(tmp_path)
        sys.setrecursionlimit(5000)
        sys.stdout = None
        return n

    out = sys.stdout
    autobva.find(careless, max_calls=100)
    assert (os.getcwd(), sys.getrecursionlimit(), sys.stdout) == (here, limit, out)


@pytest.mark.parametrize(
    "more, told",
    [
        ({"max_calls": 0}, "max_calls"),
        ({"max_time": 0}, "max_time"),
        ({"max_time": -1}, "max_time"),
        ({"max_time": "5s"}, "max_time is '5s'; give a number of seconds"),
        ({"args": {"n": range(0)}}, "no range of whole numbers"),
        ({"max_calls": -5}, "max_calls"),
        ({"max_calls": 1.5}, "max_calls"),
        ({"seed": "x"}, "seed"),
        ({"args": {"m": "int"}}, "has no argument 'm'; its arguments are n"),
        ({"args": {"n": "integer"}}, "integer"),
        ({"args": {"n": "int[5..1]"}}, "n"),
        ({"args": ["n"]}, "NAME:TYPE"),
        ({"fix": {"m": 1}}, "m"),
        ({"fix": {"n": 1}}, "nothing to vary"),
        ({"seed_values": {"n": "x"}}, "n=x"),
    ],
)
def test_settings_that_make_no_sense(more, told):
    def plain(n: int) -> int:
        return n

    with pytest.raises(autobva.AutobvaError) as caught:
        autobva.find(plain, **more)
    assert told in str(caught.value)


def test_forks_of_the_function_do_not_go_on():
    if not hasattr(os, "fork"):
        pytest.skip("there are no forks here")
    pids = []

    def forks(n: int) -> int:
        if n % 100 == 7 and os.fork() == 0:
            return -1
        return n

    mine = os.getpid()
    autobva.find(forks, max_calls=200, args={"n": "int[0..10000]"})
    pids.append(os.getpid())
    assert pids == [mine]
