"""The package as it is installed."""

import os
import shutil
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


def test_importing_loads_little():
    """Importing the package loads none of the modules that take long to import."""
    code = "import sys; before = set(sys.modules); import autobva; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=with_path())
    heavy = {"inspect", "json", "subprocess", "dataclasses", "asyncio", "pytest", "hypothesis", "pandas", "tqdm", "ast"}
    assert not heavy & set(done.stdout.split())


def with_path():
    return dict(os.environ, PYTHONPATH=os.path.dirname(os.path.dirname(autobva.__file__)))


def test_types(tmp_path):
    pytest.importorskip("mypy")
    # Copied elsewhere, because mypy reports no errors in installed packages.
    shutil.copytree(os.path.dirname(autobva.__file__), tmp_path / "autobva", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    (tmp_path / "user.py").write_text(USER, encoding="utf-8")
    line = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "autobva", "user.py"]
    # Optional packages may be installed without types.
    line += ["--disable-error-code", "import-untyped"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


USER = """
import autobva

def price(q: int) -> float:
    return q * 2.5

result: autobva.Result = autobva.find(price, args={"q": "int[0..9]"}, max_time=0.5)
sentences: list[str] = [boundary.sentence for boundary in result.boundaries]

@autobva.boundaries(price)
def test_price(q: int) -> None:
    assert price(q)
"""
