# Its arguments: what is varied, with which types, and how the values are handed over.

def is_subclass(annotation, kind):
    return isinstance(annotation, type) and issubclass(annotation, kind)


def drawn(choices, notes, name):
    """Choices become whole numbers: themselves where they are consecutive, else their positions."""
    numbers = [getattr(c, "value", c) for c in choices]
    if all(type(n) is int for n in numbers) and sorted(numbers) == list(range(min(numbers), max(numbers) + 1)):
        table = dict(zip(numbers, choices))
        convert = None if all(type(c) is int for c in choices) else table.__getitem__
        return "int[%d..%d]" % (min(numbers), max(numbers)), convert
    if {type(n) for n in numbers} == {bool} and len(numbers) == 2 and type(choices[0]) is bool:
        return "bool", None
    shown = ["%d = %s" % (i, getattr(c, "name", None) or repr(c)) for i, c in enumerate(choices)]
    if len(shown) > 8:
        shown = shown[:7] + ["…"]
    notes.append("%s is drawn by position: %s" % (name, ", ".join(shown)))
    return "int[0..%d]" % (len(choices) - 1), choices.__getitem__


def mapped(annotation, notes, name):
    """The declared type of an annotation and how to convert to it, or None."""
    import enum
    import typing

    simple = {int: "int", bool: "bool", float: "f64", str: "str"}
    try:
        if annotation in simple:
            return simple[annotation], None
    except TypeError:
        return None
    if is_subclass(annotation, enum.Enum) and len(annotation):
        return drawn(list(annotation), notes, name)
    if hasattr(annotation, "__supertype__"):  # NewType
        return mapped(annotation.__supertype__, notes, name)
    if hasattr(annotation, "__metadata__"):  # Annotated
        return mapped(annotation.__origin__, notes, name)
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        choices = [part for part in parts if part is not None]
        return drawn(choices, notes, name) if choices else None
    if origin is typing.Union or type(annotation).__name__ == "UnionType":
        rest = [part for part in parts if part is not type(None)]
        if len(rest) == 1 and len(rest) < len(parts):
            found = mapped(rest[0], notes, name)
            if found:
                notes.append("%s may be None, which is not tried" % name)
            return found
    return None


def hints(function):
    """The annotations, those written as strings included."""
    import inspect
    import typing

    holder = function.__init__ if inspect.isclass(function) else function
    try:
        return typing.get_type_hints(holder)
    except Exception:
        pass
    raw = dict(getattr(holder, "__annotations__", {}))
    scope = dict(vars(typing), **getattr(holder, "__globals__", {}))
    for name, annotation in raw.items():
        if isinstance(annotation, str):
            try:
                raw[name] = eval(annotation, scope)
            except Exception:
                pass
    return raw


def parameters(function, is_method):
    """The parameters that can be given, in order; None where Python cannot tell."""
    import inspect

    try:
        found = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return None
    found = found[1:] if is_method else found
    wild = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
    if found and all(p.kind in wild for p in found):
        return None
    return [p for p in found if p.kind not in wild]


def settle(function, owner, declared, shown):
    """Decides what is varied: names, types, converters, which are given by keyword; and what the user should know."""
    import inspect

    notes, rows = [], []
    known = parameters(function, owner is not None)
    if known is None:
        if not declared:
            raise NotUsable("Python does not know the arguments of %s; declare each with --arg NAME:TYPE" % shown)
        return [(a["name"], a["type"], None, False) for a in declared], notes
    names = [p.name for p in known]
    for a in declared:
        if a["name"] not in names:
            raise NotUsable("%s has no argument '%s'; its arguments are %s" % (shown, a["name"], ", ".join(names) or "none"))
    wanted = {a["name"]: a["type"] for a in declared}
    annotations, skipped = hints(function), False
    for p in known:
        has_default = p.default is not inspect.Parameter.empty
        if p.name in wanted:
            own = mapped(annotations.get(p.name, p.annotation), [], p.name)
            # A restricted choice is still a choice.
            found = wanted[p.name], own[1] if own and wanted[p.name].startswith("int") else None
        elif wanted and has_default:
            found = None  # Whoever declares arguments chooses what is varied; the others keep their default.
        else:
            own = annotations.get(p.name, p.annotation)
            if own is inspect.Parameter.empty and has_default:
                own = type(p.default)
            found = None if own is inspect.Parameter.empty else mapped(own, notes, p.name)
        if found is None and has_default:
            skipped = True
            continue
        if found is None:
            own = annotations.get(p.name, p.annotation)
            why = "has no type" if own is inspect.Parameter.empty else "has a type that cannot be drawn (%s)" % (
                getattr(own, "__name__", None) or own
            )
            raise NotUsable("argument '%s' of %s %s; declare it with --arg %s:TYPE, for instance --arg %s:int" % (
                p.name, shown, why, p.name, p.name))
        if skipped and p.kind is p.POSITIONAL_ONLY:
            raise NotUsable("argument '%s' of %s can only be given after those before it; declare these, too" % (p.name, shown))
        rows.append((p.name, found[0], found[1], skipped or p.kind is p.KEYWORD_ONLY))
    left = [p.name for p in known if wanted and p.name not in [row[0] for row in rows]]
    if left:
        notes.append("%s: not declared, so left at the default" % ", ".join(left))
    return rows, notes


def choices_of(row):
    """The choices of an argument, after the numbers that they are drawn by; not all of a declared range need be any."""
    _, declared, convert, _ = row
    low, _, high = declared[len("int["):-1].partition("..")
    for n in range(int(low), int(high) + 1)[:1000] if low and high else ():
        try:
            yield n, convert(n)
        except (KeyError, IndexError):
            pass


def names_of(row):
    """What the choices of an argument are called, by the number that they are drawn by."""
    import enum

    if row[2] is None:
        return {}
    named = lambda c: "%s.%s" % (type(c).__name__, c.name) if isinstance(c, enum.Enum) else repr(c)
    return {str(n): named(c) for n, c in choices_of(row)}


def default_of(function, row):
    """The default of an argument as it would be given to --arg's type, or None."""
    import inspect

    name, _, convert, _ = row
    try:
        default = inspect.signature(function).parameters[name].default
    except (ValueError, TypeError, KeyError):
        return None
    if convert is not None:
        # Choices are drawn by number: the default is one of them.
        return next((str(n) for n, choice in choices_of(row) if choice is default), None)
    if type(default) is bool:
        return "true" if default else "false"
    return str(default) if type(default) in (int, float, str) else None


def calling(function, owner, rows):
    """How a person would write the call."""
    import inspect

    return {
        "on_object": owner is not None,
        "is_awaited": inspect.iscoroutinefunction(function),
        "keywords": [row[0] for row in rows if row[3]],
        "converts": any(row[2] for row in rows),
    }


def caller(function, owner, rows):
    """The function that takes the values as they come."""
    import inspect

    converters = [row[2] for row in rows]
    keywords = [row[0] if row[3] else None for row in rows]
    inner = function
    if owner is not None:
        inner = lambda *args, **named: function(owner(), *args, **named)
    if inspect.iscoroutinefunction(function):
        import asyncio

        loop, awaited = asyncio.new_event_loop(), inner
        inner = lambda *args, **named: loop.run_until_complete(awaited(*args, **named))
    if not any(converters) and not any(keywords):
        return inner

    def converted(*values):
        values = [v if c is None else c(v) for c, v in zip(converters, values)]
        positional = [v for k, v in zip(keywords, values) if k is None]
        return inner(*positional, **{k: v for k, v in zip(keywords, values) if k is not None})

    return converted
