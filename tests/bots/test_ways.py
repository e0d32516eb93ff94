"""The shortest ways to goals, as far as they are asked for."""

from random import Random

import pytest

from roborally.plugin_system.loader import Catalogue
from tests.plugin_code import code_of

PLACES = 60


def graph(seed: int) -> tuple[list[list[tuple[int, float]]], dict[int, float]]:
    """Return edges backwards, and the ends with their costs; from some places no way leads there."""
    chance = Random(seed)
    before: list[list[tuple[int, float]]] = [[] for _ in range(PLACES)]
    for place in range(PLACES - 5):
        for _ in range(3):
            before[chance.randrange(PLACES - 5)].append((place, chance.choice((1.0, 1.1, 1.4, 1.7))))
    return before, {3: 1.0, 9: 1.4, 11: 500.0}


def by_relaxing(before: list[list[tuple[int, float]]], ends: dict[int, float], far: float) -> list[float]:
    """Return the same by Bellman and Ford."""
    registers = [min(ends.get(place, far), far) for place in range(PLACES)]
    for _ in range(PLACES):
        for place, edges in enumerate(before):
            for earlier, cost in edges:
                registers[earlier] = min(registers[earlier], registers[place] + cost)
    return registers


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_questions_changes_nothing(seed: int, catalogue: Catalogue) -> None:
    module = code_of(catalogue, "program-cards", "ways")
    before, ends = graph(seed)
    right = by_relaxing(before, ends, module.FAR)
    assert module.FAR in right
    one_by_one = module.Ways(before, ends)
    order = list(range(PLACES))
    Random(seed).shuffle(order)
    assert [one_by_one.from_place(place) for place in order] == [right[place] for place in order]
    assert module.Ways(before, ends).from_everywhere() == right
    assert module.Ways(before, ends).from_places(range(8, 12)) == right[8:12]


def test_an_interrupted_search_goes_on(catalogue: Catalogue) -> None:
    """It ends in the middle, at an edge that is none; where a bot has thought for too long it does so anywhere."""
    module = code_of(catalogue, "program-cards", "ways")
    before, ends = graph(1)
    right = by_relaxing(before, ends, module.FAR)
    edges = max(before, key=len)
    kept = edges[1]
    edges[1] = (kept[0], None)  # type: ignore[assignment]
    ways = module.Ways(before, ends)
    with pytest.raises(TypeError):
        ways.from_everywhere()
    edges[1] = kept
    assert ways.from_everywhere() == right
