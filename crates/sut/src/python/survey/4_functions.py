# The survey lists functions, says how the types of their arguments are known, and why others are left out. It imports
# modules but calls no function. It prints a line of JSON for each function. The name of a module is printed before its
# import, so that the reader knows which module ended the process.

LATER["types"] = ""
GIVEN = json.loads(sys.argv[1])
SINK = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)


def tell(**line):
    SINK.write(json.dumps(line) + "\n")
    SINK.flush()


class Place:
    """A module to list: its name or file, the folder that it is imported from, and the word of the command line that means it."""

    def __init__(self, module, file, folder, word, only=None, is_named=False):
        self.module, self.file, self.folder, self.word = module, file, folder, word
        self.only, self.is_named = only, is_named


def places_of(target):
    """The modules that a word of the command line means."""
    place, colon, only = target.partition(":")
    only = only or None
    import glob

    if any(c in place for c in "*?["):
        found = sorted(glob.glob(place, recursive=True))
        found = [path for path in found if path.endswith(".py") or os.path.isdir(path)]
        if not found:
            raise NotUsable("nothing here matches '%s'; check the pattern" % place)
        for path in found:
            yield from places_of_path(path, only)
    elif place.endswith(".py") or "/" in place or os.path.isdir(place):
        if not os.path.exists(place):
            raise NotUsable("there is no '%s'; give a Python file, a folder, or a module as package.module" % place)
        for found in places_of_path(place, only):
            # A file that the user names must import without an error; files found in a folder need not.
            found.is_named = found.is_named or os.path.isfile(place)
            yield found
    else:
        yield Place(place, None, "", target, only, True)


def places_of_path(path, only):
    if os.path.isfile(path):
        yield place_of_file(path, only)
        return
    if os.path.isfile(os.path.join(path, "__init__.py")):
        package = place_of_file(os.path.join(path, "__init__.py"), only)
        package.is_named = True
        yield package
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "__")) and f not in ("node_modules", "venv"))
        for file in sorted(files):
            if file.endswith(".py") and file not in ("__main__.py", "setup.py"):
                yield place_of_file(os.path.normpath(os.path.join(folder, file)), only)


def place_of_file(path, only):
    """The module of a file: by its dotted name if the file belongs to a package, otherwise by its path."""
    folder, file = os.path.split(os.path.abspath(path))
    names = [] if file == "__init__.py" else [os.path.splitext(file)[0]]
    if not os.path.isfile(os.path.join(folder, "__init__.py")):
        return Place(None, path, "", path, only)
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        names.insert(0, package)
    shown = os.path.relpath(folder)
    return Place(".".join(names), None, "" if shown == "." else folder if shown.startswith("..") else shown, path, only)


def opened(place):
    """The module of a place; its folder is searched first."""
    if place.file:
        return load(os.path.abspath(place.file), True)
    folder = os.path.abspath(place.folder or ".")
    if sys.path[0] != folder:
        sys.path.insert(0, folder)
    return load(place.module, False)


def within(place, module):
    """The modules of a package."""
    import pkgutil

    for found in sorted(pkgutil.iter_modules(getattr(module, "__path__", [])), key=lambda found: found.name):
        if not found.name.startswith("_"):
            yield Place("%s.%s" % (place.module, found.name), None, place.folder, place.word, None, True)


def public(module):
    """The public functions of a module with their names: its own, or those in `__all__` that its package defines."""
    exported = getattr(module, "__all__", None)
    for name in list(vars(module)):
        function = getattr(module, name, None)
        home = getattr(function, "__module__", None)
        is_own = home is None or home == module.__name__ or home == "_" + module.__name__
        if name.startswith("_") or not (name in exported if exported is not None else is_own):
            continue
        if exported is not None and not is_own and (home or "").partition(".")[0].lstrip("_") != module.__name__.partition(".")[0]:
            continue
        if isinstance(function, type):
            yield from of_class(function, name)
        elif callable(function) and hasattr(function, "__name__"):
            yield name, function


def of_class(cls, name):
    """The functions of a class that need no object of it."""
    if issubclass(cls, BaseException):
        return
    for inner, member in list(vars(cls).items()):
        if inner.startswith("_") or not isinstance(member, (staticmethod, classmethod)) and type(member).__name__ != "classmethod_descriptor":
            continue
        yield "%s.%s" % (name, inner), getattr(cls, inner)


