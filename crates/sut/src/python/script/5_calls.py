# The calls: from a request to the outcomes.


def unlimited(convert, *args):
    """Converts between numbers and very long texts, which Python refuses by default; for the target that stays so."""
    if not hasattr(sys, "set_int_max_str_digits"):
        return convert(*args)
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return convert(*args)
    finally:
        sys.set_int_max_str_digits(before)


def read_request(source):
    """The next request with the values of all its calls, or None after the last."""
    line = source.readline()
    if not line:
        return None
    request = json.loads(line)
    request["values"] = values_in(source.read(request["body"]))
    return request


# Not empty if values arrive that are made by classes.
CAREFUL = []
STANDARD = {}


class Making(Unpickler):
    """Reads values that are made by classes, including those of the target; a class may refuse."""

    def find_class(self, module, name):
        if module == "autobva":
            return MAKERS[name] if name in MAKERS else Broken(NameError("there is no %s" % name))
        if name not in STANDARD:
            STANDARD[name] = guarded(super().find_class(module, name))
        return STANDARD[name]


def values_in(body):
    return Making(BytesIO(body)).load() if CAREFUL else loads(body)


ADDRESS = re.compile(r" at 0x[0-9a-f]+")
LONG = 4096
MOST_HELD = 1 << 22
# Types whose values have few characters; newer Pythons refuse to write whole numbers that are longer.
SHORT = {bool, float, type(None)} | ({int} if hasattr(sys, "set_int_max_str_digits") else set())


class Run:
    """Consecutive outcomes of the same validity and type."""

    def __init__(self, validity, name, is_short=False):
        self.validity, self.name, self.is_short, self.texts = validity, name, is_short, []

    def quoted(self):
        head = '["%s",%s,' % (self.validity, quoted(self.name))
        return head + ",".join([quoted(encodable(steady(t))) for t in self.texts]) + "]"


def steady(text):
    """Replaces the addresses of objects, because they differ from run to run."""
    return ADDRESS.sub(" at 0x…", text) if " at 0x" in text else text


def packed(number, runs, end):
    """The answer with one text per line, or None if a text has several lines or halves of characters."""
    texts = runs[0].texts if len(runs) == 1 else [text for run in runs for text in run.texts]
    body = "\n".join(texts)
    # Numbers are written on one line and have no address, so there is nothing to look for.
    if not runs or not all([run.is_short for run in runs]):
        if body.count("\n") != len(texts) - 1:
            return None
        body = steady(body)
    try:
        body = body.encode()
    except UnicodeEncodeError:
        return None
    heads = ",".join(['["%s",%s,%d]' % (run.validity, quoted(run.name), len(run.texts)) for run in runs])
    return b'%d {"id":%d,"runs":[%s]%s}\n%s' % (len(body), number, heads.encode(), end, body)


def plain(number, runs, end):
    """The answer in the form that any worker may use."""
    outcomes = ",".join([run.quoted() for run in runs])
    return b'{"id":%d,"outcomes":[%s]%s}\n' % (number, outcomes.encode(), end)


