# The worker: the greeting, then requests until there are no more.


class Forks:
    """Notices processes that the target has started and not ended."""

    def __init__(self, batch):
        self.pid = getpid()
        # One call, then a look: otherwise a batch of calls would leave a process each.
        os.register_at_fork(after_in_parent=batch.cut, after_in_child=batch.cut)

    def are_left(self):
        try:
            while waitpid(-1, os.WNOHANG)[0]:
                pass
            return True
        except ChildProcessError:
            return False


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * mmap.PAGESIZE


def serve(source, sink, function, width, greeting):
    with open(greeting["progress"], "r+b") as file:
        progress = memoryview(mmap.mmap(file.fileno(), 16)).cast("Q")
    batch = Batch(width, greeting["max_output"], greeting["memory_text"])
    forks, memory = Forks(batch), resident()
    for request in iter(lambda: read_request(source), None):
        values = request["values"] if width else [()] * request["count"]
        left = request["count"]
        while left:
            batch.load(values[-left * max(width, 1):])
            batch.make(function, progress)
            if getpid() != forks.pid:
                _exit(0)  # A copy of the worker that the target has made; the original answers.
            made = batch.made()
            progress[0] += made
            progress[1] = 0
            left -= made
            # What could not be had does no harm; what is held on to would harm the next call.
            restart = forks.are_left() or batch.short_of_memory and resident() > memory + (32 << 20)
            answer(sink, batch.written(request["id"], b',"restart":true' if restart else b""), restart)


def answer(sink, data, restart):
    try:
        sys.stdout.flush()  # What this call has printed is this call's.
    except Exception:
        pass
    send(sink, data)
    if restart:
        _exit(0)


def send(sink, data):
    while data:
        try:
            data = data[write(sink, data):]
        except OSError:
            # The target has closed the pipe. Autobva will notice, and end this process.
            import time

            time.sleep(3600)


def prepare(target, declared):
    """The function to call, and who this worker is."""
    if sys.version_info < (3, 8):
        version = (sys.executable,) + sys.version_info[:2]
        raise NotUsable("%s is Python %d.%d; 3.8 or later is needed, choose one with --python" % version)
    module = load(target["place"], target["is_file"])
    function, owner = find_target(module, target["shown_place"], target["function"])
    EXAMPLES.update(target["examples"])
    rows, notes = settle(function, owner, declared, target["shown"], (module, target["function"], owner))
    check_names(rows, target["shown"])
    hello = {"name": target["shown"], "packed": True, "progress": True, "notes": notes}
    hello["args"] = [row.told(default_of(function, row)) for row in rows]
    for argument in hello["args"]:
        argument["by_example"] = argument["name"] in BY_EXAMPLE
    hello["hints"] = hints_of(function, owner)
    hello["calling"] = calling(function, owner, rows)
    if sys.executable:
        hello["program"] = sys.executable  # Where the first one was only a way to it.
    return caller(function, owner, rows), hello


def why_not(error, shown):
    """The error of an import, with the place."""
    import traceback

    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith("<")]
    where = " (%s, line %d)" % (frames[-1].filename, frames[-1].lineno) if frames else ""
    return "cannot import %s: %s: %s%s" % (shown, type(error).__name__, error, where)


def main():
    source, sink = secluded_pipes()
    greeting = json.loads(source.readline())
    target = greeting["python"]
    sys.path[:] = [p for p in sys.path if p != ""]
    if not target["is_file"]:
        sys.path.insert(0, target["folder"])
    sys.argv = [target["place"]]
    function = None
    try:
        function, hello = prepare(target, greeting["args"])
    except NotUsable as e:
        hello = {"error": str(e)}
    except Exception as e:
        hello = {"error": why_not(e, target["shown_place"])}
    send(sink, json.dumps(dict(hello, autobva=2)).encode() + b"\n")
    if function is not None:
        serve(source, sink, function, len(hello["args"]), greeting)


main()
