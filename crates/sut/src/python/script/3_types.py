# The types of the target: how an annotation is declared, and how its values are made from those that arrive.

DEEPEST = 32
LONGEST = 1 << 16
# How many of the keys that may be missing are also left out one by one.
MOST_MISSING = 6
UUIDS = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


class Where:
    """Where in the arguments a type stands, and inside which classes."""

    def __init__(self, path, classes=(), depth=1):
        self.path, self.classes, self.depth = path, classes, depth

    def inside(self, step, *classes):
        if any(cls in self.classes for cls in classes):
            raise NotDrawable("%s holds itself" % classes[0].__name__)
        if self.depth >= DEEPEST:
            raise NotDrawable("it is nested more than %d deep" % DEEPEST)
        return Where(self.path + step, self.classes + classes, self.depth + 1)


class Limits:
    """The least and the greatest value, whether each is excluded, and the least and the greatest length."""

    ENDS = {"ge": ("least", False), "gt": ("least", True), "le": ("most", False), "lt": ("most", True)}

    def __init__(self, metadata=()):
        self.least = self.most = self.shortest = self.longest = None
        self.no_least = self.no_most = False
        for part in metadata:
            for one in getattr(part, "metadata", None) or [part]:  # pydantic's Field holds its own.
                self.add(one)

    def add(self, one):
        for name, (end, is_excluded) in self.ENDS.items():
            if getattr(one, name, None) is not None:
                setattr(self, end, getattr(one, name))
                setattr(self, "no_" + end, is_excluded)
        if getattr(one, "min_length", None) is not None:
            self.shortest = one.min_length
        if getattr(one, "max_length", None) is not None:
            self.longest = one.max_length

    def lengths(self, form, otherwise=""):
        """The range of lengths, as it is written after a type."""
        if self.shortest is None and self.longest is None:
            return otherwise
        return form % ("%s..%s" % (self.shortest or 0, "" if self.longest is None else self.longest))

    def ranged(self, declared):
        """The type with the range that the limits give."""
        import math

        least, most = self.least, self.most
        if least is None and most is None:
            return declared
        if declared == "int":
            least = least if least is None else math.floor(least) + 1 if self.no_least else math.ceil(least)
            most = most if most is None else math.ceil(most) - 1 if self.no_most else math.floor(most)
        elif declared == "f64" and hasattr(math, "nextafter"):
            least = math.nextafter(float(least), math.inf) if self.no_least else least
            most = math.nextafter(float(most), -math.inf) if self.no_most else most
        elif declared == "decimal":
            import decimal

            step = decimal.Decimal("0.01")
            least = decimal.Decimal(str(least)) + step if self.no_least else least
            most = decimal.Decimal(str(most)) - step if self.no_most else most
        elif declared not in ("f64", "date", "datetime", "time"):
            return declared
        text = lambda end: "" if end is None else end.isoformat() if hasattr(end, "isoformat") else str(end)
        return "%s[%s..%s]" % (declared, text(least), text(most))


def literal(value):
    import enum

    if isinstance(value, enum.Enum):
        members(type(value))
        return "enum %s{%s}" % (known_as(type(value)), value.name)
    if value is None or type(value) in (bool, int, float, str):
        return json.dumps(value, ensure_ascii=False)
    raise NotDrawable("the choice %r has no form as JSON" % (value,))


def members(cls):
    if not len(cls):
        raise NotDrawable("the enumeration %s has no members" % cls.__name__)
    name = known_as(cls)
    MAKERS.update(("%s.%s" % (name, member.name), member) for member in cls)
    return "enum %s{%s}" % (name, ", ".join(member.name for member in cls))


def record(cls, where):
    """The declaration of a class that is made of fields; fields that cannot be drawn keep their default."""
    drawn = []
    for field in fields_of(cls):
        inside = where.inside("." + field.name, cls)
        try:
            drawn.append((field.name,) + declared_as(field.annotation, inside))
        except NotDrawable:
            if not field.has_default:
                raise
    name, DRAWN[cls] = known_as(cls), [name for name, _, _ in drawn]
    MAKERS[name] = maker(cls, DRAWN[cls], [turn for _, _, turn in drawn])
    return short("record %s{%s}" % (name, ", ".join("%s: %s" % field[:2] for field in drawn))), None


