# Types that stubs tell: those of typeshed, which mypy brings, and .pyi files beside a module.

PROTOCOLS = {
    "SupportsFloat": "f64", "SupportsIndex": "int", "SupportsInt": "int", "SupportsAbs": "f64", "SupportsTrunc": "f64",
    "SupportsRound": "f64", "_SupportsFloatOrIndex": "f64", "ConvertibleToInt": "int", "ConvertibleToFloat": "f64",
    "SupportsRichComparison": "int", "SupportsRichComparisonT": "int", "ReadableBuffer": "bytes", "SliceableBuffer": "bytes",
    "bytearray": "bytes", "AnyStr": "str", "StrPath": "str", "StrOrBytesPath": "str", "AnyOrLiteralStr": "str",
    "LiteralString": "str", "Any": "int", "object": "int", "Hashable": "int", "complex": "f64", "ByteString": "bytes",
    "WriteableBuffer": "bytes", "Buffer": "bytes", "SupportsAdd": "f64", "SupportsMul": "f64",
}
PLAIN_NAMES = {
    "int": "int", "float": "f64", "str": "str", "bool": "bool", "bytes": "bytes", "None": "null", "date": "date",
    "datetime": "datetime", "timedelta": "duration", "Decimal": "decimal",
}
LISTS = ("list", "Sequence", "Iterable", "Collection", "MutableSequence", "SupportsLenAndGetItem", "List", "Reversible", "SequenceNotStr")
SETS = ("set", "AbstractSet", "MutableSet", "Set")
DICTS = ("dict", "Mapping", "MutableMapping", "Dict")


class Stub:
    """The stub of a module: its functions, and the names that its types use."""

    def __init__(self, path):
        import ast

        self.ast, self.names, self.depth = ast, {}, 0
        with open(path, "rb") as file:
            self.body = ast.parse(file.read()).body
        for part in self.parts(self.body):
            target = part.targets[0] if isinstance(part, ast.Assign) else getattr(part, "target", None)
            if isinstance(target, ast.Name) and getattr(part, "value", None) is not None:
                self.names[target.id] = part.value

    def parts(self, body):
        """The statements that hold for this version of Python."""
        for part in body:
            if not isinstance(part, self.ast.If):
                yield part
                continue
            try:
                code = compile(self.ast.Expression(part.test), "<stub>", "eval")
                holds = eval(code, {"__builtins__": {}, "sys": sys, "TYPE_CHECKING": True})
            except Exception:
                continue
            yield from self.parts(part.body if holds else part.orelse)

    def definitions(self, path):
        """The definitions of a function, more than one where it is overloaded."""
        body, names = self.body, path.split(".")
        for name in names[:-1]:
            within = [part for part in self.parts(body) if isinstance(part, self.ast.ClassDef) and part.name == name]
            if not within:
                return []
            body = within[0].body
        kinds = (self.ast.FunctionDef, self.ast.AsyncFunctionDef)
        return [part for part in self.parts(body) if isinstance(part, kinds) and part.name == names[-1]]

    def arguments(self, path, is_method):
        """The arguments of a function as (name, type or None, whether there is a default), or None where the stub has none."""
        best = None
        for definition in self.definitions(path):
            given = definition.args
            first = given.posonlyargs + given.args
            without = [False] * (len(first) - len(given.defaults)) + [True] * len(given.defaults)
            rows = [(a.arg, self.declared(a.annotation), has) for a, has in zip(first, without)][1 if is_method else 0:]
            rows += [(a.arg, self.declared(a.annotation), d is not None) for a, d in zip(given.kwonlyargs, given.kw_defaults)]
            if best is None or (None in [r[1] for r in best if not r[2]]) > (None in [r[1] for r in rows if not r[2]]):
                best = rows
        return best

    def declared(self, node):
        """How an annotation is declared, or None if no values of it can be drawn."""
        self.depth += 1
        try:
            return None if self.depth > 12 else self.read(node)
        finally:
            self.depth -= 1

    def read(self, node):
        ast = self.ast
        if node is None:
            return None
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                return self.declared(ast.parse(node.value, mode="eval").body)
            return "null" if node.value is None else None
        if isinstance(node, ast.Attribute):
            return PLAIN_NAMES.get(node.attr) or PROTOCOLS.get(node.attr)
        if isinstance(node, ast.Name):
            return self.named(node.id)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return either([self.declared(node.left), self.declared(node.right)])
        if isinstance(node, ast.Subscript):
            return self.subscript(getattr(node.value, "id", getattr(node.value, "attr", "")), node.slice)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "TypeVar":
            bound = [keyword.value for keyword in node.keywords if keyword.arg == "bound"]
            some = node.args[1:2] or bound
            return self.declared(some[0]) if some else "int"
        return None

    def named(self, name):
        if name in self.names and name not in PROTOCOLS:
            return self.declared(self.names[name])
        return PLAIN_NAMES.get(name) or PROTOCOLS.get(name)

    def subscript(self, name, inside):
        ast = self.ast
        parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
        if name == "Literal":
            try:
                return " | ".join(literal(ast.literal_eval(part)) for part in parts)
            except (ValueError, NotDrawable):
                return None
        found = [self.declared(part) for part in parts]
        if name == "Optional":
            return either(found + ["null"])
        if name == "Union":
            return either(found)
        if name in PROTOCOLS:
            return PROTOCOLS[name]
        if None in found:
            return None
        if name in LISTS:
            return "list[%s]" % found[0]
        if name in SETS:
            return "set[%s]" % found[0]
        if name in DICTS:
            return "dict[%s]" % found[1] if found[0] == "str" else None
        if name in ("tuple", "Tuple") and not any(isinstance(part, ast.Constant) for part in parts):
            return "tuple[%s]" % ", ".join(found)
        return found[0] if name in ("Annotated", "Final", "ClassVar") else None


def either(parts):
    """A union of those parts of which values can be drawn; None if there are none."""
    found = list(dict.fromkeys(one for part in parts if part for one in part.split(" | ")))
    # Stubs say that a text is also a list of texts; values are drawn from the plainest type only.
    return " | ".join(found) if found and found != ["null"] else None


STUBS = {}


def stub_of(module):
    """The stub of a module, or None."""
    name = module.__name__
    if name not in STUBS:
        STUBS[name] = None
        for path in stub_paths(module):
            if os.path.isfile(path):
                try:
                    STUBS[name] = Stub(path)
                except (OSError, SyntaxError, ValueError):
                    pass
                break
    return STUBS[name]


def stub_paths(module):
    import importlib.util

    file = getattr(module, "__file__", None) or ""
    if file.endswith((".py", ".so")):
        yield re.sub(r"(\.[\w-]+)?\.\w+$", ".pyi", file) if file.endswith(".so") else file + "i"
    mypy = importlib.util.find_spec("mypy")
    if mypy and mypy.origin:
        place = os.path.join(os.path.dirname(mypy.origin), "typeshed", "stdlib", *module.__name__.split("."))
        yield place + ".pyi"
        yield os.path.join(place, "__init__.pyi")
