# Hints: numbers and texts in the code of the target that are worth trying. Finding them calls no code of the target.

MOST_HINTS = 100
LONGEST_HINT = 100
MOST_FUNCTIONS = 40
MOST_MEMBERS = 100
# A leap day, because not every year has one.
SAMPLE_TIME = (2024, 2, 29, 23, 59, 58, 3, 60, 0)


class Hints:
    """Numbers and texts in the order in which they are found, each once."""

    def __init__(self):
        self.numbers, self.texts, self.said = {}, {}, {}

    def add(self, value, depth=0):
        """Takes a value, or what it holds. It compares with `type`, because `isinstance` may run code of the target."""
        import enum

        kind = type(value)
        if kind is int and value.bit_length() < 130 or kind is float and value - value == 0:
            self.numbers.setdefault(repr(value))
        elif kind is loaded("decimal", "Decimal") and value.is_finite():
            self.numbers.setdefault(format(value, "f"))
        elif kind is loaded("datetime", "timedelta"):
            self.numbers.setdefault(repr(value.total_seconds()))
        elif kind in [loaded("datetime", name) for name in ("date", "datetime", "time")]:
            self.add_text(value.isoformat())
        elif kind is str:
            self.add_text(value)
        elif kind is bytes:
            self.add_text(value.decode("latin-1"))
        elif kind is re.Pattern and type(value.pattern) is str:
            self.add_pattern(value.pattern)
        elif issubclass(kind, enum.EnumMeta):
            for member in list(value)[:MOST_MEMBERS]:
                self.add(member.value, depth + 1)
        elif issubclass(kind, enum.Enum):
            self.add(value.value, depth + 1)
        elif depth < 3:
            self.add_members(value, kind, depth)

    def add_members(self, value, kind, depth):
        from itertools import islice

        if issubclass(kind, dict):
            for key, part in islice(dict.items(value), MOST_MEMBERS):
                self.add(key, depth + 1)
                self.add(part, depth + 1)
        elif kind in (list, tuple, set, frozenset):
            members = sorted(value, key=repr) if kind in (set, frozenset) and len(value) <= MOST_MEMBERS else value
            for part in islice(members, MOST_MEMBERS):
                self.add(part, depth + 1)

    def add_text(self, text, is_said=False):
        if len(text) > LONGEST_HINT or not is_whole(text):
            return
        # Sentences are mostly texts that a function returns or raises, not texts that it takes.
        (self.said if is_said or len(text.split()) > 2 else self.texts).setdefault(text)
        if re.search("%[YmdHMSfyjbBp]", text):
            import time

            self.texts.setdefault(time.strftime(text.replace("%f", "000001"), SAMPLE_TIME))

    def add_pattern(self, pattern):
        """Texts that a regular expression matches, one for each of its first alternatives."""
        for choice in range(4):
            text = matching(pattern, choice)
            if text is not None:
                self.texts.setdefault(text)

    def found(self):
        return {"numbers": list(self.numbers)[:MOST_HINTS], "texts": list({**self.texts, **self.said})[:MOST_HINTS]}


def is_whole(text):
    """Whether a text has no halves of characters (surrogates), which cannot be sent."""
    return not re.search("[\ud800-\udfff]", text)


def is_class(value):
    return issubclass(type(value), type)


def matching(pattern, choice):
    """A text that the pattern matches, with this alternative wherever there are several; None if none was found."""
    try:
        from re import _parser as parser
    except ImportError:
        import sre_parse as parser
    categories = {"DIGIT": "0", "SPACE": " ", "WORD": "a", "NOT_DIGIT": "a", "NOT_SPACE": "a", "NOT_WORD": "-"}

    def member(options):
        for name, argument in options:
            name = str(name)
            if name == "NEGATE":
                return next(c for c in "a0-@" if re.match(pattern_of(options), c))
            if name == "LITERAL":
                return chr(argument)
            if name == "RANGE":
                return chr(argument[0])
            if name == "CATEGORY":
                return categories[str(argument).replace("CATEGORY_", "")]

    def pattern_of(options):
        texts = {"LITERAL": lambda c: re.escape(chr(c)), "RANGE": lambda r: "%s-%s" % tuple(re.escape(chr(c)) for c in r)}
        escapes = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w", "NOT_DIGIT": r"\D", "NOT_SPACE": r"\S", "NOT_WORD": r"\W"}
        texts["CATEGORY"] = lambda c: escapes[str(c).replace("CATEGORY_", "")]
        return "[^%s]" % "".join(texts[str(name)](argument) for name, argument in options[1:])

    def written(parts):
        return "".join(text_of(str(name), argument) for name, argument in parts)

    def text_of(name, argument):
        if name == "LITERAL":
            return chr(argument)
        if name in ("ANY", "NOT_LITERAL"):
            return "a" if argument != ord("a") else "b"
        if name == "IN":
            return member(argument)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, inner = argument
            return written(inner) * min(max(least, 1), most, 64)
        if name in ("SUBPATTERN", "ATOMIC_GROUP"):
            return written(argument[-1] if name == "SUBPATTERN" else argument)
        if name == "BRANCH":
            return written(argument[1][min(choice, len(argument[1]) - 1)])
        return ""  # Where a match begins and ends, and what is looked ahead for.

    try:
        text = written(parser.parse(pattern))
        return text if len(text) <= LONGEST_HINT and re.search(pattern, text) else None
    except Exception:
        return None


