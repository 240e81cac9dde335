"""Callables: what they are called, where they can be found again, and what they take."""

import os
import sys
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from ._native import MOST_OUTPUT, SCRIPT, AutobvaError, learned, pickled
from ._silence import SILENCE

# Types of arguments by name, as texts (`"int[0..200]"`), ranges or annotations; or declarations like `"q:int[0..200]"`.
Args = Union[Mapping[str, Any], Iterable[str], None]
# Values by the names of arguments, or texts such as `"q=100"`.
Values = Union[Mapping[str, Any], Iterable[str], None]

# The compiled script, and globals of it that hold nothing about a callable, so that the next callable can use them.
_code: Any = None
_blank: Optional[Dict[str, Any]] = None


def _taken_script() -> Dict[str, Any]:
    """Globals of the script for one callable: those that were given back, or new ones."""
    global _blank, _code
    script, _blank = _blank, None
    if script is None:
        _code = _code or compile(SCRIPT, "<autobva>", "exec", dont_inherit=True)
        script = {"__name__": "autobva._script"}
        exec(_code, script)
    return script


def _give_back(script: Dict[str, Any]) -> None:
    """Keeps the globals for the next callable, unless the script has stored something about this callable in them."""
    global _blank
    if script["is_blank"]():
        _blank = script


def written(value: Any) -> str:
    """A value as the text that commands take."""
    if hasattr(value, "__dataclass_fields__"):
        import dataclasses

        value = dataclasses.asdict(value)
    if value is None or isinstance(value, (bool, list, dict)):
        import json

        return json.dumps(value, default=str)
    return str(value)


def named_values(values: Values) -> List[str]:
    """Values as `NAME=VALUE`."""
    if isinstance(values, Mapping):
        return ["%s=%s" % (name, written(value)) for name, value in values.items()]
    if isinstance(values, str):
        return [values]
    return [written(value) for value in values or ()]


def types(args: Args) -> Dict[str, Any]:
    """Types of arguments by their names."""
    if isinstance(args, str):
        args = [args]
    if not isinstance(args, Mapping):
        args = dict(_split(text) for text in args or ())
    return {name: _range(told) if isinstance(told, range) else told for name, told in args.items()}


def _range(told: range) -> str:
    if not told or told.step != 1:
        raise AutobvaError("%r is no range of whole numbers; give one such as range(0, 201), or \"int[0..200]\"" % told)
    return "int[%d..%d]" % (told[0], told[-1])


def declared(args: Args) -> Tuple[List[str], Dict[str, Any]]:
    """Declarations as texts, and annotations that replace those of the function."""
    known = types(args)
    texts = ["%s:%s" % (name, told) for name, told in known.items() if isinstance(told, str)]
    return texts, {name: told for name, told in known.items() if not isinstance(told, str)}


def _split(text: str) -> Tuple[str, str]:
    name, colon, told = text.partition(":")
    if not colon:
        raise AutobvaError("'%s' declares no type; write NAME:TYPE, or args={\"%s\": \"int\"}" % (text, text))
    return name.strip(), told.strip()


def shown_name(function: Any) -> str:
    """The name under which a callable is shown."""
    for _ in range(8):
        if hasattr(function, "__qualname__") or not hasattr(function, "func"):
            break
        function = function.func  # Behind functools.partial.
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    return str(name).rpartition("<locals>.")[2]


def word_for(function: Any) -> Optional[str]:
    """The word that names a callable for commands; None if they cannot find it."""
    name, module = getattr(function, "__qualname__", "<"), getattr(function, "__module__", None)
    home = sys.modules.get(module or "")
    if "<" in name or home is None or getattr(function, "__self__", None) is not None:
        return None
    found: Any = home
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is not function:
        return None
    file = getattr(home, "__file__", None)
    if module != "__main__" and ("." in str(module) or not str(file).endswith(".py")):
        return "%s:%s" % (module, name)
    if not str(file).endswith(".py"):
        return None
    path = os.path.abspath(str(file))
    here = os.path.join(os.getcwd(), "")
    return "%s:%s" % (path[len(here):] if path.startswith(here) else path, name)


class Described:
    """A callable, and what the worker script knows about it."""

    def __init__(self, function: Callable[..., Any], args: Args, seed_values: List[str]) -> None:
        texts, annotated = declared(args)
        self.declarations, examples = learned(texts, seed_values)
        self.shown = shown_name(function)
        self.word = word_for(function) or self.shown
        script = _taken_script()
        wanted = [dict(zip(("name", "type"), _split(text))) for text in self.declarations]
        try:
            more = dict(examples), MOST_OUTPUT, SILENCE
            self.within = script["Within"](function, self.shown, wanted, annotated, *more)
        except script["NotUsable"] as refusal:
            raise AutobvaError(str(refusal)) from None
        _give_back(script)

    def arguments(self, inputs: List[List[str]]) -> List[Optional[Dict[str, Any]]]:
        """The values of inputs that are given as texts, by the names of the arguments; None if they cannot be made."""
        found: List[Optional[Dict[str, Any]]] = self.within.arguments(pickled(self.within.hello, self.declarations, inputs))
        return found
