# The target: importing it, and finding the function in it.

def load(place, is_file):
    if not is_file:
        import importlib

        try:
            return importlib.import_module(place)
        except ModuleNotFoundError as e:
            if e.name and (place == e.name or place.startswith(e.name + ".")):
                raise NotUsable("there is no module '%s'; is it installed for %s?" % (place, sys.executable))
            raise
    import importlib.util

    if not os.path.isfile(place):
        raise NotUsable("there is no file '%s'; check the path" % place)
    name = os.path.splitext(os.path.basename(place))[0]
    sys.path.insert(0, os.path.dirname(place))
    spec = importlib.util.spec_from_file_location(name, place)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def member(owner, owner_name, name):
    try:
        return getattr(owner, name)
    except AttributeError:
        import difflib

        near = difflib.get_close_matches(name, [n for n in dir(owner) if not n.startswith("__")], 1)
        hint = "did you mean '%s'?" % near[0] if near else functions_of(owner)
        raise NotUsable("%s has no '%s'; %s" % (owner_name, name, hint)) from None


def functions_of(owner, most=8):
    """What could be named instead, in words; this leaves out what was imported from elsewhere."""
    found = [(n, f) for n, f in vars(owner).items() if callable(f) and not n.startswith("_")]
    home = getattr(owner, "__name__", None) if isinstance(owner, type(sys)) else None
    names = [n for n, f in found if home is None or getattr(f, "__module__", home) == home]
    if not names:
        return "there is no function in it"
    return "it has %s%s" % (", ".join(names[:most]), ", ..." if len(names) > most else "")


def find_target(module, shown, path):
    """The function with this dotted name and, for a method, the class of which every call needs an object."""
    owner, function, owner_name = None, module, shown
    for name in path.split("."):
        owner, function = function, member(function, owner_name, name)
        owner_name = name
    if not callable(function):
        kind = type(function).__name__
        raise NotUsable("'%s' is a %s, not a function; name a function, a method or a class" % (path, kind))
    if not isinstance(owner, type) or type(function) is not type(find_target):
        return function, None
    import inspect

    if isinstance(inspect.getattr_static(owner, name), staticmethod):
        return function, None
    try:
        inspect.signature(owner).bind()
    except TypeError as e:
        raise NotUsable(
            "%s() cannot be made without arguments (%s); write a function that makes one and calls %s"
            % (owner.__name__, e, name)
        ) from None
    except ValueError:
        pass
    return function, owner
