"""Reads and writes atoms, the texts of single elements such as `push>24`, by the notations in manifests."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from roborally.base.errors import Message
from roborally.core.geometry import EAST, SYMBOLS
from roborally.game.course.notation import CourseError, Notations, parse_token
from roborally.game.course.notation_examples import samples
from roborally.plugin_system.manifest import ElementManifest

DIRECTION = "direction"
LEFT_OUT = ""
"""Stands for the value of an optional part of a notation that is left out and has no default."""
TRIES = 64
"""The maximum number of texts that are made from a notation to find one with given values."""
OTHER_SENSE = {"<": ">", ">": "<"}
"""The mirror images of the senses of rotation, which some elements have as a value: clockwise `>`, else `<`."""


@dataclass(frozen=True)
class KnownAtom:
    """An element that has been read from its text: its kind, its values by name, and the manifest of its kind."""

    kind: str
    values: Mapping[str, Any]
    manifest: ElementManifest

    @property
    def number(self) -> Any:
        """The value that is unique or counted, such as the number of a dock; `None` if the kind has no such value."""
        name = number_name(self.manifest)
        return self.values.get(name) if name else None


def number_name(manifest: ElementManifest) -> str:
    """Return the name of the value that must be consecutive, unique or paired; empty for most kinds of elements."""
    return manifest.sequence or manifest.unique or manifest.pairs


class Speller:
    """Reads and writes atoms (the texts of single elements, such as `push>24`) with the notations of some plugins."""

    def __init__(self, notations: Notations) -> None:
        self.notations = notations
        self._read: dict[str, KnownAtom | None] = {}
        self._problems: dict[str, Message | None] = {}

    def manifest(self, kind: str) -> ElementManifest:
        """Return what the plugin's manifest says about a kind of element."""
        return self.notations.elements[kind][1]

    def read(self, atom: str) -> KnownAtom | None:
        """Return the element that a text stands for, `None` if no plugin knows it."""
        if atom not in self._read:
            found = self.notations.read(atom)
            self._read[atom] = KnownAtom(*found, self.manifest(found[0])) if found is not None else None
        return self._read[atom]

    def problem(self, token: str) -> Message | None:
        """Return why the text of a whole cell, such as `>>+flame12:n`, is invalid; `None` if it is valid."""
        if token not in self._problems:
            self._problems[token] = _problem(token, self.notations)
        return self._problems[token]

    def write(self, kind: str, values: Mapping[str, Any]) -> str | None:
        """Return the shortest text for an element with these values, `None` if its notation cannot express them."""
        pattern, manifest, _plugin = self.notations.elements[kind]
        texts = {name: _spelled(name, value) for name, value in values.items()}
        usual = {name: text for name, text in texts.items() if values[name] != manifest.defaults.get(name, LEFT_OUT)}
        for wanted in (usual, texts):
            found = _written(pattern.pattern, tuple(sorted(wanted.items())))
            if found is not None and (known := self.read(found)) is not None and known.kind == kind:
                return found
        return None

    def changed(self, atom: str, **values: Any) -> str:
        """Return the text of an element with some values changed; the same text if its notation cannot express them."""
        known = self.read(atom)
        if known is None:
            return atom
        return self.write(known.kind, {**known.values, **values}) or atom

    def possible(self, kind: str, name: str) -> list[Any]:
        """Return the values that a kind of element can have under a name, sorted, with `LEFT_OUT` first if it can."""
        found: dict[Any, None] = {}
        for atom in samples(self.notations.elements[kind][0].pattern):
            known = self.read(atom)
            if known is not None and known.kind == kind:
                found[known.values.get(name, LEFT_OUT)] = None
        return sorted(found, key=lambda it: (it != LEFT_OUT, len(it) if isinstance(it, tuple) else 0, it))

    def usual(self, kind: str) -> dict[str, Any]:
        """Return by name the values of a new element: direction east, else its defaults or the first possible values.

        An optional value without a default is `LEFT_OUT`.
        """
        left_out = dict.fromkeys(self.notations.elements[kind][0].groupindex, LEFT_OUT)
        for atom in samples(self.notations.elements[kind][0].pattern):
            known = self.read(atom)
            if known is not None and known.kind == kind:
                usual = {**left_out, **known.values, **self.manifest(kind).defaults}
                return {**usual, DIRECTION: EAST} if DIRECTION in usual else usual
        return {}


def _problem(token: str, notations: Notations) -> Message | None:
    try:
        parse_token(token, (0, 0), notations)
    except CourseError as error:
        return error.message
    return None


def _spelled(name: str, value: Any) -> str:
    if name == DIRECTION:
        return SYMBOLS[value]
    return "".join(map(str, value)) if isinstance(value, tuple) else str(value)


# --- texts of a regular expression ------------------------------------------------------------------------------------

Wanted = Mapping[str, str]
Made = tuple[str, Mapping[int, str]]
"""A text that matches a part of a notation, and what its groups captured, by the number of the group."""


@lru_cache(maxsize=4096)
def _written(notation: str, wanted: tuple[tuple[str, str], ...]) -> str | None:
    """Return a text that a notation matches with exactly these captures (pairs of group name and text), or `None`."""
    pattern, texts = re.compile(notation), dict(wanted)
    names = {number: name for name, number in pattern.groupindex.items()}
    for text, _captured in islice(_sequence(list(_parser.parse(notation)), texts, names, {}), TRIES):
        match = pattern.fullmatch(text)
        if match is not None and {name: got for name, got in match.groupdict().items() if got is not None} == texts:
            return text
    return None


def _sequence(
    parts: list[Any], wanted: Wanted, names: Mapping[int, str], captured: Mapping[int, str]
) -> Iterator[Made]:
    if not parts:
        yield "", captured
        return
    operator, argument = parts[0]
    for text, found in _part(operator, argument, wanted, names, captured):
        for rest, all_found in _sequence(parts[1:], wanted, names, found):
            yield text + rest, all_found


def _part(
    operator: Any, argument: Any, wanted: Wanted, names: Mapping[int, str], captured: Mapping[int, str]
) -> Iterator[Made]:
    if operator is _constants.LITERAL:
        yield chr(argument), captured
    elif operator is _constants.IN:
        yield from ((letter, captured) for letter in _letters(argument))
    elif operator is _constants.BRANCH:
        for branch in argument[1]:
            yield from _sequence(list(branch), wanted, names, captured)
    elif operator is _constants.SUBPATTERN:
        number, _, _, inner = argument
        name = names.get(number, "")
        if name in wanted:
            yield wanted[name], {**captured, number: wanted[name]}
        elif not name:
            yield from _sequence(list(inner), wanted, names, captured)
    elif operator is _constants.GROUPREF:
        yield captured.get(argument, ""), captured
    elif operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
        least, most, inner = argument
        for count in range(least, min(int(most), least + 1) + 1):
            yield from _sequence(list(inner) * count, wanted, names, captured)
    elif operator is _constants.AT:
        yield "", captured


def _letters(parts: Iterable[Any]) -> Iterator[str]:
    for operator, argument in parts:
        if operator is _constants.LITERAL:
            yield chr(argument)
        elif operator is _constants.RANGE:
            yield chr(argument[0])
