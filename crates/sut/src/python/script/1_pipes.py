"""The worker of autobva for Python functions: speaks the worker protocol (docs/worker-protocol.md), packed form.

Python 3.8 and later, nothing but the standard library. It is handed to the interpreter as text.
"""
import sys

sys.dont_write_bytecode = True  # Importing the target leaves nothing beside it.

import fcntl
import json
import mmap
import os
import re
from io import BytesIO
from os import _exit, getpid, waitpid, write  # Kept, whatever the target makes of the module.
try:
    from _pickle import Unpickler, loads
except ImportError:
    from pickle import Unpickler, loads
from json.encoder import encode_basestring_ascii as quoted


def secluded_pipes():
    """Moves the protocol to descriptors of its own: what the target prints goes where errors go."""
    try:
        source = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 200)
        sink = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 200)
    except OSError:
        sys.exit("there are too few file handles; allow 256 or more with ulimit -n")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return open(source, "rb", buffering=1 << 16), sink


class NotLoaded:
    """Stands for a class that is not there: nothing is one."""


def loaded(module, name):
    """A class of the standard library. One that nobody has loaded has no values, and loading it would cost every start."""
    return getattr(sys.modules.get(module), name, NotLoaded)


class NotUsable(Exception):
    """A sentence about the target, for the user."""