def known(function, module, path, shown):
    """The arguments as rows of name, type and source of the type; raises NotUsable with the reason if a type is unknown."""
    for names in (CLASSES, MAKERS, DRAWN, TURNED):
        names.clear()
    stub, told = stub_of(module), docstring_types(function)
    is_method = "." in path and not isinstance(vars(getattr(module, path.split(".")[0])).get(path.split(".")[1]), staticmethod)
    stubbed = stub.arguments(path, is_method) if stub else None
    found = parameters(function, False)
    if found is None:
        if not stubbed:
            raise NotUsable("Python does not know its arguments")
        rows = [(name, declared, "stub") for name, declared, has_default in stubbed if not has_default]
        if None in [declared for _, declared, _ in rows]:
            raise NotUsable("Python does not know its arguments")
        return rows
    annotations = annotations_of(function)
    # Stubs may use other names for positional-only arguments, so these are matched by their position.
    by_name = {name: declared for name, declared, _ in stubbed or ()}
    by_place = {p.name: row[1] for p, row in zip(found, stubbed or ()) if p.kind == "POSITIONAL_ONLY"}
    rows = []
    for p in found:
        declared, how = None, ""
        try:
            declared, how = type_of(p, annotations)[0], "default" if annotations.get(p.name, p.annotation) is NOTHING else "annotation"
        except NotDrawable as reason:
            own = annotations.get(p.name, p.annotation)
            if p.default is NOTHING and own is not NOTHING and str(getattr(own, "__name__", own)) not in VAGUE:
                raise NotUsable(first_sentence(refusal(p, shown, str(reason), annotations, (module, path, None))))
        if declared is None and p.default is NOTHING:
            for declared, how in ((told.get(p.name), "docstring"), (by_name.get(p.name) or by_place.get(p.name), "stub"), (None, "trying")):
                if declared:
                    break
        if declared is None and p.default is not NOTHING:
            declared = told.get(p.name) or by_name.get(p.name)
            how = "docstring" if told.get(p.name) else "stub" if declared else "kept"
        rows.append((p.name, declared, how))
    return rows


def first_sentence(text):
    return text.split("; ")[0].split("\n")[0]


MOST_TRIED = 4


def look_at(name, function, module, place, seen):
    word = "%s:%s" % (place.file or place.module, name)
    why = gives_no_value(function)
    is_named = place.only is not None
    if not why and not is_named and is_test(module.__name__, name):
        why = "is test code"
    if not why and not is_named and not allowed(word, name):
        why = "is denied" if denied(word, name) else effect_of_module(module.__name__) or effect_of(function, name)
    if why:
        return tell(left=word, why=why)
    if id(function) in seen and not is_named:
        return None
    seen[id(function)] = function
    try:
        rows = [row for row in known(function, module, name, word)]
        drawn = [row for row in rows if row[2] != "kept"]
        if not drawn:
            raise NotUsable("has no arguments" if not rows else "has no argument whose type is known")
        if len([row for row in drawn if row[2] == "trying"]) > MOST_TRIED:
            raise NotUsable("has no annotations, and too many arguments to try")
    except NotUsable as reason:
        return tell(left=word, why=str(reason))
    except Exception as error:
        return tell(left=word, why="cannot be looked at: %s" % type(error).__name__)
    tell(
        function=word, folder=place.folder, args=[{"name": n, "type": t, "how": h} for n, t, h in drawn],
        mentions=mentions(function),
    )


EXCEPTION = re.compile(r"\b\w*(?:Error|Exception|Exit|Interrupt|StopIteration)\b")


def mentions(function):
    """The exceptions that a function or its docstring names."""
    code = getattr(function, "__code__", None)
    text = "%s %s" % (getattr(function, "__doc__", None) or "", " ".join(getattr(code, "co_names", ())))
    return sorted(set(EXCEPTION.findall(text)))


def matches(patterns, word, name):
    from fnmatch import fnmatchcase

    module = word.partition(":")[0]
    return any(fnmatchcase(one, pattern) for pattern in patterns for one in (word, module, name))


def allowed(word, name):
    return matches(GIVEN["allow"], word, name)


def denied(word, name):
    return matches(GIVEN["deny"], word, name)


# The modules that have been looked at.
VISITED = set()


def look(place, seen, is_first=False):
    shown = place.module or place.file
    visit = (shown, place.only)
    if shown in GIVEN["skip"] or visit in VISITED:
        return
    VISITED.add(visit)
    asked = place.only is not None or is_first and place.is_named
    # A module that the user names is imported whatever its name; its functions are judged one by one.
    why = "is test code" if is_test(place.module or os.path.splitext(os.path.basename(place.file))[0]) else None
    why = why or place.module and effect_of_module(place.module)
    if why and not asked and not matches(GIVEN["allow"], shown + ":", ""):
        return tell(left=shown, why=why)
    tell(module=shown)
    try:
        module = opened(place)
    except NotUsable as reason:
        if asked:
            raise
        return tell(left=shown, why=str(reason))
    except BaseException as error:
        told = "cannot be imported: %s: %s" % (type(error).__name__, error)
        if asked:
            raise NotUsable("%s %s" % (shown, told))
        return tell(left=shown, why=told)
    if place.only is not None:
        for name in place.only.split(","):
            function = module
            for part in name.split("."):
                function = member(function, shown, part)
            look_at(name, function, module, place, seen)
        return
    for name, function in public(module):
        look_at(name, function, module, place, seen)
    # If the user named a folder, its files are in the list already.
    for inner in within(place, module) if place.is_named else ():
        look(inner, seen)


def main():
    sys.path[:] = [p for p in sys.path if p != ""]
    sys.path.insert(0, os.getcwd())
    sys.argv = [""]
    seen = {}
    try:
        for target in GIVEN["targets"]:
            for place in places_of(target):
                look(place, seen, True)
    except NotUsable as reason:
        tell(error=str(reason))
    tell(done=True, version="%d.%d.%d" % sys.version_info[:3])


main()
SINK.flush()
_exit(0)