def encodable(text):
    """Replaces single halves of characters beyond 16 bits, which Python allows."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


# Stands for the result until a call has returned a value.
NO_VALUE = object()


class Batch:
    """The calls of a request and their outcomes."""

    def __init__(self, width, most, memory_text):
        self.width, self.most, self.memory_text = width, most, memory_text
        self.numbers = []
        self.load([])

    def load(self, values):
        self.values, self.runs, self.held, self.short_of_memory = values, [], 0, False

    def cut(self):
        """Ends the loop after the current call; the remaining calls are made later."""
        self.values.clear()

    def made(self):
        return sum([len(run.texts) for run in self.runs])

    def written(self, number, end):
        runs = [run for run in self.runs if run.texts]
        return packed(number, runs, end) or plain(number, runs, end)

    def start(self, kind):
        """Begins a run of values of one kind; returns what adds a text to it, and the kind if its texts are short."""
        is_short = any([kind is short for short in SHORT])
        run = Run("valid", kind.__name__, is_short)
        self.runs.append(run)
        return run.texts.append, kind if is_short else None

    def long(self, text):
        """Cuts texts one character beyond the limit, so that they can still be seen to be too long."""
        self.held += len(text)
        if self.held > MOST_HELD:
            self.cut()
        return text[: self.most + 1]

    def is_long_number(self, value, error):
        """Whether making the text failed because Python by default refuses to write such a long number."""
        return type(error) is ValueError and type(value) is int and value.bit_length() > 2000 and "digits" in str(error)

    def failed(self, error):
        name, text = type(error).__name__, None
        if isinstance(error, SystemExit):
            code = error.code
            code = 0 if code is None else code & 255 if isinstance(code, int) else 1
            name, text = "Exited(%d)" % code, "exit status %d" % code
        elif isinstance(error, MemoryError):
            self.short_of_memory = True
            self.cut()
            name, text = "OutOfMemory", self.memory_text
        if text is None:
            try:
                text = str(error)
            except BaseException:
                text = ""
        run = Run("error", name)
        run.texts.append(text if len(text) <= LONG else self.long(text))
        self.runs.append(run)

    def text_failed(self, value, error):
        """A result that cannot be written counts as an error of the call."""
        self.failed(error)

    def make(self, function, progress):
        """The loop on which the speed depends: as little as possible happens between two calls.

        Before each call its number is written where autobva can see it, even if this process dies in the call. The
        numbers are kept from batch to batch, because making them takes longer than writing them. The loop is written
        twice, because unpacking a single argument would cost as much as the rest of it.
        """
        width, values = self.width, self.values
        self.numbers.extend(range(len(self.numbers) + 1, len(values) + 1))
        calls = zip(self.numbers, zip(*[iter(values)] * width) if width > 1 else values)
        kind = fast = add = None
        value = none = NO_VALUE
        while True:
            try:
                if width == 1:
                    for progress[1], argument in calls:
                        value = none
                        value = function(argument)
                        if value.__class__ is fast:
                            add(str(value))
                            continue
                        if value.__class__ is not kind:
                            kind = value.__class__
                            add, fast = self.start(kind)
                        text = str(value)
                        add(text if len(text) <= LONG else self.long(text))
                else:
                    for progress[1], arguments in calls:
                        value = none
                        value = function(*arguments)
                        if value.__class__ is fast:
                            add(str(value))
                            continue
                        if value.__class__ is not kind:
                            kind = value.__class__
                            add, fast = self.start(kind)
                        text = str(value)
                        add(text if len(text) <= LONG else self.long(text))
                return
            except BaseException as error:
                self.caught(value, error, add)
            kind = fast = None

    def caught(self, value, error, add):
        """Notes an error of a call, or of its text if it has returned a value."""
        if self.is_long_number(value, error):
            add(self.long(unlimited(str, value)))
        elif value is NO_VALUE:
            self.failed(error)
        else:
            self.text_failed(value, error)

    def make_afresh(self, function, progress):
        """The same, but each call has a process of its own, forked from this one, where nothing was called before."""
        width, values = self.width, self.values
        calls = list(zip(*[iter(values)] * width)) if width else values
        for number, arguments in enumerate(calls):
            progress[1] = number + 1
            self.runs.append(self.made_by_a_child(function, list(arguments)))

    def made_by_a_child(self, function, arguments):
        source, sink = os.pipe()
        pid = os.fork()
        if pid == 0:
            self.load(arguments if self.width else [()])
            self.make(function, [0, 0])
            try:
                sys.stdout.flush()
            except Exception:
                pass
            data = self.runs[0].quoted().encode()
            send(sink, b"%d " % len(data) + data)
            _exit(0)
        os.close(sink)
        with open(source, "rb") as source:
            length = b""
            while length[-1:] not in (b" ", b"\0"):
                length += source.read(1) or b"\0"
            data = source.read(int(length)) if length[-1:] == b" " else b""
        status = waitpid(pid, 0)[1]
        if data:
            validity, name, text = json.loads(data)
            run = Run(validity, name)
        elif os.WIFSIGNALED(status):
            import signal
            code = os.WTERMSIG(status)
            name = signal.Signals(code).name if code in set(signal.Signals) else "signal %d" % code
            run, text = Run("error", "Crashed(%s)" % name), "killed by %s" % name
        else:
            code = os.WEXITSTATUS(status)
            run, text = Run("error", "Exited(%d)" % code), "exit status %d" % code
        run.texts.append(text)
        return run
