"""What a search has found."""

from os import PathLike
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, Union

from ._native import AutobvaError, Found

if TYPE_CHECKING:
    import pandas

    from ._callable import Described


def terminal_width() -> int:
    """How many columns a text may have."""
    import shutil

    return shutil.get_terminal_size((100, 24)).columns


class Side:
    """One of the two inputs of a boundary, and what the function did with it."""

    def __init__(self, told: Mapping[str, Any], result: "Result") -> None:
        self.input: Tuple[str, ...] = tuple(told["input"])
        """The values as texts."""
        self.output: str = told["output"]
        """What the function returned, or the message of what it raised."""
        self.type: str = told["type"]
        """The type of what it returned or raised."""
        self.is_valid: bool = told["validity"] == "valid"
        """Whether the function returned a value instead of raising an exception."""
        self._result = result

    @property
    def arguments(self) -> Dict[str, Any]:
        """The values as the function got them, by the names of its arguments."""
        return self._result._arguments(self.input)

    def __repr__(self) -> str:
        mark = "" if self.is_valid else "✗ %s: " % self.type
        return "(%s) → %s%s" % (", ".join(self.input), mark, self.output)


class Boundary:
    """Two neighbouring inputs between which the behaviour of the function changes."""

    def __init__(self, told: Mapping[str, Any], result: "Result") -> None:
        self.id: int = told["id"]
        self.kind: str = told["kind"]
        """`error`, `type`, `wording`, `value`, `jump` or `kink`."""
        self.argument: str = told["argument"]
        """The argument that is changed, as a path: `q`, `items[0].qty`, `length of s`."""
        self.sentence: str = told["sentence"]
        """The boundary in words: `q 99 | 100: 2.5 · q → 2.25 · q`."""
        self.left = Side(told["left"], result)
        self.right = Side(told["right"], result)
        self.rule: Optional[str] = (told.get("rule") or {}).get("text")
        """The rule that says where it lies in general, if there is one."""
        self.flaky: bool = told["flaky"]
        """Whether the function answered differently when it was called again."""

    def __repr__(self) -> str:
        return "b%d %s: %s" % (self.id, self.kind, self.sentence)


class Behaviour:
    """One of the ways in which the function behaves."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.id: int = told["id"]
        self.text: str = told["text"]
        """In words: `2.5 · q`."""
        self.domain: str = told["domain"]
        """Where it was seen: `q … 99`."""
        self.type: str = told["type"]
        self.is_valid: bool = told["validity"] == "valid"
        self.calls: int = told["calls"]
        """How many calls have shown it."""

    def __repr__(self) -> str:
        return "%s: %s" % (self.domain, self.text) if self.domain else self.text


class Result:
    """The behaviours of a function and the boundaries between them.

    It prints like the output of `autobva find`, and is shown as HTML in notebooks.
    """

    def __init__(self, found: Found, described: "Optional[Described]") -> None:
        self._found, self._described = found, described
        self._dict: Optional[Dict[str, Any]] = None

    def to_dict(self) -> Dict[str, Any]:
        """What `autobva find --format json` writes (schema autobva/2)."""
        if self._dict is None:
            import json

            self._dict = json.loads(self._found.json())
        return self._dict

    @property
    def boundaries(self) -> List[Boundary]:
        """The boundaries, the most telling first."""
        return [Boundary(told, self) for told in self.to_dict()["boundaries"]]

    @property
    def behaviours(self) -> List[Behaviour]:
        """What the function does, from low to high."""
        return [Behaviour(told) for told in self.to_dict()["behaviours"]]

    @property
    def calls(self) -> int:
        """How many calls were made."""
        return self._found.calls

    @property
    def seed(self) -> int:
        """The seed: with it and the same `max_calls`, the search is the same again."""
        return self._found.seed

    @property
    def notes(self) -> List[str]:
        """What the user should know about the arguments, such as one that keeps its default."""
        return self._found.notes

    def to_pandas(self) -> "pandas.DataFrame":
        """The boundaries as a table with a row for each; this needs pandas."""
        try:
            import pandas
        except ImportError:
            raise AutobvaError("pandas is not installed; install it, or use to_dict()") from None
        names = [argument["name"] for argument in self.to_dict()["target"]["args"]]
        rows = []
        for boundary in self.boundaries:
            row: Dict[str, Any] = {"id": boundary.id, "kind": boundary.kind, "argument": boundary.argument}
            row["sentence"] = boundary.sentence
            for label, side in (("left", boundary.left), ("right", boundary.right)):
                row.update(("%s_%s" % (label, name), text) for name, text in zip(names, side.input))
                row["%s_type" % label], row["%s_output" % label] = side.type, side.output
            rows.append(dict(row, rule=boundary.rule, flaky=boundary.flaky))
        return pandas.DataFrame(rows)

    def save(self, path: "Union[str, PathLike[str]]") -> None:
        """Saves it as a campaign, which `autobva review`, `report`, `export` and `accept` read.

        An existing campaign keeps what was decided; what this search has not found again is no longer shown.
        """
        self._found.save(path)

    def report(self, path: "Union[str, PathLike[str]]") -> None:
        """Writes a report for the browser: one HTML file that needs no network."""
        self._found.report(path)

    def text(self, width: Optional[int] = None, *, all: bool = False) -> str:
        """What `autobva find` prints, in `width` columns; `all` shows every behaviour and boundary."""
        return self._found.text(width or terminal_width(), all)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self._found.fragment()

    def _arguments(self, texts: Tuple[str, ...]) -> Dict[str, Any]:
        if self._described is None:
            raise AutobvaError("the values are in another process; use the texts in input, or search without isolate")
        values = self._described.arguments([list(texts)])[0]
        if values is None:
            raise AutobvaError("no value can be made of (%s): its class refuses it" % ", ".join(texts))
        return values
