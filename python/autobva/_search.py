"""Searches of callables and of named targets."""

import sys
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._callable import Args, Described, Values, declared, named_values, shown_name, types, word_for, written
from ._native import AutobvaError, search_callable, search_named
from ._result import Result

Target = Union[Callable[..., Any], str]


def find(
    func: Target,
    *,
    args: Args = None,
    max_calls: Optional[int] = None,
    max_time: Optional[float] = None,
    max_boundaries: Optional[int] = None,
    seed: Optional[int] = None,
    isolate: bool = False,
    hints: bool = True,
    rules: bool = True,
    fix: Values = None,
    seed_values: Values = None,
    keep: Optional[int] = None,
    progress: bool = False,
) -> Result:
    """Finds the behaviours of a function and the boundaries between them.

    `func` is any callable: a function, a lambda, a method of an object, a class. It really runs, many times, in this
    process and on this thread, so **nothing limits its time or its memory**, and what it changes stays changed.
    `isolate=True` runs an importable function in processes of its own, with limits. What it prints is dropped, and what
    it raises is an outcome like any other. Ctrl-C raises KeyboardInterrupt. A text such as `"shop.py:price"` names a
    target as on the command line.

    args:           types for untyped arguments, or ranges: `{"q": "int[0..200]"}`, `{"q": range(201)}`, `{"q": int}`
    max_calls:      the greatest number of calls; with a seed, the search can be repeated exactly
    max_time:       the longest time in seconds; without any budget it ends when nothing new turns up, after 10 at most
    max_boundaries: the number of boundaries after which the search ends
    seed:           the seed of all random choices
    hints:          whether to look at constants and examples in the function's code
    rules:          whether to look for rules that say where a boundary lies
    fix:            arguments to keep at a value: `{"month": 2}`
    seed_values:    values to try early, which also show the type of an argument that has none
    keep:           how many examples of each boundary to keep
    progress:       whether to show a progress bar, if tqdm is installed
    """
    asked = settings(max_calls, max_time, max_boundaries, seed, hints, rules, fix, seed_values, keep)
    with Bar(max_calls, progress) as bar:
        if isolate or isinstance(func, str):
            return Result(search_named(_words(func, args), asked, bar.tell), None)
        described = Described(func, args, asked["seed_values"])
        asked["declarations"] = described.declarations
        return Result(search_callable(described.within, described.word, asked, bar.tell), described)


def settings(
    max_calls: Optional[int] = None,
    max_time: Optional[float] = None,
    max_boundaries: Optional[int] = None,
    seed: Optional[int] = None,
    hints: bool = True,
    rules: bool = True,
    fix: Values = None,
    seed_values: Values = None,
    keep: Optional[int] = None,
) -> Dict[str, Any]:
    """The settings as the native half takes them."""
    for name, number in (("max_calls", max_calls), ("max_boundaries", max_boundaries), ("seed", seed), ("keep", keep)):
        if number is not None and (not isinstance(number, int) or not 0 <= number < 1 << 64):
            raise AutobvaError("%s is %r; give a whole number from 0 on" % (name, number))
    if max_time is not None and not isinstance(max_time, (int, float)):
        raise AutobvaError("max_time is %r; give a number of seconds" % max_time)
    return {
        "declarations": [],
        "max_calls": max_calls,
        "max_time": max_time,
        "max_boundaries": max_boundaries,
        "seed": seed,
        "hints": hints,
        "rules": rules,
        "fix": named_values(fix),
        "seed_values": named_values(seed_values),
        "keep": keep,
    }


def _words(func: Target, args: Args) -> List[str]:
    """The words that name a target on the command line."""
    texts, annotated = declared(args)
    if annotated:
        name = next(iter(annotated))
        raise AutobvaError("in another process types are given as texts; write args={\"%s\": \"int\"}" % name)
    word = func if isinstance(func, str) else word_for(func)
    if word is None:
        raise AutobvaError(
            "%s cannot be imported by another process; give a function of a module, or search it here with isolate=False"
            % shown_name(func)
        )
    python = [] if isinstance(func, str) else ["--python", sys.executable]
    return [word, *python, *(part for text in texts for part in ("--arg", text))]


