# The worker: the greeting, then requests until there are no more.


class Forks:
    """Notices processes that the target has started and not ended."""

    def __init__(self, batch):
        self.pid = getpid()
        # A call that forks is the last of its batch, because otherwise each call of the batch could leave a process.
        os.register_at_fork(after_in_parent=batch.cut, after_in_child=batch.cut)

    def are_left(self):
        try:
            while waitpid(-1, os.WNOHANG)[0]:
                pass
            return True
        except ChildProcessError:
            return False


class Surroundings:
    """What calls have in common within a process; a call that changes it would affect the calls after it.

    If every call is known to change it, what the first calls of a process make of it is taken as given. A look takes
    a few microseconds, a fraction of the time that it takes to send a single call here.
    """

    WHAT = ("a thread", "a timer", "another folder", "another environment", "another limit", "other standard streams")
    MOST_FILES = 64

    def __init__(self, settled):
        import signal
        import resource

        frames, timer, limit, files = sys._current_frames, signal.getitimer, resource.getrlimit, resource.RLIMIT_NOFILE
        folder, stat, recursion = os.getcwd, os.fstat, sys.getrecursionlimit
        # These are the bytes behind the texts; the texts would take longer to make.
        variables = getattr(os.environ, "_data", os.environ)

        def stream(number):
            try:
                return stat(number)[1:3]
            except OSError:
                return None

        def here():
            try:
                return folder()
            except OSError:
                return None

        self.look = lambda: (
            len(frames()),
            timer(0)[0] > 0,
            here(),
            variables.copy(),
            (recursion(), limit(files)),
            (stream(1), stream(2)),
        )
        self.before = None if settled else self.look()
        self.looks, self.files = 0, len(os.listdir("/proc/self/fd"))

    def left(self):
        """What is not as it was at the last look, or None."""
        try:
            now = self.look()
            if now != self.before:
                before, self.before = self.before, now
                return before and [what for what, a, b in zip(self.WHAT, before, now) if a != b][0]
            self.looks += 1
            if self.looks % self.MOST_FILES == 0 and len(os.listdir("/proc/self/fd")) > self.files + self.MOST_FILES:
                return "open files"
        except Exception:
            return "a broken interpreter"


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * mmap.PAGESIZE


def serve(source, sink, function, width, greeting):
    with open(greeting["progress"], "r+b") as file:
        progress = memoryview(mmap.mmap(file.fileno(), 16)).cast("Q")
    batch = Batch(width, greeting["max_output"], greeting["memory_text"])
    make = batch.make_afresh if greeting["fresh"] else batch.make
    forks = None if greeting["fresh"] else Forks(batch)
    memory, surroundings = resident(), Surroundings(greeting["settled"])
    for request in iter(lambda: read_request(source), None):
        values = request["values"] if width else [()] * request["count"]
        left = request["count"]
        while left:
            batch.load(values[-left * max(width, 1):])
            make(function, progress)
            if forks and getpid() != forks.pid:
                _exit(0)  # A copy of the worker that the target has made; the original answers.
            made = batch.made()
            changed = forks and surroundings.left()
            if changed and made > 1:
                # One of these calls may have affected others, so each is made again, in a new process.
                answer(sink, b'{"id":%d,"again":true}\n' % request["id"], True)
            progress[0] += made
            progress[1] = 0
            left -= made
            # Memory that a call did not get does no harm, but memory that it still holds would harm the next call.
            restart = forks and forks.are_left() or batch.short_of_memory and resident() > memory + (32 << 20)
            end = b',"restart":true' if restart or changed else b""
            if changed:
                end += b',"left":%s' % quoted(changed).encode()
            answer(sink, batch.written(request["id"], end), restart or changed)


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


def prepare(target, declared, with_hints):
    """The function to call, and the description of this worker."""
    if sys.version_info < (3, 8):
        version = (sys.executable,) + sys.version_info[:2]
        raise NotUsable("%s is Python %d.%d; 3.8 or later is needed, choose one with --python" % version)
    module = load(target["place"], target["is_file"])
    function, owner = find_target(module, target["shown_place"], target["function"])
    EXAMPLES.update(target["examples"])
    rows, notes = settle(function, owner, declared, target["shown"], (module, target["function"], owner))
    hello = introduction(function, owner, rows, notes, target["shown"], with_hints)
    hello.update(packed=True, progress=True)
    if sys.executable:
        hello["program"] = sys.executable  # Where the first one was only a way to it.
    return caller(function, owner, rows), hello


def why_not(error, target):
    """The error of an import, with its place and the remedy, if there is one."""
    import traceback

    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith("<")]
    where = " (%s, line %d)" % (frames[-1].filename, frames[-1].lineno) if frames else ""
    remedy = as_module(target) if isinstance(error, ImportError) and "relative import" in str(error) else ""
    told = (target["shown_place"], type(error).__name__, error, where, remedy)
    return "cannot import %s: %s: %s%s%s" % told


def as_module(target):
    """How to name a file of a package as a module, because the file alone does not know its package."""
    if not target["is_file"]:
        return ""
    folder, file = os.path.split(os.path.normpath(target["place"]))
    names = [os.path.splitext(file)[0]]
    while folder != os.path.dirname(folder) and (
        len(names) == 1 or os.path.isfile(os.path.join(folder, "__init__.py"))
    ):
        folder, package = os.path.split(folder)
        names.insert(0, package)
    here = "" if os.path.realpath(folder) == os.path.realpath(target["folder"]) else " in the folder %s" % folder
    return "; it belongs to a package: name it as the module %s:%s%s" % (".".join(names), target["function"], here)


def main():
    source, sink = secluded_pipes()
    greeting = json.loads(source.readline())
    target = greeting["python"]
    LATER.update(zip(("hints", "types"), sys.argv[1:]))
    sys.path[:] = [p for p in sys.path if p != ""]
    if not target["is_file"]:
        sys.path.insert(0, target["folder"])
    sys.argv = [target["place"]]
    function = None
    try:
        function, hello = prepare(target, greeting["args"], greeting["with_hints"])
    except NotUsable as e:
        hello = {"error": str(e)}
    except Exception as e:
        hello = {"error": why_not(e, target)}
    send(sink, json.dumps(dict(hello, autobva=2)).encode() + b"\n")
    if function is not None:
        serve(source, sink, function, len(hello["args"]), greeting)


main()
