"""Searches functions of a sweep on other machines: an engine gets jobs as lines of JSON, and answers each with a line.

`python -m autobva._engine ray` is what `autobva sweep --on ray` starts.
"""

import json
import os
import subprocess
import sys
import threading
from queue import Queue
from typing import IO, TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Tuple

if TYPE_CHECKING:
    from concurrent.futures import Executor

Files = Dict[str, bytes]
# How many times a job is tried if its workers are lost; Ray does not count the first time.
ATTEMPTS = 4
# How many seconds starting and saving may take on top of a search.
AROUND = 30
# A function may take this many times its longest time by the clock, as in pool.rs.
PATIENCE = 10
FILES = ("campaign", "page")


def run_job(text: str, folder: str) -> Tuple[str, Files]:
    """Runs a job on the worker that calls this, and returns the result of the function and the files that belong to it.

    It runs in `folder`, the folder of the driver, if the worker has it too, and otherwise in the worker's own folder.
    """
    import tempfile

    job = json.loads(text)
    with tempfile.TemporaryDirectory(prefix="autobva") as place:
        wanted = [kind for kind in FILES if job.get(kind)]
        job.update({kind: os.path.join(place, "result.%s" % kind) for kind in wanted})
        here = folder if os.path.isdir(folder) else None
        answer = _answered(job, here)
        while _is_given_up(answer) and job["settings"]["per_function"]["calls"] >= 10:
            calls = job["settings"]["per_function"]["calls"]
            job.setdefault("planned", calls)
            job["settings"]["per_function"]["calls"] = calls // 10
            answer = _answered(job, here)
        files = {kind: _content(job[kind]) for kind in wanted if os.path.isfile(job[kind])}
    return answer, files


def _is_given_up(answer: str) -> bool:
    """Whether a function was too slow for its calls; it is then searched again with a tenth of them, as in pool.rs."""
    told = json.loads(answer)
    return bool(told["state"] == "slow" and not told["runs"])


def _answered(job: Dict[str, Any], folder: Optional[str]) -> str:
    settings = job["settings"]
    budget = settings["per_function"].get("ms", PATIENCE * settings["longest_ms"])
    bin = os.path.dirname(os.path.abspath(sys.executable))
    environment = dict(os.environ, PATH=os.pathsep.join([bin, os.environ.get("PATH", os.defpath)]))
    child = subprocess.Popen(
        [sys.executable, "-m", "autobva", "sweep-function"], cwd=folder, env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    assert child.stdin and child.stdout
    late = threading.Timer(budget / 1000 + 2 * settings["timeout_ms"] / 1000 + AROUND, child.kill)
    late.start()
    try:
        # The pipe stays open until the end, because a closed pipe tells the process that this one has ended.
        child.stdin.write(json.dumps(job).encode() + b"\n")
        child.stdin.flush()
        told = child.stdout.read().decode("utf-8", "replace").strip()
        code = child.wait()
    except OSError:
        told, code = "", child.wait()
    finally:
        late.cancel()
        child.stdout.close()
        try:
            child.stdin.close()
        except OSError:
            pass
    if code == 0 and told:
        return told
    why = "its search was killed by signal %d" % -code if code < 0 else "its search ended with exit code %d" % code
    function = job["function"]
    return json.dumps({
        "function": function["name"], "state": "failed", "why": why, "args": function["args"], "runs": {}, "boundaries": [],
    })


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def keep(text: str, files: Files) -> None:
    """Puts the files of a function where the driver wants them."""
    job = json.loads(text)
    for kind, content in files.items():
        unfinished = job[kind] + ".part"
        with open(unfinished, "wb") as file:
            file.write(content)
        os.replace(unfinished, job[kind])


def drive(executor: "Executor", jobs: Iterable[str], sink: IO[str], folder: str) -> None:
    """Lets an executor do the jobs, and writes the result of each as soon as it is there.

    A job that fails, for instance because its worker was lost, is submitted again.
    """
    events: "Queue[Tuple[str, Any, int]]" = Queue()

    def submit(text: str, attempt: int) -> None:
        future = executor.submit(run_job, text, folder)
        future.add_done_callback(lambda done: events.put((text, done, attempt)))

    def read() -> None:
        for text in jobs:
            events.put((text, None, 0))
        events.put(("", None, -1))

    threading.Thread(target=read, daemon=True).start()
    open_jobs, more = 0, True
    while more or open_jobs:
        text, done, attempt = events.get()
        if attempt < 0:
            more = False
            continue
        if done is None:
            open_jobs += 1
        else:
            error = done.exception() if not done.cancelled() else "it was cancelled"
            if error is None:
                answer, files = done.result()
                keep(text, files)
                open_jobs -= 1
                if not _written(sink, answer):
                    return
                continue
            if attempt + 1 >= ATTEMPTS:
                _written(sink, json.dumps({"error": _lost(text, error)}))
                return
        try:
            submit(text, attempt + 1 if done is not None else 0)
        except Exception as error:
            _written(sink, json.dumps({"error": _lost(text, error)}))
            return


def _lost(text: str, error: Any) -> str:
    name = json.loads(text)["function"]["name"]
    told = "%s: %s" % (type(error).__name__, error) if isinstance(error, BaseException) else str(error)
    return "the engine cannot run %s (%s); --resume goes on" % (name, told.split("\n")[0])


def _written(sink: IO[str], line: str) -> bool:
    try:
        sink.write(line + "\n")
        sink.flush()
        return True
    except OSError:
        return False  # Nobody listens any more.


def ray_jobs(address: str, many: int, jobs: Iterator[str], sink: IO[str], folder: str) -> Optional[str]:
    """Lets Ray do the jobs; returns a sentence about the fault if that is not possible."""
    import importlib
    import logging

    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        return "Ray is not installed for %s; pip install 'autobva[ray]'" % sys.executable
    try:
        if address == "ray":
            ray.init(num_cpus=many, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        else:
            upload = {"working_dir": folder, "excludes": [".autobva", ".git", "target", "node_modules"]}
            ray.init(address=address, runtime_env=upload, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:
        told = (str(error).strip() or type(error).__name__).split("\n")[0]
        return "cannot reach the cluster %s (%s); is it running?" % (address, told)
    # If a worker is lost, Ray runs its job again by itself.
    remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS)(run_job)
    here = folder if address == "ray" else ""
    arrived: "Queue[Optional[str]]" = Queue()

    def read() -> None:
        for text in jobs:
            arrived.put(text)
        arrived.put(None)

    threading.Thread(target=read, daemon=True).start()
    pending: Dict[Any, str] = {}
    more = True
    while more or pending:
        while more and (not pending or not arrived.empty()):
            text = arrived.get()
            if text is None:
                more = False
            else:
                pending[remote.remote(text, here)] = text
        if not pending:
            continue
        for reference in ray.wait(list(pending), num_returns=1, timeout=0.2)[0]:
            text = pending.pop(reference)
            try:
                answer, files = ray.get(reference)
            except Exception as error:
                return _lost(text, error)
            keep(text, files)
            if not _written(sink, answer):
                return None
    return None


def main(words: List[str]) -> None:
    """The engine as a process: jobs on standard input, answers on standard output."""
    # What an engine prints goes to standard error, so that it does not mix with the answers.
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    jobs = (line for line in iter(sys.stdin.readline, ""))
    fault = ray_jobs(words[0], int(words[1]), jobs, sink, os.getcwd())
    if fault:
        _written(sink, json.dumps({"error": fault}))


if __name__ == "__main__":
    main(sys.argv[1:])
    sys.stdout.flush()
    # This does not wait for threads that are still waiting for jobs.
    os._exit(0)