def typed_dict(cls, where):
    """The declaration of a dictionary with known keys: with all, without each optional one, and without all these."""
    import typing

    drawn, missing = [], []
    for name, part in annotations_of(cls).items():
        drawn.append((name,) + declared_as(unwrapped(part), where.inside("." + name, cls)))
        kind = str(typing.get_origin(part))
        if "NotRequired" in kind or name in getattr(cls, "__optional_keys__", ()) and "Required" not in kind:
            missing.append(name)
    turns = {name: turn for name, _, turn in drawn if turn}
    turn = (lambda d: {k: turns[k](v) if k in turns else v for k, v in d.items()}) if turns else None
    parts = [(name, "%s: %s" % (json.dumps(name, ensure_ascii=False), text)) for name, text, _ in drawn]
    left_out = [()] + [(name,) for name in missing[:MOST_MISSING]] + ([tuple(missing)] if missing[1:] else [])
    texts = ["record{%s}" % ", ".join(text for name, text in parts if name not in without) for without in left_out]
    return short(" | ".join(texts)), only(dict, turn)


def short(text):
    if len(text) > LONGEST:
        raise NotDrawable("it has too many parts")
    return text


def unwrapped(annotation):
    """The type in Required[…] and NotRequired[…]."""
    import typing

    return typing.get_args(annotation)[0] if "equired" in str(typing.get_origin(annotation)) else annotation


def only(kind, turn):
    """A function that turns values of one kind, and leaves other values of a union as they are."""
    return turn and (lambda value: turn(value) if type(value) is kind else value)


def first_of(turns):
    """A function that returns what the first of several functions makes of a value, among those that change it."""
    turns = [turn for turn in turns if turn]
    return (lambda value: next((new for new in (turn(value) for turn in turns) if new is not value), value)) if turns else None


def turned(cls, where, declared):
    """The declaration of a class that is made from a text, and the function that makes it."""
    TURNED[where.path] = known_as(cls)
    return declared, only(str, guarded(cls))


def several(kind, made, part, where, form, lengths):
    """The declaration of a container with items of one type, which arrives as `kind` and is to become `made`."""
    text, turn = declared_as(part, where.inside("[]"))
    change = None
    if made is frozenset:
        TURNED[where.path] = known_as(made)
    if kind is dict:
        change = turn and (lambda items: {key: turn(item) for key, item in items.items()})
    elif turn or made is not kind:
        change = lambda items: made([turn(item) for item in items] if turn else items)
    return form % (text + lengths), only(kind, change)


def declared_as(annotation, where, limits=Limits()):
    """How a type is declared to autobva, and what makes its values from those that arrive, or None if these will do.

    Raises NotDrawable with the reason if it cannot be declared.
    """
    simple = {int: "int", bool: "bool", float: "f64", None: "null", type(None): "null"}
    simple.update((loaded("datetime", name), name) for name in ("date", "datetime", "time"))
    simple.update({loaded("datetime", "timedelta"): "duration", loaded("decimal", "Decimal"): "decimal"})
    try:
        if annotation in simple:
            return limits.ranged(simple[annotation]), None
    except TypeError:
        pass
    if annotation is str or annotation is bytes:
        return annotation.__name__ + limits.lengths("[%s]"), None
    if hasattr(annotation, "__supertype__"):  # NewType
        return declared_as(annotation.__supertype__, where, limits)
    if hasattr(annotation, "__metadata__"):  # Annotated
        return declared_as(annotation.__origin__, where, Limits(annotation.__metadata__))
    if hasattr(annotation, "__value__") and type(annotation).__name__ == "TypeAliasType":
        return declared_as(annotation.__value__, where.inside("", annotation), limits)
    import typing

    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return " | ".join(map(literal, parts)), None
    if origin is typing.Union or type(annotation).__name__ == "UnionType":
        found = [declared_as(part, where, limits) for part in parts]
        return " | ".join(text for text, _ in found), first_of(turn for _, turn in found)
    return declared_container(annotation, origin, parts, where, limits) or declared_class(annotation, origin, where)