class Bar:
    """A progress bar of tqdm, if it is wanted and installed."""

    def __init__(self, max_calls: Optional[int], wanted: bool) -> None:
        self.bar: Any = None
        self.tell: Optional[Callable[[int, int], object]] = None
        if wanted:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self.bar = tqdm(total=max_calls, unit=" calls", unit_scale=True, leave=False)
            self.tell = self._tell

    def _tell(self, calls: int, found: int) -> None:
        self.bar.set_postfix_str("%d boundaries" % found, refresh=False)
        self.bar.update(calls - self.bar.n)

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()


class Neighbour:
    """The next boundary from an input along one argument."""

    def __init__(self, name: str, told: Mapping[str, Any], pair: Tuple[str, str], distance: Any, behaviour: str) -> None:
        self.argument = name
        self.left, self.right = pair
        """The values on both sides of the boundary, as texts."""
        self.sentence = "%s %s | %s: %s" % (told["argument"], *pair, told["sentence"].partition(": ")[2])
        self.distance = abs(distance)
        """How far the argument has to change to be on the other side."""
        self.upwards = bool(distance > 0)
        self.behaviour = behaviour
        """What the function does on this side."""

    def __repr__(self) -> str:
        way = "+" if self.upwards else "-"
        return "%s %s%s: %s" % (self.argument, way, self.distance, self.sentence)


class Explanation:
    """What a function does with an input, and how far away it does something else."""

    def __init__(self, call: str, output: str, behaviours: Dict[str, str], neighbours: List[Neighbour]) -> None:
        self.call, self.output = call, output
        self.behaviours = behaviours
        """The behaviour that the input shows along each argument."""
        self.neighbours = neighbours
        """The next boundaries along each argument, the nearest first."""

    def __repr__(self) -> str:
        lines = ["%s → %s" % (self.call, self.output)]
        for name, text in self.behaviours.items():
            lines.append("  along %s: %s" % (name, text))
            near = [n for n in self.neighbours if n.argument == name]
            lines += ["    %s" % str(n).partition(" ")[2] for n in near] or ["    no boundary was found"]
        return "\n".join(lines)


def explain(func: Callable[..., Any], input: Any, *, max_calls: int = 5000, **more: Any) -> Explanation:
    """Tells which behaviour an input shows, and how far it is to the next boundary along each argument.

    `input` has the values by the names of the arguments, or in their order; a single value may stand alone. The
    function is searched along each argument in turn, with the others kept as they are, in at most `max_calls` calls and
    a few more to try every whole number nearby. `more` is whatever else `find` takes.
    """
    described = Described(func, more.get("args"), [])
    names = [row.name for row in described.within.rows]
    given = _by_name(input, names, described.shown)
    texts = {name: written(value) for name, value in given.items()}
    more.setdefault("seed", 1)
    output = _output(described, list(texts.values()))
    args = types(more.pop("args", None))
    behaviours: Dict[str, str] = {}
    neighbours: List[Neighbour] = []
    for name in names:
        others = {other: text for other, text in texts.items() if other != name}
        asked = dict(more, fix=others, seed_values={name: texts[name]})
        found = find(func, args=args, max_calls=max_calls, **asked).to_dict()
        at = names.index(name)
        ways = far = _nearest(found, at, texts[name])
        nearby = _around(found["target"]["args"][at]["type"], texts[name])
        if nearby:
            # A boundary at many places is reported with only some of them; a second search finds all that are nearby.
            close = find(func, args={**args, name: nearby}, max_calls=max_calls, keep=2 * NEARBY, **asked)
            ways = [near or away for near, away in zip(_nearest(close.to_dict(), at, texts[name]), far)]
        neighbours += sorted(filter(None, ways), key=lambda n: n.distance)
        shown = [way.behaviour for way in far if way] or [b["text"] for b in found["behaviours"]]
        behaviours[name] = shown[0] if len(set(shown)) == 1 else output
    call = "%s(%s)" % (described.shown, ", ".join("%s=%s" % pair for pair in texts.items()))
    return Explanation(call, output, behaviours, neighbours)


