# The arguments of the target: which ones are varied, with which types, and how the values are passed.

# Types of arguments that have none, from the examples that were given, and the names of arguments that got theirs so.
EXAMPLES, BY_EXAMPLE = {}, []
# Annotations whose values are passed as they arrive.
BASIC = {int: "int", bool: "bool", float: "f64", str: "str"}
# Stands for a missing annotation or default of a parameter.
NOTHING = object()
WILD = ("VAR_POSITIONAL", "VAR_KEYWORD")


class Parameter:
    """A parameter of a function; its kind has the name that `inspect` uses."""

    def __init__(self, name, kind, default, annotation):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation


def is_ordinary(function):
    """Whether a function's code says all about it; this saves loading `inspect`, which takes a fifth of a start."""
    return type(function) is type(is_ordinary) and not function.__dict__


def signature_of(function):
    """The parameters of a function, in order; raises ValueError or TypeError if Python does not know them."""
    if is_ordinary(function):
        return ordinary_parameters(function)
    import inspect

    known = lambda value: NOTHING if value is inspect.Parameter.empty else value
    found = inspect.signature(function).parameters.values()
    return [Parameter(p.name, p.kind.name, known(p.default), known(p.annotation)) for p in found]


def ordinary_parameters(function):
    code, annotations = function.__code__, annotations_of(function)
    first, alone = code.co_argcount, code.co_kwonlyargcount
    names, defaults = list(code.co_varnames), function.__defaults__ or ()
    kinds = ["POSITIONAL_ONLY"] * code.co_posonlyargcount
    kinds += ["POSITIONAL_OR_KEYWORD"] * (first - len(kinds)) + ["KEYWORD_ONLY"] * alone
    given = dict(zip(names[first - len(defaults):first], defaults), **(function.__kwdefaults__ or {}))
    wild = [kind for kind, flag in zip(WILD, (4, 8)) if code.co_flags & flag]
    found = zip(names, kinds + wild)
    return [Parameter(name, kind, given.get(name, NOTHING), annotations.get(name, NOTHING)) for name, kind in found]


def parameters(function, is_method):
    """The parameters that can be given, in order; None if Python does not know them."""
    try:
        found = signature_of(function)
    except (ValueError, TypeError):
        return None
    found = found[1:] if is_method else found
    if found and all(p.kind in WILD for p in found):
        return None
    return [p for p in found if p.kind not in WILD]


def is_awaited(function):
    if is_ordinary(function):
        return bool(function.__code__.co_flags & 128)
    import inspect

    return inspect.iscoroutinefunction(function)


def wrapper(name, own, module, path, owner):
    """A function for the user to copy, which takes a value that can be drawn and makes the argument from it."""
    cls = own if isinstance(own, type) else None
    made = "%s(n)" % cls.__name__ if cls else "..."
    first = path.partition(".")[0]
    taken = [first] + ([cls.__name__] if cls and cls.__module__ == module.__name__ else [])
    lines = ["from %s import %s" % (module.__name__, ", ".join(dict.fromkeys(taken)))]
    if cls and cls.__module__ not in (module.__name__, "builtins"):
        lines.append("from %s import %s" % (cls.__module__, cls.__name__))
    called = "%s().%s" % tuple(path.rsplit(".", 1)) if owner else path
    lines += ["", "def try_%s(n: int):" % path.replace(".", "_"), "    return %s(%s=%s)" % (called, name, made)]
    return "\n\n" + "\n".join("    " + line if line else "" for line in lines)


# Types that do not say what they hold, and what a user who knows it could declare instead.
VAGUE = {"list": "list[int]", "tuple": "tuple[int, int]", "dict": "dict[int]", "set": "set[int]", "Any": "int", "object": "int"}
MOST_SHOWN = 60


def refusal(p, shown, why, annotations, target):
    """What to do about an argument of which no values can be made."""
    own = annotations.get(p.name, p.annotation)
    said = "argument '%s' of %s " % (p.name, shown)
    if own is NOTHING:
        told = [REMEDIES.declare(p.name, kind) for kind in ("TYPE", "int")] + [REMEDIES.example(p.name)]
        return said + "has no type; declare it with %s, for instance %s, or give an example with %s" % tuple(told)
    called = getattr(own, "__name__", None) if isinstance(own, type) else str(own).replace("typing.", "")
    if called in VAGUE:
        return said + "has a type that does not say enough (%s); declare it, for instance with %s" % (
            called, REMEDIES.declare(p.name, VAGUE[called]))
    called = called if len(called) <= MOST_SHOWN else called[:MOST_SHOWN] + "…"
    return said + "has a type that cannot be drawn (%s: %s); name a function of your own that makes one, for instance%s" % (
        called, why, wrapper(p.name, own, *target))


