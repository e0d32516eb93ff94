"""Makes examples of board notations from their regular expressions, for the board editor and checks of plugins."""

import itertools
import re
from collections.abc import Iterable
from functools import lru_cache
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

MAX_EXAMPLES = 400
"""The maximum number of examples for a notation, or for a part of its expression."""
_MORE = 2
"""The maximum number of repetitions in an example beyond the least possible number."""


class _UnusualError(Exception):
    """A regular expression has a part for which no examples can be made."""


@lru_cache(maxsize=1024)
def samples(notation: str) -> tuple[str, ...]:
    """Return up to `MAX_EXAMPLES` texts that the regular expression `notation` matches; none if it is too complex."""
    pattern = re.compile(notation)
    try:
        made = _sequence(_parser.parse(notation), {})
    except _UnusualError:
        return ()
    return tuple(text for text, _ in made if pattern.fullmatch(text))


Made = list[tuple[str, dict[int, str]]]
"""Pairs of an example text and the texts that its groups have matched, by the numbers of the groups."""


def _sequence(parts: Iterable[Any], captured: dict[int, str]) -> Made:
    made: Made = [("", captured)]
    for operator, argument in parts:
        longer: Made = []
        for text, groups in made:
            for more, found in _part(operator, argument, groups):
                longer.append((text + more, found))
                if len(longer) >= MAX_EXAMPLES:
                    break
        made = longer[:MAX_EXAMPLES]
    return made


def _part(operator: Any, argument: Any, groups: dict[int, str]) -> Made:
    if operator is _constants.LITERAL:
        return [(chr(argument), groups)]
    if operator is _constants.IN:
        return [(letter, groups) for letter in _letters(argument)]
    if operator is _constants.BRANCH:
        return [found for branch in argument[1] for found in _sequence(branch, groups)]
    if operator is _constants.SUBPATTERN:
        number, _, _, inner = argument
        found = _sequence(inner, groups)
        return found if number is None else [(text, {**more, number: text}) for text, more in found]
    if operator is _constants.GROUPREF:
        return [(groups.get(argument, ""), groups)]
    if operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
        least, most, inner = argument
        counts = range(least, min(int(most), least + _MORE) + 1)
        return list(itertools.chain.from_iterable(_sequence(list(inner) * count, groups) for count in counts))
    if operator is _constants.AT:
        return [("", groups)]
    raise _UnusualError(str(operator))


def _letters(parts: Iterable[Any]) -> list[str]:
    letters: list[str] = []
    for operator, argument in parts:
        if operator is _constants.LITERAL:
            letters.append(chr(argument))
        elif operator is _constants.RANGE:
            letters += [chr(code) for code in range(argument[0], min(argument[1], argument[0] + 40) + 1)]
        else:
            raise _UnusualError(str(operator))
    return letters
