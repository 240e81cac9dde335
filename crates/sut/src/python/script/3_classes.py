# The classes of the target: which ones are made of fields, and how their values are made, which may fail.

# What a pickle names as `autobva NAME`: classes that are called with their fields, and members of enumerations.
MAKERS = {}
# The classes with these names, and the fields of each class that are drawn.
CLASSES = {}
DRAWN = {}
# The names of the classes that values are turned into, by path in the arguments: `home`, `places[]`, `user.home`.
TURNED = {}


class NotDrawable(Exception):
    """A type of which no values can be made; the text says why."""


class Broken:
    """A value that could not be made, because its class refused the fields. The call gets the error as its outcome."""

    def __init__(self, error):
        self.error = error

    def __call__(self, *values):
        return self


def broken_in(value):
    """The first part of a value that could not be made, or None."""
    kind = value.__class__
    if kind is Broken:
        return value
    if kind is list or kind is tuple or kind is set or kind is frozenset:
        parts = value
    elif kind is dict:
        parts = value.values()
    else:
        return None
    return next((found for found in map(broken_in, parts) if found), None)


def guarded(make):
    """The same function, except that it returns Broken instead of raising an exception."""

    def attempt(*values):
        broken = broken_in(values)
        if broken:
            return broken
        try:
            return make(*values)
        except Exception as error:
            return Broken(error)

    return attempt


def maker(cls, names, turns):
    """A function that takes the values of fields in the order of a pickle, and calls the class with them by name."""
    turns = [turn or (lambda value: value) for turn in turns]
    return guarded(lambda *values: cls(**{name: turn(value) for name, turn, value in zip(names, turns, values)}))


def known_as(cls):
    """The name of a class in pickles and exported tests; classes of the same name are told apart by their modules."""
    name = cls.__name__ if "<" in cls.__qualname__ else cls.__qualname__
    if CLASSES.setdefault(name, cls) is not cls:
        name = "%s.%s" % (cls.__module__, name)
        CLASSES.setdefault(name, cls)
    return name


def imports():
    """The modules of those classes that can be imported from their module."""
    found = {}
    for name, cls in CLASSES.items():
        owner = sys.modules.get(cls.__module__)
        for part in cls.__qualname__.split("."):
            owner = getattr(owner, part, None)
        if owner is cls:
            found[name] = cls.__module__
    return found


def is_subclass(annotation, kind):
    return isinstance(annotation, type) and issubclass(annotation, kind)


class Field:
    """A field that a class is made with: the names to pass and read it by, its annotation, whether it has a default."""

    def __init__(self, name, annotation, has_default, attribute=None):
        self.name, self.annotation, self.has_default = name, annotation, has_default
        self.attribute = attribute or name


def fields_of(cls):
    """The fields that a class is made with; None for other classes."""
    models = getattr(cls, "__pydantic_fields__", None) or getattr(cls, "model_fields", None)
    if isinstance(models, dict):
        return pydantic_fields(models)
    if hasattr(cls, "__dataclass_fields__"):
        return dataclass_fields(cls)
    if is_subclass(cls, tuple) and hasattr(cls, "_fields"):
        known, defaults = annotations_of(cls), getattr(cls, "_field_defaults", {})
        return [Field(n, known.get(n), n in defaults) for n in cls._fields]
    if hasattr(cls, "__attrs_attrs__"):
        known, nothing = annotations_of(cls), sys.modules["attr"].NOTHING
        called = lambda a: getattr(a, "alias", None) or a.name.lstrip("_")
        fields = [a for a in cls.__attrs_attrs__ if a.init]
        return [Field(called(a), known.get(a.name, a.type), a.default is not nothing, a.name) for a in fields]
    return None


def dataclass_fields(cls):
    import dataclasses

    known, found = annotations_of(cls), []
    for f in cls.__dataclass_fields__.values():
        own = known.get(f.name, f.type)
        if not f.init or f._field_type.name == "_FIELD_CLASSVAR":
            continue
        if isinstance(own, dataclasses.InitVar):
            own = own.type
        missing = dataclasses.MISSING
        found.append(Field(f.name, own, f.default is not missing or f.default_factory is not missing))
    return found


def limited(annotation, metadata):
    """A type together with the metadata of its annotation."""
    return type("Limited", (), {"__origin__": annotation, "__metadata__": tuple(metadata)}) if metadata else annotation


def pydantic_fields(models):
    found = []
    for name, f in models.items():
        alias = f.validation_alias if f.validation_alias is not None else f.alias
        called = alias if isinstance(alias, str) else name
        found.append(Field(called, limited(f.annotation, f.metadata), not f.is_required(), name))
    return found


def annotations_of(holder):
    """The annotations, including those written as strings."""
    try:
        raw = dict(getattr(holder, "__annotations__", {}))
        if not isinstance(holder, type) and not any(isinstance(annotation, str) for annotation in raw.values()):
            return raw
    except Exception:
        pass
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


def json_of(value):
    """The JSON that stands for a value; raises NotDrawable if there is none."""
    import enum

    if isinstance(value, enum.Enum):
        return value.name
    if value is None or type(value) in (bool, str):
        return value
    if type(value) is int:
        return value if -(1 << 63) <= value < 1 << 63 else str(value)
    if type(value) is float:
        return value if value - value == 0 else str(value)
    if isinstance(value, loaded("datetime", "timedelta")):
        micros = value // loaded("datetime", "timedelta")(microseconds=1)
        return "%s%d.%06d" % (("-" if micros < 0 else "",) + divmod(abs(micros), 1000000))
    if isinstance(value, (loaded("datetime", "date"), loaded("datetime", "time"))):
        return value.isoformat()
    if isinstance(value, loaded("decimal", "Decimal")):
        return format(value, "f")
    if isinstance(value, loaded("fractions", "Fraction")):
        return {"numerator": value.numerator, "denominator": value.denominator}
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, (loaded("pathlib", "PurePath"), loaded("uuid", "UUID"))):
        return str(value)
    fields = fields_of(type(value))
    if fields is not None:
        drawn = DRAWN.get(type(value), [f.name for f in fields])
        return {f.name: json_of(getattr(value, f.attribute)) for f in fields if f.name in drawn}
    if isinstance(value, (set, frozenset)):
        return sorted(map(json_of, value), key=json.dumps)
    if isinstance(value, (list, tuple)):
        return [json_of(part) for part in value]
    if isinstance(value, dict):
        return {str(key): json_of(part) for key, part in value.items()}
    raise NotDrawable("%s has no form as JSON" % type(value).__name__)
