"""The package as it is installed."""

import os
import subprocess
import sys

import pytest

import autobva


def test_the_command():
    done = subprocess.run([sys.executable, "-m", "autobva", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == "autobva %s\n" % autobva.__version__
    done = subprocess.run([sys.executable, "-m", "autobva", "find"], capture_output=True, text=True)
    assert done.returncode == 2 and "no target is given" in done.stderr


def test_the_command_is_on_the_path(tmp_path):
    program = os.path.join(os.path.dirname(sys.executable), "autobva")
    if not os.path.exists(program):
        pytest.skip("the package is not installed")
    done = subprocess.run([program, "find", "bytecount", "--max-calls", "3000"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("bytecount(bytes: int)")
    done = subprocess.run([program, "list"], capture_output=True, text=True, check=True)
    assert "bytecount" in done.stdout


def test_the_doctest():
    import doctest

    assert doctest.testmod(autobva).failed == 0


def test_importing_is_quick():
    """The bar is 50 ms; a busy machine may take longer now and then, so the best of some counts."""
    code = "import time; t = time.perf_counter(); import autobva; print(time.perf_counter() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    ]
    assert min(times) < 0.05, times


def test_types():
    pytest.importorskip("mypy")
    folder = os.path.dirname(autobva.__file__)
    line = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, folder]
    # Packages that one may have, whose own types are another matter.
    line += ["--disable-error-code", "import-untyped"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