def code_of(function):
    """The Python function behind a callable, if there is one."""
    import functools
    import types

    for _ in range(16):
        kind = type(function)
        if kind is functools.partial:
            function = function.func
        elif kind in (staticmethod, classmethod, types.MethodType):
            function = function.__func__
        elif is_class(function):
            function = vars(function).get("__init__")
        elif hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        else:
            break
    return function if type(function) is types.FunctionType else None


def codes(code):
    """The code of a function, and of the functions in it."""
    yield code
    for const in code.co_consts:
        if type(const) is type(code):
            yield from codes(const)


def said(code):
    """The constant texts that code returns unchanged."""
    import dis

    steps = list(dis.get_instructions(code))
    after = [step.opname for step in steps[1:]] + [""]
    is_said = lambda step, then: step.opname == "RETURN_CONST" or step.opname == "LOAD_CONST" and then == "RETURN_VALUE"
    return {step.argval for step, then in zip(steps, after) if is_said(step, then) and type(step.argval) is str}


def read_function(function, hints):
    """Collects what is in the code of a function, and returns what it names of its module, such as other functions."""
    scope, home, named = function.__globals__, function.__module__, []
    for code in codes(function.__code__):
        consts = [c for c in code.co_consts if type(c) is not type(code) and (type(c) is not str or c != function.__doc__)]
        uses_re = any(scope.get(name) is re or getattr(re, name, None) is scope.get(name, 0) for name in code.co_names)
        returned = said(code) if any(type(const) is str for const in consts) else ()
        for const in consts:
            if uses_re and type(const) is str and re.search(r"[\\\[(^$*+?{]", const):
                hints.add_pattern(const)
            if type(const) is str:
                hints.add_text(const, const in returned)
            else:
                hints.add(const)
        for value in [scope[name] for name in code.co_names if name in scope]:
            is_own = getattr(value, "__module__", None) == home
            if is_own and callable(value):
                named.append(value)
            if is_own and is_class(value):
                # The constants and methods of the class that the code names.
                members = [vars(value)[name] for name in code.co_names if name in vars(value)]
                named += members
                for part in members:
                    hints.add(part)
            if is_own or not is_class(value):
                hints.add(value)
    for cell in function.__closure__ or ():
        try:
            hints.add(cell.cell_contents)
            named.append(cell.cell_contents)
        except ValueError:
            pass
    for default in (function.__defaults__ or ()) + tuple((function.__kwdefaults__ or {}).values()):
        hints.add(default)
    return named


def read_docstring(text, hints):
    """Collects the arguments of examples, words in quotes, and numbers."""
    import ast

    for line in re.findall(r"^\s*>>> (.*)$", text, re.M):
        try:
            tree = ast.parse(line.strip())
        except SyntaxError:
            continue
        for call in ast.walk(tree):
            for part in ast.walk(call) if isinstance(call, ast.Call) else ():
                try:
                    hints.add(ast.literal_eval(part))
                except Exception:
                    pass
    prose = re.sub(r"^\s*>>> .*$", "", text, flags=re.M)
    for groups in re.findall(r"""(?<!\w)(?:'([^'\n]{1,60})'|"([^"\n]{1,60})"|`{1,2}([^`\n]{1,60})`{1,2})(?!\w)""", prose):
        hints.add_text(next(group for group in groups if group))
    for number in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)", prose)[:MOST_MEMBERS]:
        hints.numbers.setdefault(number)


def hints_of(function, owner):
    """What the code of a function suggests trying. Whatever cannot be read is left out."""
    hints = Hints()
    try:
        waiting, seen = [function] + ([owner] if owner else []), []
        while waiting and len(seen) < MOST_FUNCTIONS:
            code = code_of(waiting.pop(0))
            if code is None or code in seen:
                continue
            seen.append(code)
            waiting += read_function(code, hints)
            if owner is not None and len(seen) <= 2:
                waiting += [vars(owner)[name] for name in code.__code__.co_names if name in vars(owner)]
        if getattr(function, "__doc__", None):
            read_docstring(function.__doc__, hints)
    except Exception:
        pass
    return hints.found()
