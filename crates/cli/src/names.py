import ast, importlib.util, sys
place = sys.argv[1]
try:
    if not place.endswith(".py"):
        sys.path.insert(0, "")
        spec = importlib.util.find_spec(place)
        if spec is None:
            sys.exit("there is no such module")
        if not (spec.origin or "").endswith(".py"):
            sys.exit("it is not written in Python")
        place = spec.origin
    with open(place, "rb") as file:
        tree = ast.parse(file.read(), place)
except (OSError, ImportError, SyntaxError, ValueError) as error:
    sys.exit("%s: %s" % (type(error).__name__, error))
for part in tree.body:
    if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and not part.name.startswith("_"):
        print(part.name)
