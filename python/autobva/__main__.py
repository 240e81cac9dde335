"""The command `autobva`."""

import os
import shlex
import sys
from typing import NoReturn

from ._native import main as command


def main() -> NoReturn:
    """Runs the command line."""
    # A sweep starts the command again for each function, and the program of this process is only the interpreter.
    os.environ["AUTOBVA_COMMAND"] = shlex.join([sys.executable, "-m", "autobva"])
    sys.exit(command(["autobva", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
