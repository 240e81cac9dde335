# Its types: what an annotation is declared as, and how values of it are made.

# What a pickle names as `autobva NAME`: classes that are called with their fields, and members of enumerations.
MAKERS = {}
# The modules of those classes.
IMPORTS = {}

DEEPEST = 32
NO_BOUNDS = (None, None, False, False)


class NotDrawable(Exception):
    """A type of which no values can be made; the text says why."""


class Broken:
    """A value that could not be made: its class refused the fields. The call gets the error as its outcome."""

    def __init__(self, error):
        self.error = error


def broken_in(value):
    """The first value in a value that could not be made."""
    kind = value.__class__
    if kind is Broken:
        return value
    if kind is list or kind is tuple or kind is set:
        parts = value
    elif kind is dict:
        parts = value.values()
    else:
        return None
    return next((found for found in map(broken_in, parts) if found), None)


def maker(cls, names):
    """Calls a class with its fields by name, as a pickle hands them over."""

    def make(*values):
        broken = broken_in(values)
        if broken:
            return broken
        try:
            return cls(**dict(zip(names, values)))
        except Exception as error:
            return Broken(error)

    return make


def is_subclass(annotation, kind):
    return isinstance(annotation, type) and issubclass(annotation, kind)


def json_of(value):
    """A value as the JSON that stands for it, or NotDrawable."""
    import datetime
    import decimal
    import enum
    import fractions

    if isinstance(value, enum.Enum):
        return value.name
    if value is None or type(value) in (bool, str):
        return value
    if type(value) is int:
        return value if -(1 << 63) <= value < 1 << 63 else str(value)
    if type(value) is float:
        return value if value - value == 0 else str(value)
    if isinstance(value, datetime.timedelta):
        return "%d.%06d" % (value.days * 86400 + value.seconds, value.microseconds) if value.days >= 0 else str(value.total_seconds())
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, fractions.Fraction):
        return {"numerator": value.numerator, "denominator": value.denominator}
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, (list, tuple, set, frozenset)):
        return [json_of(part) for part in value]
    if isinstance(value, dict):
        return {str(key): json_of(part) for key, part in value.items()}
    names = fields_of(type(value))
    if names is not None:
        return {name: json_of(getattr(value, name)) for name, _, _ in names}
    raise NotDrawable("%s has no form as JSON" % type(value).__name__)


def fields_of(cls):
    """Names, annotations and whether there is a default, of the fields that a class is made with; None for other classes."""
    import dataclasses
    import typing

    annotations = lambda: annotations_of(cls)
    if dataclasses.is_dataclass(cls):
        missing = dataclasses.MISSING
        return [
            (f.name, annotations().get(f.name, f.type), f.default is not missing or f.default_factory is not missing)
            for f in dataclasses.fields(cls)
            if f.init
        ]
    if is_subclass(cls, tuple) and hasattr(cls, "_fields"):
        return [(n, annotations().get(n), n in getattr(cls, "_field_defaults", {})) for n in cls._fields]
    if hasattr(cls, "__attrs_attrs__"):
        return [
            (getattr(a, "alias", None) or a.name.lstrip("_"), annotations().get(a.name, a.type), a.default is not sys.modules["attr"].NOTHING)
            for a in cls.__attrs_attrs__
            if a.init
        ]
    if hasattr(cls, "model_fields"):  # pydantic
        return [
            (name, typing.Annotated[(f.annotation, *f.metadata)] if f.metadata else f.annotation, not f.is_required())
            for name, f in cls.model_fields.items()
        ]
    return None


def annotations_of(holder):
    """The annotations, those written as strings included."""
    import typing

    try:
        return typing.get_type_hints(holder, include_extras=True)
    except Exception:
        pass
    raw = dict(getattr(holder, "__annotations__", {}))
    module = sys.modules.get(getattr(holder, "__module__", None))
    scope = dict(vars(typing), **getattr(holder, "__globals__", vars(module) if module else {}))
    for name, annotation in raw.items():
        if isinstance(annotation, str):
            try:
                raw[name] = eval(annotation, scope)
            except Exception:
                pass
    return raw


