# What the worker and a search within the caller's process have in common begins here.

import json
import os
import re
import sys
from io import BytesIO
from os import _exit, getpid, waitpid, write  # Kept, whatever the target makes of the module.
try:
    from _pickle import Unpickler, loads
except ImportError:
    from pickle import Unpickler, loads
from json.encoder import encode_basestring_ascii as quoted


class NotLoaded:
    """Stands for a class that is not loaded; no value is an instance of it."""


def loaded(module, name):
    """A class of the standard library. If it is not loaded, it has no values, and loading it would slow every start."""
    return getattr(sys.modules.get(module), name, NotLoaded)


class NotUsable(Exception):
    """A sentence about the target, for the user."""


# Parts of this script that few starts need, as texts.
LATER = {}


def need(part):
    """Compiles a part of this script when it is first needed, because both parts take a sixth of the start-up time."""
    text = LATER.pop(part, None)
    if text is not None:
        exec(compile(text, "<autobva %s>" % part, "exec"), globals())


class Remedies:
    """What to write about an argument. Callers from Python code need other wording than the command line."""

    def declare(self, name, declared):
        """How the type of an argument is declared."""
        told = "%s:%s" % (name, declared)
        return "--arg " + ("'%s'" % told if re.search(r"[^\w:]", told) else told)

    def example(self, name):
        """How an example of an argument is given."""
        return "--seed-value %s=VALUE" % name


REMEDIES = Remedies()