def type_of(p, annotations):
    """How a parameter is declared and what makes its values; raises NotDrawable with the reason if it cannot be."""
    own = annotations.get(p.name, p.annotation)
    if isinstance(own, type) and own in BASIC:
        return BASIC[own], None
    need("types")
    if own is not NOTHING:
        return declared_as(own, Where(p.name))
    if p.default is NOTHING or p.default is None:
        raise NotDrawable("")
    return declared_like(p.default, Where(p.name))


def choices_of(own):
    """The choices that an annotation has, without None, by the numbers that stood for them in earlier versions.

    These are their values if they are consecutive whole numbers, and otherwise their positions. Files of earlier
    versions have these numbers, and users who declare whole numbers for a choice mean the same.
    """
    if type(own) is type:
        return {}
    import enum
    import typing

    parts = [part for part in typing.get_args(own) if part is not type(None)]
    if len(parts) == 1 and typing.get_origin(own) is not typing.Literal:
        own = parts[0]
    if is_subclass(own, enum.Enum):
        choices = list(own)
    elif typing.get_origin(own) is typing.Literal:
        choices = [choice for choice in typing.get_args(own) if choice is not None]
    else:
        return {}
    numbers = [getattr(choice, "value", choice) for choice in choices]
    if choices and all(type(n) is int for n in numbers) and sorted(numbers) == list(range(min(numbers), max(numbers) + 1)):
        return dict(zip(numbers, choices))
    return dict(enumerate(choices))


def by_number(own, declared):
    """A function that makes choices from the whole numbers that somebody declared for them, or None."""
    if not re.match(r"(int|[iu]\d+)\b", declared):
        return None
    choices = choices_of(own)
    # Choices that are whole numbers need no function: all declared numbers are passed as they are, even other ones.
    return guarded(choices.__getitem__) if choices and not any(type(c) is int for c in choices.values()) else None


def earlier_of(own):
    """The JSON of the choices that an annotation has, by what earlier versions drew instead."""
    choices = choices_of(own)
    if choices and all(type(choice) is bool for choice in choices.values()):
        choices = {json.dumps(choice): choice for choice in choices.values()}
    try:
        return {str(number): json.dumps(json_of(choice), ensure_ascii=False) for number, choice in choices.items()}
    except NotDrawable:
        return {}


# Annotations that the caller gives instead of the function's own.
ANNOTATED = {}


class Row:
    """An argument that is varied: its type, what makes its values, whether it is given by keyword, its earlier form."""

    def __init__(self, name, declared, turn=None, by_keyword=False, earlier=None):
        self.name, self.declared, self.turn, self.by_keyword = name, declared, turn, by_keyword
        self.earlier = earlier or {}

    def told(self, default):
        return {"name": self.name, "type": self.declared, "default": default, "earlier": self.earlier}


def settle(function, owner, declared, shown, target):
    """Decides which arguments are varied, and what the user should know about them."""
    notes, rows = [], []
    known = parameters(function, owner is not None)
    if known is None:
        if not declared:
            raise NotUsable("Python does not know the arguments of %s; declare each with %s" % (
                shown, REMEDIES.declare("NAME", "TYPE")))
        return [Row(a["name"], a["type"]) for a in declared], notes
    names = [p.name for p in known]
    for a in declared:
        if a["name"] not in names:
            raise NotUsable("%s has no argument '%s'; its arguments are %s" % (shown, a["name"], ", ".join(names) or "none"))
    wanted = {a["name"]: a["type"] for a in declared}
    annotations, skipped = annotations_of(function.__init__ if isinstance(function, type) else function), False
    annotations = {**annotations, **ANNOTATED}
    for p in known:
        has_default = p.default is not NOTHING
        own = why = turn = None
        # A user who declares arguments chooses what is varied; the others keep their default.
        if not wanted or not has_default or p.name in wanted:
            try:
                own, turn = type_of(p, annotations)
            except NotDrawable as reason:
                why = str(reason)
        found = wanted.get(p.name, own)
        if found is None and has_default:
            skipped = True
            continue
        if found is None and not why and p.name in EXAMPLES:
            found = EXAMPLES[p.name]
            BY_EXAMPLE.append(p.name)
        if found is None:
            raise NotUsable(refusal(p, shown, why, annotations, target))
        if skipped and p.kind == "POSITIONAL_ONLY":
            raise NotUsable("argument '%s' of %s can only be given after those before it; declare these, too" % (p.name, shown))
        chosen = by_number(annotations.get(p.name, p.annotation), found) if p.name in wanted else None
        if chosen:
            turn, TURNED[p.name] = chosen, ""  # No class makes them of numbers, so that no exported test can.
        earlier = {} if p.name in wanted else earlier_of(annotations.get(p.name, p.annotation))
        rows.append(Row(p.name, found, turn, skipped or p.kind == "KEYWORD_ONLY", earlier))
    left = [p.name for p in known if wanted and p.name not in [row.name for row in rows]]
    if left:
        notes.append("%s: not declared, so left at the default" % ", ".join(left))
    return rows, notes


