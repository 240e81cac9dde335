"""The command `autobva`."""

import sys
from typing import NoReturn

from ._native import main as command


def main() -> NoReturn:
    """Does what the command line says."""
    sys.exit(command(["autobva", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
