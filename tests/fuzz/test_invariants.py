"""Hypothesis draws boards from the elements' own notations; a referee watches random matches on them."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.plugin_system.manifest import MAX_ATOM
from tests.fuzz.invariants import Referee, check_cards, check_floor
from tests.fuzz.play import EDITIONS, MODELS, WALLS, make, own_lists, play, random_settings
from tests.shipped import catalogue

NUMBERED = ("dock", "checkpoint", "home", "ball", "volt-start", "volt-point")
PAIRS = {"portal": "portalA"}


@st.composite
def boards(draw: st.DrawFn, mode: str) -> tuple[str, int]:
    """Draw a board with every kind of element that the mode's plugins bring, and a number of players."""
    known = {kind: one for plugin in catalogue().resolve([mode]) for kind, one in plugin.manifest.element.items()}
    elements = {kind: element for kind, element in known.items() if kind not in (*NUMBERED, *PAIRS)}
    layers: dict[str, list[st.SearchStrategy[tuple[str, str]]]] = {"floor": [], "edge": [], "marker": []}
    for kind, element in sorted(elements.items()):
        drawn = st.from_regex(element.notation, fullmatch=True, alphabet=st.characters(codec="ascii"))
        atoms = drawn.filter(lambda atom: len(atom) <= MAX_ATOM)
        layers[element.layer].append(st.tuples(st.just(kind), atoms))
    plain = st.just(("", "."))
    floor = st.one_of(plain, plain, *layers["floor"])
    edge = st.one_of(plain, plain, plain, *layers["edge"], *layers["marker"])
    walls = st.one_of(
        st.just(""), st.just(""), st.text(WALLS, min_size=1, max_size=2).map(lambda letters: f":{letters}")
    )

    def token_of(below: tuple[str, str], above: tuple[str, str], walls: str) -> str:
        lies = not above[0] or below[0] not in known[above[0]].not_on
        return f"{below[1]}+{above[1] if lies else '.'}{walls}"

    token = st.builds(token_of, floor, edge, walls)
    width, height = draw(st.integers(3, 6)), draw(st.integers(3, 5))
    rows = [draw(st.lists(token, min_size=width, max_size=width)) for _ in range(height)]
    cells = draw(st.permutations([(x, y) for y in range(height) for x in range(width)]))
    players = draw(st.integers(2, 5))
    numbered = [f"d{number}" for number in range(1, players + 1)] if "dock" in known else []
    numbered += [f"home{number}" for number in range(1, players + 1)] if "home" in known else []
    numbered += ["ball"] if "ball" in known else []
    goals = range(1, draw(st.integers(1, 3)) + 1) if "checkpoint" in known else ()
    numbered += [f"c{number}" for number in goals]
    if "volt-start" in known:
        players = min(players, 4)
        numbered = [*(f"s{side}" for side in range(1, players + 1)), "vp1", "vp2"]
    numbered += [atom for kind, atom in PAIRS.items() if kind in known for _ in range(2)]
    for atom, (x, y) in zip(numbered, cells, strict=False):
        rows[y][x] = atom
    return "\n".join("  ".join(row) for row in rows), players


def referee_match(game: Game, seed: int) -> None:
    """Play a short match under the eyes of a referee; `test_exhaustive` has longer ones."""
    match = game.start(seed)
    referee = Referee(match)

    def at_question(match: Match) -> Match:
        referee.check_state()
        check_cards(match)
        return match

    played = play(game, seed, 4, match=match, on_event=referee.on_event, between=at_question)
    check_floor(played.match)


def drawing(examples: int) -> settings:
    """Return how many matches hypothesis draws, the same ones in every run."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate, Phase.shrink],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@pytest.mark.parametrize("mode", EDITIONS)
@given(data=st.data(), seed=st.integers(0, 2**20))
@drawing(4)
def test_random_boards_and_programs(mode: str, data: Any, seed: int) -> None:
    referee_drawn(mode, data, seed)


@pytest.mark.long
@pytest.mark.parametrize("mode", EDITIONS)
@given(data=st.data(), seed=st.integers(0, 2**20))
@drawing(600)
def test_many_random_boards_and_programs(mode: str, data: Any, seed: int) -> None:
    referee_drawn(mode, data, seed)


def referee_drawn(mode: str, data: Any, seed: int) -> None:
    """Draw a board, settings and robots, and play on it under the eyes of a referee."""
    text, players = data.draw(boards(mode))
    note(text)
    dice = Dice(seed)
    models = [dice.pick(MODELS) for _ in range(players)] if mode == "standard" else []
    chosen = random_settings(mode, dice)
    note(f"{chosen} {models}")
    objectives = own_lists(mode, text, players)
    referee_match(make(mode, text, players, settings=chosen, models=models, objectives=objectives), seed)