def _by_name(input: Any, names: Sequence[str], shown: str) -> Dict[str, Any]:
    if isinstance(input, Mapping) and set(input) == set(names):
        return {name: input[name] for name in names}
    values = [input] if len(names) == 1 and not (isinstance(input, tuple) and len(input) == 1) else input
    if not isinstance(values, (list, tuple)) or len(values) != len(names):
        raise AutobvaError("%s takes %s; give a value for each, in order or by name" % (shown, ", ".join(names)))
    return dict(zip(names, values))


# How many whole numbers to either side of an input are all tried.
NEARBY = 32


def _around(declared: str, text: str) -> Optional[str]:
    """The whole numbers around a value as a declaration, as far as an argument takes them."""
    import re

    limits = re.fullmatch(r"int(?:\[(-?\d+)\.\.(-?\d+)\])?", declared)
    if not limits or not re.fullmatch(r"-?\d+", text):
        return None
    least, most = int(text) - NEARBY, int(text) + NEARBY - 1
    if limits[1]:
        least, most = max(least, int(limits[1])), min(most, int(limits[2]))
    return "int[%d..%d]" % (least, most)


def _number(text: str) -> Any:
    """The place of a number or a date on a line; None for other texts."""
    from datetime import date
    from decimal import Decimal, InvalidOperation

    try:
        return int(text)
    except ValueError:
        pass
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError:
        pass
    try:
        number = Decimal(text)
        return number if number.is_finite() else None
    except InvalidOperation:
        return None


def _length(declared: str, text: str) -> int:
    import json

    return len(text if declared.startswith(("str", "bytes")) else json.loads(text))


def _nearest(found: Mapping[str, Any], at: int, text: str) -> Sequence[Optional[Neighbour]]:
    """The next boundaries above and below an input, along one argument."""
    name, declared = found["target"]["args"][at]["name"], found["target"]["args"][at]["type"]
    behaviours = {behaviour["id"]: behaviour["text"] for behaviour in found["behaviours"]}
    nearest: List[Optional[Neighbour]] = [None, None]
    for told in found["boundaries"]:
        if told["argument"] == "length of %s" % name:
            place: Callable[[str], Any] = lambda text: _length(declared, text)
        elif told["argument"] == name and not declared.startswith(("str", "bytes")):
            place = _number
        else:
            continue
        for one in [told, *told.get("places", ())]:
            sides = [one[side]["input"][at] for side in ("left", "right")]
            here, left, right = place(text), place(sides[0]), place(sides[1])
            if None in (here, left, right):
                continue
            pair = (str(left), str(right)) if place is not _number else (sides[0], sides[1])
            upwards = left >= here
            if not upwards and right > here:
                continue
            distance, side = (right - here, "from") if upwards else (left - here, "to")
            known = nearest[0 if upwards else 1]
            if known is None or abs(distance) < known.distance:
                nearest[0 if upwards else 1] = Neighbour(name, told, pair, distance, behaviours[told[side]])
    return nearest


def _output(described: Described, texts: List[str]) -> str:
    """What the function does with one input."""
    from ._native import pickled

    within = described.within
    within.begin()
    try:
        within.call(pickled(within.hello, described.declarations, [texts]), 1)
        run = next(run for run in within.calls.runs if run.texts)
    finally:
        within.end()
    text: str = run.texts[0]
    return text if run.validity == "valid" else "✗ %s: %s" % (run.name, text)