def declared_container(annotation, origin, parts, where, limits):
    """How lists, sets, tuples and dictionaries are declared; None for other types."""
    from collections import abc

    if not parts:
        return None
    lengths = limits.lengths("; %s")
    if origin in (list, abc.Sequence, abc.Iterable, abc.Collection, abc.MutableSequence):
        return several(list, list, parts[0], where, "list[%s]", lengths)
    if origin in (set, frozenset, abc.Set, abc.MutableSet):
        return several(set, frozenset if origin is frozenset else set, parts[0], where, "set[%s]", lengths)
    if origin in (dict, abc.Mapping, abc.MutableMapping):
        if parts[0] is not str:
            raise NotDrawable("the keys of a dictionary must be str")
        return several(dict, dict, parts[1], where, "dict[%s]", lengths)
    if origin is not tuple or parts == ((),):
        return None
    if len(parts) == 2 and parts[1] is Ellipsis:
        return several(tuple, tuple, parts[0], where, "tuple[%s]", lengths or "; 0..100")
    found = [declared_as(part, where.inside("[%d]" % at)) for at, part in enumerate(parts)]
    turns = [turn or (lambda value: value) for _, turn in found]
    turn = (lambda items: tuple(turn(item) for turn, item in zip(turns, items))) if any(t for _, t in found) else None
    return "tuple[%s]" % ", ".join(text for text, _ in found), only(tuple, turn)


def declared_class(annotation, origin, where):
    """How an enumeration, a class with fields, or a class that is made from a text is declared."""
    import enum

    path = loaded("pathlib", "Path")
    if is_subclass(annotation, enum.Enum):
        return members(annotation), None
    if is_subclass(annotation, dict) and hasattr(annotation, "__total__"):  # TypedDict
        return typed_dict(annotation, where)
    if annotation is loaded("fractions", "Fraction"):
        MAKERS[known_as(annotation)] = maker(annotation, ["numerator", "denominator"], [None, None])
        return "record Fraction{numerator: int, denominator: int[1..1000000000]}", None
    if annotation is loaded("uuid", "UUID"):
        return turned(annotation, where, 'str~"%s"' % UUIDS)
    if annotation is os.PathLike or origin is os.PathLike:
        from pathlib import Path as path
    if is_subclass(annotation, path) or annotation is os.PathLike or origin is os.PathLike:
        return turned(path, where, "str")
    if is_subclass(annotation, loaded("pathlib", "PurePath")):
        return turned(annotation, where, "str")
    if isinstance(annotation, type) and fields_of(annotation) is not None:
        return record(annotation, where)
    if isinstance(annotation, str):
        raise NotDrawable("the name cannot be found")
    raise NotDrawable("no values of it can be made")


def declared_like(value, where):
    """How the type of a default value is declared, if there is no annotation."""
    if type(value) in (list, tuple, set, frozenset) and value:
        kinds = [declared_like(part, where.inside("[]")) for part in value]
        if any(turn for _, turn in kinds):
            raise NotDrawable("")
        name = "set" if isinstance(value, (set, frozenset)) else type(value).__name__
        text = " | ".join(dict.fromkeys(text for text, _ in kinds))
        return "%s[%s%s]" % (name, text, "; 0..100" if name == "tuple" else ""), None
    if type(value) is dict and value and all(type(key) is str for key in value):
        parts = [(key, declared_like(part, where.inside("." + key))) for key, part in value.items()]
        if any(turn for _, (_, turn) in parts):
            raise NotDrawable("")
        return "record{%s}" % ", ".join("%s: %s" % (json.dumps(k, ensure_ascii=False), t) for k, (t, _) in parts), None
    return declared_as(type(value), where)
