# The calls: from a request to the outcomes.


def unlimited(convert, *args):
    """Converts between numbers and very long texts, which Python refuses unless told; the target is not told."""
    if not hasattr(sys, "set_int_max_str_digits"):
        return convert(*args)
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return convert(*args)
    finally:
        sys.set_int_max_str_digits(before)


def read_request(line):
    try:
        return json.loads(line)
    except ValueError:
        return unlimited(json.loads, line)


ADDRESS = re.compile(r" at 0x[0-9a-f]+")
LONG = 4096
MOST_HELD = 1 << 22


class Run:
    """Outcomes of one validity and type, one after the other."""

    def __init__(self, validity, name):
        self.head = '["%s",%s,' % (validity, quoted(name))
        self.texts = []

    def written(self):
        texts = self.texts
        joined = '","'.join(texts)
        if " at 0x" in joined:  # Where an object lies differs from run to run.
            texts = [ADDRESS.sub(" at 0x…", t) for t in texts]
            joined = '","'.join(texts)
        if joined.isprintable() and "\\" not in joined and joined.count('"') == 2 * (len(texts) - 1):
            return self.head + '"' + joined + '"]'
        return self.head + ",".join([quoted(encodable(t)) for t in texts]) + "]"


def encodable(text):
    """Halves of characters beyond 16 bits, which Python allows alone, are replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Batch:
    """The calls of a request and their outcomes."""

    def __init__(self, width, most, memory_text):
        self.width, self.most, self.memory_text = width, most, memory_text
        self.values, self.runs, self.held, self.short_of_memory = [], [], 0, False

    def load(self, values):
        self.values, self.runs, self.held, self.short_of_memory = values, [], 0, False

    def cut(self):
        """Ends the loop after the call that is being made; the rest comes later."""
        self.values.clear()

    def made(self):
        return sum([len(run.texts) for run in self.runs])

    def written(self):
        return ",".join([run.written() for run in self.runs if run.texts])

    def start(self, kind):
        run = Run("valid", kind.__name__)
        self.runs.append(run)
        return run.texts.append

    def long(self, text):
        """Texts beyond the limit are cut one character after it, where they are seen to be too long."""
        self.held += len(text)
        if self.held > MOST_HELD:
            self.cut()
        return text[: self.most + 1]

    def is_long_number(self, value, error):
        """Whether making the text failed because Python writes no number of that length unless told."""
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

    def make(self, function, begun, progress):
        """The loop that counts: as little as possible happens between two calls.

        Before each call its number is written where autobva can see it, even if this process dies in it.
        """
        width, values = self.width, self.values
        if width == 1:
            calls = enumerate(values, begun)
        else:
            calls = enumerate(zip(*[iter(values)] * width) if width else iter(values), begun)
        kind = add = value = None
        while True:
            try:
                if width == 1:
                    for progress[0], argument in calls:
                        value = function(argument)
                        if value.__class__ is not kind:
                            kind = value.__class__
                            add = self.start(kind)
                        text = str(value)
                        add(text if len(text) <= LONG else self.long(text))
                else:
                    for progress[0], arguments in calls:
                        value = function(*arguments)
                        if value.__class__ is not kind:
                            kind = value.__class__
                            add = self.start(kind)
                        text = str(value)
                        add(text if len(text) <= LONG else self.long(text))
                return
            except BaseException as error:
                if self.is_long_number(value, error):
                    add(self.long(unlimited(str, value)))
                else:
                    self.failed(error)
            kind = value = None
