"""The worker of autobva for Python functions: speaks the worker protocol (docs/worker-protocol.md), packed form.

It needs Python 3.8 or later, and only the standard library. The interpreter gets it as text.
"""
import sys

sys.dont_write_bytecode = True  # No bytecode is written beside the target.

import fcntl
import mmap
import os


def secluded_pipes():
    """Moves the protocol to descriptors of its own, so that what the target prints can go to standard error."""
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
