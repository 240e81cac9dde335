# Its arguments: what is varied, with which types, and how the values are handed over.

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


def wrapper(name, shown):
    """A function to copy that takes what can be drawn and makes the rest of it."""
    function = shown.rsplit(":", 1)[-1].replace(".", "_")
    return "write a function that takes what can be drawn and makes it, for instance: def try_%s(n: int): return %s(%s=…)" % (
        function, function, name)


def type_of(p, annotations):
    """How a parameter is declared; NotDrawable with the reason where it cannot be."""
    import inspect

    own = annotations.get(p.name, p.annotation)
    if own is not inspect.Parameter.empty:
        return declared_as(own)
    if p.default is inspect.Parameter.empty or p.default is None:
        raise NotDrawable("")
    return declared_like(p.default)


def settle(function, owner, declared, shown):
    """Decides what is varied: names, types, which are given by keyword; and what the user should know."""
    import inspect

    notes, rows = [], []
    known = parameters(function, owner is not None)
    if known is None:
        if not declared:
            raise NotUsable("Python does not know the arguments of %s; declare each with --arg NAME:TYPE" % shown)
        return [(a["name"], a["type"], False) for a in declared], notes
    names = [p.name for p in known]
    for a in declared:
        if a["name"] not in names:
            raise NotUsable("%s has no argument '%s'; its arguments are %s" % (shown, a["name"], ", ".join(names) or "none"))
    wanted = {a["name"]: a["type"] for a in declared}
    annotations, skipped = annotations_of(function.__init__ if inspect.isclass(function) else function), False
    for p in known:
        has_default = p.default is not inspect.Parameter.empty
        found, why = wanted.get(p.name), ""
        # Whoever declares arguments chooses what is varied; the others keep their default.
        if not wanted or not has_default or p.name in wanted:
            try:
                own = type_of(p, annotations)
                found = found or own
            except NotDrawable as reason:
                why = str(reason)
        if found is None and has_default:
            skipped = True
            continue
        if found is None:
            if not why:
                raise NotUsable("argument '%s' of %s has no type; declare it with --arg %s:TYPE, for instance --arg %s:int" % (
                    p.name, shown, p.name, p.name))
            own = annotations.get(p.name, p.annotation)
            own = getattr(own, "__name__", None) if isinstance(own, type) else own
            raise NotUsable("argument '%s' of %s has a type that cannot be drawn (%s: %s); %s" % (
                p.name, shown, own, why, wrapper(p.name, shown)))
        if skipped and p.kind is p.POSITIONAL_ONLY:
            raise NotUsable("argument '%s' of %s can only be given after those before it; declare these, too" % (p.name, shown))
        rows.append((p.name, found, skipped or p.kind is p.KEYWORD_ONLY))
    left = [p.name for p in known if wanted and p.name not in [row[0] for row in rows]]
    if left:
        notes.append("%s: not declared, so left at the default" % ", ".join(left))
    return rows, notes


PLAIN = {"int", "bool", "f64", "f32", "str", "decimal", "date", "time", "datetime", "duration"}


def default_of(function, row):
    """The default of an argument as it is written for its type, or None."""
    import inspect

    name, declared, _ = row
    try:
        default = inspect.signature(function).parameters[name].default
        value = None if default is inspect.Parameter.empty else (json_of(default),)
    except (ValueError, TypeError, KeyError, NotDrawable):
        return None
    if value is None:
        return None
    if re.match(r"\w*", declared).group() not in PLAIN or "|" in declared or "?" in declared:
        return json.dumps(value[0], ensure_ascii=False)
    return {True: "true", False: "false"}.get(value[0]) if type(value[0]) is bool else None if value[0] is None else str(value[0])


def calling(function, owner, rows):
    """How a person would write the call."""
    import inspect

    return {
        "on_object": owner is not None,
        "is_awaited": inspect.iscoroutinefunction(function),
        "keywords": [row[0] for row in rows if row[2]],
        "imports": dict(IMPORTS),
    }


def caller(function, owner, rows):
    """The function that takes the values as they come."""
    import inspect

    keywords = [row[0] if row[2] else None for row in rows]
    inner = function
    if owner is not None:
        inner = lambda *args, **named: function(owner(), *args, **named)
    if inspect.iscoroutinefunction(function):
        import asyncio

        loop, awaited = asyncio.new_event_loop(), inner
        inner = lambda *args, **named: loop.run_until_complete(awaited(*args, **named))
    if any(keywords):
        plain, given = inner, [k for k in keywords if k]
        first = len(keywords) - len(given)
        # Those by keyword come last, in the order of the parameters.
        inner = lambda *values: plain(*values[:first], **dict(zip(given, values[first:])))
    if not MAKERS:
        return inner

    def checked(*values):
        broken = broken_in(values)
        if broken:
            raise broken.error
        return inner(*values)

    return checked