def check_names(rows, shown):
    """Refuses declared classes and members of enumerations that no annotation has."""
    for row in rows:
        declared = unquoted(row.declared)
        found = re.findall(r"\brecord ([\w.-]+) *{", declared)
        for name, inside in re.findall(r"\benum ([\w.-]+) *{([^}]*)}", declared):
            found += ["%s.%s" % (name, member.strip()) for member in inside.split(",")]
        for name in found:
            if name not in MAKERS:
                raise NotUsable("argument '%s' of %s: its annotation knows no %s; name what is there, or write record{...}" % (
                    row.name, shown, name))


def unquoted(declared):
    return re.sub(r'"(\\.|[^"\\])*"', "", declared)


PLAIN = re.compile(r"(int|bool|bigint|[iu]\d+|f32|f64|str|decimal|date|time|datetime|duration)(\[[^\]]*\])?(~)?$")
NUMBERS = re.compile(r"(int|bool|bigint|[iu]\d+|f32|f64|str)(\[[^\]]*\])?(~)?$")


def is_plain(declared, kinds):
    """Whether values of a type are written as they are, and not as JSON."""
    return kinds.match(unquoted(declared)) is not None


def default_of(function, row):
    """The default of an argument as it is written for its type, or None."""
    try:
        default = {p.name: p.default for p in signature_of(function)}[row.name]
        if default is NOTHING:
            # Hardly any text is a UUID, so a search that begins with other texts would see only errors.
            return "00000000-0000-4000-8000-000000000000" if TURNED.get(row.name) == "UUID" else None
        value = json_of(default)
    except (ValueError, TypeError, KeyError, NotDrawable):
        return None
    if not is_plain(row.declared, PLAIN) or type(value) is bool:
        return json.dumps(value, ensure_ascii=False)
    return None if value is None else str(value)


def calling(function, owner, rows):
    """How a person would write the call."""
    return {
        "on_object": owner is not None,
        "is_awaited": is_awaited(function),
        "keywords": [row.name for row in rows if row.by_keyword],
        "imports": imports(),
        "turned": dict(TURNED),
    }


def introduction(function, owner, rows, notes, shown, with_hints=True):
    """The description of the target, for the search."""
    check_names(rows, shown)
    hello = {"name": shown, "notes": notes}
    hello["args"] = [row.told(default_of(function, row)) for row in rows]
    for argument in hello["args"]:
        argument["by_example"] = argument["name"] in BY_EXAMPLE
    if with_hints:
        need("hints")
        hello["hints"] = hints_of(function, owner)
    hello["calling"] = calling(function, owner, rows)
    return hello


def caller(function, owner, rows):
    """The function to call with the values as they arrive."""
    keywords = [row.name if row.by_keyword else None for row in rows]
    inner = function
    if owner is not None:
        inner = lambda *args, **named: function(owner(), *args, **named)
    if is_awaited(function):
        import asyncio

        loop, awaited = asyncio.new_event_loop(), inner
        inner = lambda *args, **named: loop.run_until_complete(awaited(*args, **named))
    if any(keywords):
        plain, given = inner, [k for k in keywords if k]
        first = len(keywords) - len(given)
        # Arguments by keyword come last, in the order of the parameters.
        inner = lambda *values: plain(*values[:first], **dict(zip(given, values[first:])))
    if all(is_plain(row.declared, NUMBERS) and not row.turn for row in rows):
        return inner
    CAREFUL.append(True)
    turns = [row.turn for row in rows]

    def checked(*values):
        if any(turns):
            values = [turn(value) if turn else value for turn, value in zip(turns, values)]
        broken = broken_in(tuple(values))
        if broken:
            raise broken.error
        return inner(*values)

    return checked
