# A search within the caller's process: the same calls without a worker, on the caller's thread. Nothing limits a call.


class InCode(Remedies):
    """What to write in a call of `autobva.find`."""

    def declare(self, name, declared):
        return 'args={"%s": "%s"}' % (name, declared)

    def example(self, name):
        return 'seed_values={"%s": VALUE}' % name


REMEDIES = InCode()


class Calls(Batch):
    """A batch whose calls may be interrupted, and whose results must have a text."""

    def __init__(self, width, most, interrupts):
        super().__init__(width, most, "more memory than there is")
        self.interrupts = interrupts

    def make(self, function, progress):
        """The loop for one argument without the numbers of the calls: if this process dies, nobody is there to read them."""
        if self.width != 1:
            return super().make(function, progress)
        calls, kind, fast, add, none = iter(self.values), None, None, None, NO_VALUE
        while True:
            value = none
            try:
                for argument in calls:
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
                return
            except BaseException as error:
                self.caught(value, error, add)
            kind = fast = None

    def failed(self, error):
        if isinstance(error, KeyboardInterrupt) and self.interrupts.is_meant():
            raise error
        super().failed(error)

    def text_failed(self, value, error):
        if isinstance(error, KeyboardInterrupt):
            return self.failed(error)
        kind = type(value).__name__
        raise NotUsable(
            "a result of type %s has no text, because its __str__ or __repr__ raises %s; mend that, or search a function "
            "that returns something plain of it, such as lambda n: f(n).value" % (kind, type(error).__name__)
        )


class Interrupts:
    """Notices Ctrl-C even if the function swallows the exception; one that the function raises itself is an outcome."""

    def __init__(self):
        import signal
        import threading

        self.signal, self.came, self.batch = signal, False, None
        is_main = threading.current_thread() is threading.main_thread()
        handler = signal.getsignal(signal.SIGINT) if is_main else signal.SIG_IGN
        self.listens = handler is signal.default_int_handler
        # If another handler is installed, an interrupt may come from outside the function; if the signal is ignored, it
        # cannot.
        self.is_unsure = not self.listens and handler is not signal.SIG_IGN

    def listen(self):
        if self.listens:
            self.signal.signal(self.signal.SIGINT, self.heard)

    def heard(self, *_):
        self.came = True
        self.batch.cut()  # No more calls, even if the function swallows the exception.
        raise KeyboardInterrupt

    def is_meant(self):
        return self.came or self.is_unsure

    def end(self):
        if self.listens and self.signal.getsignal(self.signal.SIGINT) == self.heard:
            self.signal.signal(self.signal.SIGINT, self.signal.default_int_handler)


def is_blank():
    """Whether these globals hold nothing about a callable, so that another callable can use them as well."""
    return not any((MAKERS, CLASSES, DRAWN, TURNED, EXAMPLES, BY_EXAMPLE, ANNOTATED, CAREFUL, STANDARD))


class Within:
    """A callable that is searched in the process of the caller."""

    def __init__(self, function, shown, declared, annotated, examples, most, silence):
        refuse(function, shown)
        EXAMPLES.update(examples)
        ANNOTATED.update(annotated)
        home = sys.modules.get(getattr(function, "__module__", None) or "__main__") or sys.modules["__main__"]
        rows, notes = settle(function, None, declared, shown, (home, shown, None))
        self.hello = json.dumps(dict(introduction(function, None, rows, notes, shown), autobva=2))
        self.function, self.rows, self.width = caller(function, None, rows), rows, len(rows)
        self.shown, self.most, self.silence = shown, most, silence

    def begin(self):
        self.interrupts = Interrupts()
        self.calls = self.interrupts.batch = Calls(self.width, self.most, self.interrupts)
        self.interrupts.listen()
        self.pid, self.modules, self.kept = getpid(), sys.modules, dict(sys.modules)
        self.recursion, self.folder = sys.getrecursionlimit(), os.getcwd()

    def call(self, body, count):
        """Makes `count` calls with the values of a pickle, and returns the outcomes in the form of the protocol."""
        batch, width = self.calls, self.width
        values = values_in(body) if width else [()] * count
        answers, left, many = [], count, len(self.modules)
        self.silence.begin()
        try:
            while left:
                batch.load(values[-left * max(width, 1):] if left < count else values)
                batch.make(self.function, [0, 0])
                if getpid() != self.pid:
                    _exit(0)  # A copy of the process that the function has made; the original goes on.
                made = batch.made()
                left -= made
                answers.append(batch.written(0, b""))
                if self.interrupts.came:
                    raise KeyboardInterrupt
        finally:
            self.silence.end()
            if getattr(sys, "modules", None) is not self.modules or len(self.modules) < many:
                self.mend()
        return answers

    def arguments(self, body):
        """The values of a pickle as the function gets them, by the names of its arguments; None for inputs that cannot
        be made."""
        values, found = values_in(body), []
        for given in zip(*[iter(values)] * self.width):
            given = [row.turn(value) if row.turn else value for row, value in zip(self.rows, given)]
            whole = not broken_in(tuple(given))
            found.append({row.name: value for row, value in zip(self.rows, given)} if whole else None)
        return found

    def mend(self):
        """Puts back the modules that the function has removed."""
        sys.modules = self.modules
        for name, module in self.kept.items():
            self.modules.setdefault(name, module)
        raise NotUsable(
            "%s removes modules from sys.modules, which the whole program needs; they were put back; search it in a process "
            "of its own with isolate=True" % self.shown
        )

    def end(self):
        self.interrupts.end()
        sys.setrecursionlimit(self.recursion)
        try:
            if os.getcwd() != self.folder:
                os.chdir(self.folder)
        except OSError:
            pass


def refuse(function, shown):
    """Refuses what cannot be called, or gives no value when it is called."""
    import inspect

    if inspect.isgenerator(function) or inspect.iscoroutine(function) or inspect.isasyncgen(function):
        kind = type(function).__name__
        raise NotUsable("a %s cannot be called again; give the function that made it, not what it has returned" % kind)
    if not callable(function):
        raise NotUsable("a %s cannot be called; give a function, a method, a class or a lambda" % type(function).__name__)
    own = function if inspect.isroutine(function) or inspect.isclass(function) else getattr(type(function), "__call__", function)
    if inspect.isgeneratorfunction(own) or inspect.isasyncgenfunction(own):
        raise NotUsable("%s is a generator, whose calls give no values yet; give one that does: lambda n: list(%s(n))" % (shown, shown))
    if inspect.iscoroutinefunction(own):
        raise NotUsable(
            "%s is a coroutine, which has to be awaited; give one that does so: lambda n: asyncio.run(%s(n)), or search it "
            "in a process of its own with isolate=True" % (shown, shown)
        )
    if inspect.isfunction(function) and "." in function.__qualname__.rpartition("<locals>.")[2]:
        first = next(iter(inspect.signature(function).parameters), None)
        if first == "self":
            cls = shown.rpartition(".")[0]
            raise NotUsable("%s needs an object of its class; give the method of one, such as %s(...).%s" % (
                shown, cls, function.__name__))