def bounds_of(metadata):
    """The least and the greatest value or length that annotations name, and whether each is excluded."""
    least = most = None
    no_least = no_most = False
    lengths = [None, None]
    for part in metadata:
        parts = getattr(part, "metadata", None) or [part]  # pydantic's Field holds its own.
        for one in parts:
            get = lambda name: getattr(one, name, None)
            if get("ge") is not None:
                least, no_least = get("ge"), False
            if get("gt") is not None:
                least, no_least = get("gt"), True
            if get("le") is not None:
                most, no_most = get("le"), False
            if get("lt") is not None:
                most, no_most = get("lt"), True
            if get("min_length") is not None:
                lengths[0] = get("min_length")
            if get("max_length") is not None:
                lengths[1] = get("max_length")
    return (least, most, no_least, no_most), lengths


def range_text(declared, bounds, lengths):
    """The type with the range that annotations name."""
    import decimal
    import fractions

    least, most, no_least, no_most = bounds
    text = lambda n: "" if n is None else str(n)
    if declared == "int" and (least is not None or most is not None):
        # The range that the abstract integer has, where one end is open.
        low = "-%d" % (1 << 127) if least is None else int(-((-least) // 1)) + (no_least and least == int(least))
        high = (1 << 128) - 1 if most is None else int(most // 1) - (no_most and most == int(most))
        return "int[%s..%s]" % (low, high)
    if declared in ("f64", "decimal") and (least is not None or most is not None):
        step = 0 if declared == "f64" else decimal.Decimal("0.01")
        if declared == "f64":
            import math

            nextafter = getattr(math, "nextafter", lambda x, _: x)
            least = nextafter(float(least), math.inf) if no_least else least
            most = nextafter(float(most), -math.inf) if no_most else most
        else:
            least = decimal.Decimal(str(least)) + step if no_least else least
            most = decimal.Decimal(str(most)) - step if no_most else most
        return "%s[%s..%s]" % (declared, text(least), text(most))
    if declared in ("date", "datetime", "time") and (least is not None or most is not None):
        iso = lambda m: "" if m is None else m.isoformat()
        return "%s[%s..%s]" % (declared, iso(least), iso(most))
    if lengths != [None, None]:
        low, high = text(lengths[0]) or "0", text(lengths[1])
        if declared in ("str", "bytes"):
            return "%s[%s..%s]" % (declared, low, high)
        if declared.startswith(("list[", "set[", "dict[")):
            return "%s; %s..%s]" % (declared[:-1], low, high)
    return declared


def literal(value):
    if value is None or type(value) in (bool, int, float, str):
        return json.dumps(value, ensure_ascii=False)
    raise NotDrawable("the choice %r has no form as JSON" % (value,))


def members(cls):
    name = cls.__name__
    IMPORTS[name] = cls.__module__
    for member in cls:
        MAKERS["%s.%s" % (name, member.name)] = member
    if not len(cls):
        raise NotDrawable("the enumeration %s has no members" % name)
    return "enum %s{%s}" % (name, ", ".join(member.name for member in cls))


def record(cls, seen):
    """The declaration of a class that is made of fields; those that cannot be drawn keep their default."""
    if cls in seen or len(seen) >= DEEPEST:
        raise NotDrawable("%s holds itself" % cls.__name__)
    drawn = []
    for name, annotation, has_default in fields_of(cls):
        try:
            drawn.append((name, declared_as(annotation, seen + [cls])))
        except NotDrawable:
            if not has_default:
                raise
    name = cls.__name__
    MAKERS[name], IMPORTS[name] = maker(cls, [name for name, _ in drawn]), cls.__module__
    return "record %s{%s}" % (name, ", ".join("%s: %s" % field for field in drawn))


def declared_as(annotation, seen=()):
    """How a type is declared to autobva; NotDrawable with the reason where it cannot be."""
    import collections.abc
    import datetime
    import decimal
    import enum
    import fractions
    import pathlib
    import typing
    import uuid

    seen = list(seen)
    if len(seen) > DEEPEST:
        raise NotDrawable("it is nested more than %d deep" % DEEPEST)
    simple = {
        int: "int", bool: "bool", float: "f64", str: "str", bytes: "bytes", decimal.Decimal: "decimal", None: "null",
        type(None): "null", datetime.date: "date", datetime.datetime: "datetime", datetime.time: "time",
        datetime.timedelta: "duration",
    }
    try:
        if annotation in simple:
            return simple[annotation]
    except TypeError:
        pass
    inner = lambda part: declared_as(part, seen)
    if hasattr(annotation, "__supertype__"):  # NewType
        return inner(annotation.__supertype__)
    if hasattr(annotation, "__metadata__"):  # Annotated
        return range_text(inner(annotation.__origin__), *bounds_of(annotation.__metadata__))
    if hasattr(annotation, "__value__") and type(annotation).__name__ == "TypeAliasType":
        if annotation in seen:
            raise NotDrawable("%s holds itself" % annotation.__name__)
        return declared_as(annotation.__value__, seen + [annotation])
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        if all(isinstance(part, enum.Enum) for part in parts):
            kind = type(parts[0])
            members(kind)
            return "enum %s{%s}" % (kind.__name__, ", ".join(part.name for part in parts))
        return " | ".join(literal(part) for part in parts)
    if origin is typing.Union or type(annotation).__name__ == "UnionType":
        return " | ".join(inner(part) for part in parts)
    if origin in (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection, collections.abc.MutableSequence):
        return "list[%s]" % inner(parts[0])
    if origin in (set, frozenset, collections.abc.Set, collections.abc.MutableSet):
        return "set[%s]" % inner(parts[0])
    if origin is tuple:
        if len(parts) == 2 and parts[1] is Ellipsis:
            return "tuple[%s; 0..100]" % inner(parts[0])
        if parts and parts != ((),):
            return "tuple[%s]" % ", ".join(map(inner, parts))
    if origin in (dict, collections.abc.Mapping, collections.abc.MutableMapping) and parts[0] is str:
        return "dict[%s]" % inner(parts[1])
    if is_subclass(annotation, enum.Enum):
        return members(annotation)
    if is_subclass(annotation, dict) and hasattr(annotation, "__total__"):  # TypedDict
        if annotation in seen:
            raise NotDrawable("%s holds itself" % annotation.__name__)
        fields = annotations_of(annotation).items()
        inside = lambda part: declared_as(unwrapped(part), seen + [annotation])
        return "record{%s}" % ", ".join("%s: %s" % (json.dumps(name), inside(part)) for name, part in fields)
    if annotation is fractions.Fraction:
        MAKERS["Fraction"], IMPORTS["Fraction"] = maker(annotation, ["numerator", "denominator"]), "fractions"
        return "record Fraction{numerator: int, denominator: int[1..1000000000]}"
    if annotation is uuid.UUID:
        MAKERS["UUID"], IMPORTS["UUID"] = maker(annotation, ["int"]), "uuid"
        return "record UUID{int: u128}"
    if is_subclass(annotation, pathlib.PurePath) or annotation is os.PathLike or origin is os.PathLike:
        MAKERS["Path"], IMPORTS["Path"] = lambda text: broken_in(text) or pathlib.Path(text), "pathlib"
        return "record Path{path: str}"
    if isinstance(annotation, type) and fields_of(annotation) is not None:
        return record(annotation, seen)
    raise NotDrawable("no values of %s can be made" % (getattr(annotation, "__name__", None) or annotation))


def unwrapped(annotation):
    """The type in Required[…] and NotRequired[…]."""
    import typing

    return typing.get_args(annotation)[0] if "equired" in str(typing.get_origin(annotation)) else annotation


def declared_like(value):
    """How the type of an example is declared, where there is no annotation."""
    if isinstance(value, (list, tuple, set, frozenset)):
        kinds = list(dict.fromkeys(declared_like(part) for part in value)) or ["int"]
        name = "set" if isinstance(value, (set, frozenset)) else "list" if isinstance(value, list) else "tuple"
        return "%s[%s%s]" % (name, " | ".join(kinds), "; 0..100" if name == "tuple" else "")
    if isinstance(value, dict):
        return "record{%s}" % ", ".join("%s: %s" % (json.dumps(str(k)), declared_like(v)) for k, v in value.items())
    return declared_as(type(value))
