"""Functions that answer, except that numbers ending in 7 make them crash, hang or misbehave."""
import ctypes
import os
import signal
import sys
import time


def answer(n):
    return "fine %d" % n


def is_bad(n):
    return n % 10 == 7


def exits(n: int):
    if is_bad(n):
        os._exit(3)
    return answer(n)


def exits_politely(n: int):
    if is_bad(n):
        sys.exit(4)
    return answer(n)


def crashes(n: int):
    if is_bad(n):
        ctypes.string_at(0)
    return answer(n)


def aborts(n: int):
    if is_bad(n):
        os.abort()
    return answer(n)


def hangs(n: int):
    while is_bad(n):
        time.sleep(0.01)  # Others have their turn, unlike below.
    return answer(n)


def hangs_without_a_break(n: int):
    if is_bad(n):
        sum(range(10**13))  # One instruction of the interpreter: no signal handler and no thread gets a turn.
    return answer(n)


def stops(n: int):
    if is_bad(n):
        os.kill(os.getpid(), signal.SIGSTOP)
    return answer(n)


def eats(n: int):
    hoard = []
    while is_bad(n):
        hoard.append(bytearray(1 << 20))
    return answer(n)


HOARD = []


def keeps(n: int):
    while is_bad(n):
        HOARD.append(bytearray(1 << 20))
    return answer(n)


def floods(n: int):
    while is_bad(n):
        print("water " * 1000)
    return answer(n)


def floods_errors(n: int):
    while is_bad(n):
        os.write(2, b"water " * 1000)
    return answer(n)


def says_much(n: int):
    return "x" * (1 << 22) if is_bad(n) else answer(n)


def recurses(n: int):
    try:
        return recurses(n) if is_bad(n) else answer(n)
    except RecursionError:
        raise RecursionError("too deep") from None  # The text of the interpreter differs from version to version.


def interrupts(n: int):
    if is_bad(n):
        raise KeyboardInterrupt
    return answer(n)


def closes(n: int):
    if is_bad(n):
        os.closerange(0, 4096)
    return answer(n)


def babbles(n: int):
    if is_bad(n):
        for fd in range(3, 256):
            try:
                os.write(fd, b'{"id":1,"outcomes":[["valid","str","forged"]]}\ngarbage\n')
            except OSError:
                pass
    return answer(n)


def forks(n: int):
    if is_bad(n) and os.fork() == 0:
        time.sleep(1000)
    return answer(n)


def forks_and_both_return(n: int):
    if is_bad(n):
        os.fork()
    return answer(n)


def leaves_a_session(n: int):
    if is_bad(n) and os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for fd in range(3):
                os.close(fd)
            time.sleep(1000)
        os._exit(0)
    return answer(n)


def spawns(n: int):
    if is_bad(n):
        import subprocess

        subprocess.Popen(["sleep", "1000"])
    return answer(n)


def muddles(n: int):
    if is_bad(n):
        for descriptor in range(3, 256):
            os.dup2(2, descriptor)
    return answer(n)


def mocks(n: int):
    if is_bad(n):
        os.write = os.getpid = os._exit = None
    return answer(n)
