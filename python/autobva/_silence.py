"""Drops what functions print while they are searched, and gives them nothing to read."""

import sys
import threading
from typing import Any, Dict


class Stream:
    """A standard stream that works as usual, except that silent threads can neither read from it nor write to it."""

    def __init__(self, stream: Any, silent: Dict[int, int]) -> None:
        self._stream, self._silent = stream, silent

    def _is_silent(self) -> bool:
        return threading.get_ident() in self._silent

    def write(self, text: str) -> int:
        return len(text) if self._is_silent() else int(self._stream.write(text) or 0)

    def flush(self) -> None:
        if not self._is_silent():
            self._stream.flush()

    def read(self, size: int = -1) -> str:
        return "" if self._is_silent() else str(self._stream.read(size))

    def readline(self, size: int = -1) -> str:
        return "" if self._is_silent() else str(self._stream.readline(size))

    def __iter__(self) -> Any:
        return iter(()) if self._is_silent() else iter(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Silence:
    """Silences threads, each of which may ask for it several times; the last one to leave puts the streams back."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.silent: Dict[int, int] = {}
        self.before: Any = None

    def begin(self) -> None:
        me = threading.get_ident()
        with self.lock:
            if not self.silent:
                self.before = sys.stdin, sys.stdout, sys.stderr
                streams: Any = [Stream(stream, self.silent) for stream in self.before]
                sys.stdin, sys.stdout, sys.stderr = streams
            self.silent[me] = self.silent.get(me, 0) + 1

    def end(self) -> None:
        me = threading.get_ident()
        with self.lock:
            self.silent[me] -= 1
            if not self.silent[me]:
                del self.silent[me]
            if not self.silent and self.before is not None:
                sys.stdin, sys.stdout, sys.stderr = self.before
                self.before = None


SILENCE = Silence()
