"""The plugin, in runs of pytest of its own."""

import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import pytest

SHOP = "def price(q: int) -> float:\n    return q * (2.5 if q < %d else 2.25)\n"


def run(folder, *words):
    """A run of pytest in a folder; the plugin comes by its entry point, or by name where the package is not installed."""
    line = [sys.executable, "-m", "pytest", "-q", *PLUGIN, *words]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def has_entry_point():
    from importlib.metadata import entry_points

    found = entry_points()
    group = found.select(group="pytest11") if hasattr(found, "select") else found.get("pytest11", ())
    return any(point.name == "autobva" for point in group)


PLUGIN = [] if has_entry_point() else ["-p", "autobva.pytest_plugin"]


@pytest.fixture(scope="session")
def accepted(tmp_path_factory):
    """A module with a lock file of one boundary, made once."""
    folder = tmp_path_factory.mktemp("accepted")
    (folder / "shop.py").write_text(SHOP % 100, encoding="utf-8")
    command(folder, "find", "shop.py:price", "--seed", "1", "--max-calls", "3000", "--python", sys.executable)
    command(folder, "accept", "shop.py:price")
    return folder


@pytest.fixture
def shop(accepted, tmp_path):
    """A copy of it to change."""
    return pathlib.Path(shutil.copytree(accepted, tmp_path, dirs_exist_ok=True))


def command(folder, *words):
    done = subprocess.run([sys.executable, "-m", "autobva", *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_lock_file_is_collected_and_passes(shop):
    code, told = run(shop)
    assert code == 0 and "1 passed" in told, told
    code, told = run(shop, "--collect-only")
    assert "shop.py:price: q 99 | 100" in told
    code, told = run(shop, "--no-autobva")
    assert code == 5, told


def test_a_moved_boundary_fails_readably_and_is_accepted(shop):
    (shop / "shop.py").write_text(SHOP % 120, encoding="utf-8")
    code, told = run(shop, "--junitxml", "out.xml")
    assert code == 1 and "1 failed" in told, told
    for part in ("moved", "q 99 | 100", "was  (99) → 247.5", "now  (119) → 297.5", "pytest --autobva-update accepts it"):
        assert part in told, told
    assert "Traceback" not in told and "_guard.py" not in told
    failure = xml.etree.ElementTree.parse(shop / "out.xml").find(".//failure")
    assert failure is not None and "moved" in (failure.text or "")
    code, told = run(shop, "--autobva-update")
    assert code == 0, told
    code, told = run(shop)
    assert code == 0 and "q 119 | 120" in (shop / "autobva.lock.toml").read_text(encoding="utf-8"), told


def test_a_target_that_cannot_be_run_fails(shop):
    (shop / "shop.py").write_text("raise RuntimeError('broken')\n", encoding="utf-8")
    code, told = run(shop)
    assert code == 1 and "the target cannot be run" in told and "broken" in told, told


def test_a_damaged_lock_file_is_an_error(shop):
    (shop / "autobva.lock.toml").write_text("version = nonsense\n", encoding="utf-8")
    code, told = run(shop)
    assert code == 2 and "autobva.lock.toml" in told, told


TESTS = """
import autobva, pytest
from shop import price

@pytest.fixture
def least():
    print("a fixture that prints")
    return 0

@autobva.boundaries(price, args={"q": "int[0..1000]"})
def test_price(q, least):
    print(q)
    assert isinstance(q, int) and price(q) >= least

@autobva.boundaries(price, args={"q": "int[0..1000]"})
def test_fails_at_100(q):
    assert q != 100
"""


def test_parametrised_by_boundaries(shop):
    (shop / "test_shop.py").write_text(TESTS, encoding="utf-8")
    code, told = run(shop, "test_shop.py")
    assert code == 1 and "3 passed" in told and "1 failed" in told, told
    assert "test_fails_at_100[b1 100]" in told
    code, told = run(shop, "test_shop.py", "-k", "price")
    assert code == 0 and "2 passed" in told, told
    kept = list((shop / ".pytest_cache" / "v" / "autobva").iterdir())
    assert len(kept) == 1
    code, told = run(shop, "-x")
    assert "stopping after 1 failures" in told, told


def test_in_parallel(shop):
    pytest.importorskip("xdist")
    (shop / "test_shop.py").write_text(TESTS, encoding="utf-8")
    code, told = run(shop, "-n", "2")
    assert code == 1 and "4 passed" in told and "1 failed" in told, told


def test_the_cache_knows_a_changed_module(shop):
    (shop / "test_shop.py").write_text(TESTS, encoding="utf-8")
    run(shop, "test_shop.py")
    (shop / "shop.py").write_text(SHOP % 120, encoding="utf-8")
    code, told = run(shop, "test_shop.py", "-vv")
    assert "test_price[b1 119]" in told and "99" not in told, told


def test_a_test_that_takes_other_arguments(shop):
    code = "import autobva\nfrom shop import price\n@autobva.boundaries(price)\ndef test_price():\n    pass\n"
    (shop / "test_shop.py").write_text(code, encoding="utf-8")
    code, told = run(shop, "test_shop.py")
    assert code != 0 and "takes none of the arguments of the function: q" in told, told


def test_examples_for_hypothesis(shop):
    pytest.importorskip("hypothesis")
    code = """
import autobva
from hypothesis import given, settings, strategies as st
from shop import price
seen = []

@autobva.examples(price, args={"q": "int[0..1000]"})
@settings(max_examples=1, database=None)
@given(q=st.just(5))
def test_price(q):
    seen.append(q)

def test_seen():
    assert set(seen) == {5, 99, 100}
"""
    (shop / "test_shop.py").write_text(code, encoding="utf-8")
    code, told = run(shop, "test_shop.py")
    assert code == 0 and "2 passed" in told, told


def test_checked_from_python(shop):
    import autobva

    lock = shop / "autobva.lock.toml"
    assert not autobva.check(lock)
    (shop / "shop.py").write_text(SHOP % 120, encoding="utf-8")
    changes = autobva.check(lock)
    assert changes.changed and "moved" in repr(changes)
    assert autobva.check(lock, accept=True).changed
    assert not autobva.check(lock)
    with pytest.raises(autobva.AutobvaError, match="cannot read"):
        autobva.check(shop / "none.lock.toml")
    (shop / "new.py").write_text(SHOP % 90, encoding="utf-8")
    changes = autobva.diff(lock, shop / "autobva.lock.toml")
    assert not changes
