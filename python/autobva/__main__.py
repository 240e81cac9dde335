"""The command `autobva`."""

import os
import shlex
import sys
from typing import NoReturn

from ._native import main as command


def main() -> NoReturn:
    """Does what the command line says."""
    # A sweep starts the command again, once per function; this process is that of the interpreter.
    os.environ["AUTOBVA_COMMAND"] = shlex.join([sys.executable, "-m", "autobva"])
    sys.exit(command(["autobva", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
