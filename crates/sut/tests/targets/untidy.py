"""Functions whose calls leave something behind for the next."""
import os
import signal
import sys
import threading
import time

CALLS = []


def told(n, mood):
    return "%s %d" % (mood, n)


def environment(n: int) -> str:
    mood = os.environ.get("MOOD", "fine")
    if n % 10 == 7:
        os.environ["MOOD"] = "angry"
    return told(n, mood)


def folder(n: int) -> str:
    mood = "lost" if os.getcwd() == "/" else "fine"
    if n % 10 == 7:
        os.chdir("/")
    return told(n, mood)


def limit(n: int) -> str:
    mood = "deep" if sys.getrecursionlimit() == 4321 else "fine"
    if n % 10 == 7:
        sys.setrecursionlimit(4321)
    return told(n, mood)


def timer(n: int) -> str:
    if n % 10 == 7:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
    else:
        time.sleep(0.01)
    return told(n, "fine")


def closes(n: int) -> str:
    try:
        os.fstat(2)
        mood = "fine"
    except OSError:
        mood = "mute"
    if n % 10 == 7:
        os.close(2)
    return told(n, mood)


def thread(n: int) -> str:
    mood = "fine" if threading.active_count() == 1 else "crowded"
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    return told(n, mood)


def counts(n: int) -> str:
    CALLS.append(n)
    if n == 17:
        os.abort()
    if n == 18:
        os._exit(3)
    return told(n, "fine" if len(CALLS) == 1 else "late")
