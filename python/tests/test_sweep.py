"""Sweeps by the package: on one machine, by executors, and on real clusters of Ray and Dask with a worker that is killed."""

import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import autobva

CODE = "".join(
    "def f%d(n: int, m: int) -> str:\n    return 'low' if n < %d else str(m %% %d)\n\n\n" % (n, 1000 + 37 * n, n + 2)
    for n in range(6)
)
KILLER = "import os\n\n\ndef dies(n: int) -> int:\n    os.kill(os.getppid(), 9)\n    return n\n"


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "many.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def timeless(sweep):
    """The result without running times."""
    told = sweep.to_dict()
    for function in told["functions"]:
        for run in function["runs"].values():
            run.pop("elapsed_ms", None)
    return told


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """The sweep of this machine, made once: the folder, with the sweep in `here`, and what it found."""
    folder = tmp_path_factory.mktemp("here")
    (folder / "many.py").write_text(CODE)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return folder, autobva.sweep("many.py", per_function=300, out="here")


def test_a_sweep_on_this_machine(here, monkeypatch):
    folder, found = here
    monkeypatch.chdir(folder)
    assert found.totals["searched"] == 6 and found.totals["with_boundaries"] == 6
    sentences = [boundary["sentence"] for function in found.functions for boundary in function["boundaries"]]
    assert any("999 | 1000" in sentence for sentence in sentences), sentences
    assert repr(found).startswith("6 functions searched, 6 with boundaries")
    assert timeless(autobva.sweep(resume=True, out="here")) == timeless(found)


def test_any_executor_finds_the_same(place, here):
    folder, here = here[0], timeless(here[1])
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        there = autobva.sweep("many.py", per_function=300, out="there", executor=executor)
    assert timeless(there) == here
    assert sorted(os.listdir("there/campaigns")) == sorted(os.listdir(folder / "here" / "campaigns"))
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        assert timeless(autobva.sweep("many.py", per_function=300, out="other", executor=executor)) == here


def test_a_function_that_kills_its_search_costs_itself(place):
    (place / "killer.py").write_text(KILLER)
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        found = autobva.sweep("killer.py", "many.py:f0", per_function=300, executor=executor)
    states = {function["function"]: function["state"] for function in found.functions}
    assert states == {"killer.py:dies": "failed", "many.py:f0": "done"}


class Flaky(concurrent.futures.ThreadPoolExecutor):
    """Loses the worker of every second job."""

    lost = 0

    def submit(self, *words):
        self.lost += 1
        if self.lost % 2:
            return super().submit(os.close, -1)
        return super().submit(*words)


def test_a_lost_job_is_run_again(place, here):
    here = timeless(here[1])
    with Flaky(1) as executor:
        assert timeless(autobva.sweep("many.py", per_function=300, out="there", executor=executor)) == here
        assert executor.lost > 6


def test_an_executor_that_is_lost_loses_nothing(place):
    executor = concurrent.futures.ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(autobva.AutobvaError, match="--resume goes on"):
        autobva.sweep("many.py", per_function=300, out="there", executor=executor)
    assert autobva.sweep(resume=True, out="there").totals["missing"] == 0


def test_refusals(place):
    with pytest.raises(autobva.AutobvaError, match="has no function that can be swept"):
        (place / "empty.py").write_text("")
        autobva.sweep("empty.py")
    with pytest.raises(autobva.AutobvaError, match="two engines"):
        autobva.sweep("many.py", executor=object(), on="ray")
    with pytest.raises(autobva.AutobvaError, match="is no engine"):
        autobva.sweep("many.py", on="sun")


def has(module):
    import importlib.util

    return importlib.util.find_spec(module) is not None


@pytest.mark.skipif(has("ray"), reason="ray is installed")
def test_an_engine_that_is_not_installed(place):
    with pytest.raises(autobva.AutobvaError, match="Ray is not installed .* pip install"):
        autobva.sweep("many.py", per_function=300, on="ray")


def descendants():
    """All descendants of this process: their numbers and command lines."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    parents = {row[0]: row[1] for row in rows}

    def is_ours(pid):
        while pid in parents:
            if pid == str(os.getpid()):
                return True
            pid = parents[pid]
        return False

    return [(int(row[0]), row[2]) for row in rows if len(row) == 3 and is_ours(row[1])]


def kill_one(matching, until):
    """Kills a worker process in the middle of a sweep; says which."""
    while not until.is_set():
        found = [pid for pid, line in descendants() if matching(line)]
        if found:
            os.kill(found[0], signal.SIGKILL)
            return found[0]
        time.sleep(0.05)
    return None


def with_a_kill(matching, work):
    until, killed = threading.Event(), []
    thread = threading.Thread(target=lambda: killed.append(kill_one(matching, until)))
    thread.start()
    try:
        result = work()
    finally:
        until.set()
        thread.join()
    assert killed[0] is not None, "no worker was killed"
    return result


def test_ray_with_a_worker_that_is_killed(place, here):
    pytest.importorskip("ray")
    folder, here = here[0], timeless(here[1])
    # Ray's workers show the name of their task as their command line.
    found = with_a_kill(
        lambda line: "ray::run_job" in line,
        lambda: autobva.sweep("many.py", per_function=300, out="there", on="ray", jobs=2),
    )
    assert timeless(found) == here
    assert sorted(os.listdir("there/campaigns")) == sorted(os.listdir(folder / "here" / "campaigns"))


def test_a_cluster_that_cannot_be_reached(place):
    pytest.importorskip("ray")
    with pytest.raises(autobva.AutobvaError, match="cannot reach the cluster ray://127.0.0.1:1 "):
        autobva.sweep("many.py", per_function=300, on="ray://127.0.0.1:1")


def test_dask_with_a_worker_that_is_killed(place, here):
    distributed = pytest.importorskip("distributed")
    here = timeless(here[1])
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            workers = sorted(info["id"] for info in client.scheduler_info()["workers"].values())
            assert len(workers) == 2
            pids = list(client.run(os.getpid).values())
            executor = client.get_executor(retries=3)

            def kill():
                while not os.path.exists("there/results.jsonl") or not os.path.getsize("there/results.jsonl"):
                    time.sleep(0.02)
                os.kill(pids[0], signal.SIGKILL)

            thread = threading.Thread(target=kill)
            thread.start()
            found = autobva.sweep("many.py", per_function=300, out="there", executor=executor)
            thread.join()
    assert timeless(found) == here
