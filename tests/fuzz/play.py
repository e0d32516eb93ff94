"""Random matches for tests: small courses with every element, random settings, random legal answers.

Everything follows from one number, so a failure is repeated by its number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.core.dice import Dice, derive
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.manifest import Setting
from tests.shipped import catalogue

CARD_EDITIONS = ("standard", "classic", "crash-and-burn", "auenland", "roboball")
"""The editions that are played with program cards."""
EDITIONS = (*CARD_EDITIONS, "volt")
WALLS = "nesw"
ARROWS = "<>^v"
DECK = sorted(
    [f"u-turn@{number}" for number in range(10, 61, 10)]
    + [f"left@{number}" for number in range(70, 411, 20)]
    + [f"right@{number}" for number in range(80, 421, 20)]
    + [f"back-up@{number}" for number in range(430, 481, 10)]
    + [f"move1@{number}" for number in range(490, 661, 10)]
    + [f"move2@{number}" for number in range(670, 781, 10)]
    + [f"move3@{number}" for number in range(790, 841, 10)]
)
"""The 84 cards as COM-15 lists them, written down apart from the game's own list."""
OFTEN_ADDED = {"classic": ("option-cards",), "roboball": ("option-cards", "portals", "oil")}
"""What a third of the varied games of an edition are played with beyond what the edition brings."""
MODELS = ("tanky", "james-bot", "lazybot", "albot", "peach")


def usual_or_long(usual: bool) -> Sequence[pytest.MarkDecorator]:
    """Return the marks of a part of a search: none if it belongs to every run of the tests, else `long`."""
    return () if usual else (pytest.mark.long,)


def stretches(usual: int, long: int, total: int) -> list[Any]:
    """Return the numbers below `total` in order: the first `usual` of every run of the tests, then `long` at a time."""
    rest = [range(first, min(first + long, total)) for first in range(usual, total, long)]
    return [
        pytest.param(numbers, marks=usual_or_long(numbers.start < usual), id=f"{numbers.start}-{numbers.stop - 1}")
        for numbers in (range(usual), *rest)
    ]


THEMES = ("mixed", "mixed", "belts")


def atoms(mode: str, dice: Dice, theme: str) -> str:
    """Return a random floor cell of an edition; with the theme `belts` they run into each other."""
    way, other = dice.pick(ARROWS), dice.pick(ARROWS)
    if theme == "belts" and dice.below(4):
        return way * (1 + dice.below(2))
    registers = "".join(number for number in "12345" if dice.below(2)) or "3"
    choices = [*["."] * 8, "O", way, way * 2, way, way * 2, f"g{dice.pick('<>')}", f"w{dice.pick('12')}"]
    choices += [f"l{other}", f"l{dice.pick('123')}{other}", f"{way}+l{other}"]
    if mode in ("standard", "crash-and-burn"):
        choices += ["~", "~", "~"]
    if mode in ("classic", "crash-and-burn", "roboball"):
        choices += [f"push{other}{registers}", f"{way}+push{other}{registers}", f"crush{registers}"]
        choices += [f"{way}+crush{registers}"]
    if mode == "crash-and-burn":
        choices += [f"flame{registers}", f"door{other}{registers}", f"~+door{other}{registers}", "w2", "w2"]
    token = dice.pick(choices)
    if not dice.below(6):
        token += ":" + dice.pick(WALLS)
    return token


def grid(mode: str, dice: Dice, players: int, width: int, height: int, more: Sequence[str] = ()) -> str:
    """Return a random board with docks, checkpoints, and portals where there are any; homes and a ball for `roboball`.

    `more` are tokens that some of its cells hold too.
    """
    if mode == "volt":
        return arena(dice, width, height)
    theme = dice.pick(THEMES)
    rows = [[atoms(mode, dice, theme) for _ in range(width)] for _ in range(height)]
    cells = [(x, y) for y in range(height) for x in range(width)]
    dice.shuffle(cells)
    if mode == "roboball":
        for token in ("ball", *(f"home{number}" for number in range(1, players + 1)), *more):
            x, y = cells.pop()
            rows[y][x] = token
        return "\n".join(" ".join(row) for row in rows)
    for number in range(1, players + 1) if mode != "crash-and-burn" else ():
        x, y = cells.pop()
        rows[y][x] = f"d{number}{dice.pick(ARROWS)}"
    for number in range(1, 2 + dice.below(3)):
        x, y = cells.pop()
        rows[y][x] = f"c{number}"
    for colour in "AB" if mode == "crash-and-burn" else "":
        for x, y in (cells.pop(), cells.pop()):
            rows[y][x] = f"portal{colour}"
    return "\n".join(" ".join(row) for row in rows)


def arena(dice: Dice, width: int, height: int) -> str:
    """Return a random arena for `volt`, with start spaces for all four sides."""
    rows = [[dice.pick([*["."] * 5, "O", f".:{dice.pick(WALLS)}"]) for _ in range(width)] for _ in range(height)]
    cells = [(x, y) for y in range(height) for x in range(width)]
    dice.shuffle(cells)
    starts = [f"s{side}" for side in (1, 2, 3, 4) for _ in range(1 + dice.below(2))]
    for token in (*starts, "vp1", "vp2", "vp3", "shop"):
        x, y = cells.pop()
        rows[y][x] = token
    return "\n".join(" ".join(row) for row in rows)


def course(text: str, mode: str, players: int, plugins: Sequence[str] = ()) -> Course:
    """Return the course that a grid draws."""
    notations = Notations.of(catalogue().resolve([mode, *plugins]))
    return Course("random", "Random", parse_grid(text, notations), players=(1, players))


def make(
    mode: str,
    text: str,
    players: int,
    *,
    seed: int = 1,
    settings: Any = None,
    models: Any = (),
    people: int = 0,
    plugins: Sequence[str] = (),
    objectives: Any = (),
    teams: int = 0,
    without: Sequence[str] = (),
) -> Game:
    """Return a game on the board that a grid draws; the first `people` seats are human, seats take turns in teams.

    The option cards in `without` are left out, where there are any.
    """
    seats = [
        SeatConfig(
            name,
            controller="human" if number < people else "random",
            robot=model,
            objectives=list(own),
            team=number % teams + 1 if teams else 0,
        )
        for number, (name, model, own) in enumerate(
            zip("ABCDEFGH"[:players], (*models, *[""] * players), (*objectives, *[()] * players), strict=False)
        )
    ]
    section = MatchSection(mode=mode, course="random", seed=seed, plugins=list(plugins))
    has_cards = any(plugin.id == "option-cards" for plugin in catalogue().resolve([mode, *plugins]))
    plugin = {"option-cards": {"without": list(without)}} if has_cards and without else {}
    config = MatchConfig(section, settings or {}, plugin, seats)
    return make_game(config, catalogue(), course=course(text, mode, players, plugins))


def integers(setting: Setting) -> list[int]:
    """Return the values of a whole-number setting that are worth a try: the ends, the default, and some between."""
    low, high = int(setting.minimum or 0), int(setting.maximum or 0)
    assert isinstance(setting.default, int)
    return sorted({low, low + 1, setting.default, (low + high) // 2, high})


def random_settings(mode: str, dice: Dice, plugins: Sequence[str] = ()) -> dict[str, Any]:
    """Return a few settings with values that their manifests allow."""
    chosen: dict[str, Any] = {}
    for plugin in catalogue().resolve([mode, *plugins]):
        for name, setting in plugin.manifest.settings.items():
            if setting.type == "without" or not dice.below(3):
                continue  # tests/plugins/test_option_registry.py leaves cards out
            if setting.type == "switch":
                chosen[name] = bool(dice.below(2))
            elif setting.type == "choice":
                chosen[name] = dice.pick(setting.choices)
            elif setting.type == "integer":
                chosen[name] = dice.pick(integers(setting))
    return chosen


def own_lists(mode: str, text: str, players: int) -> list[Any]:
    """Return a list of objectives for each seat of `auenland`, without the corner twice (AUE-R19)."""
    if mode != "auenland":
        return []
    return [((0, 0), 1) if seat % 2 and not text.startswith("c1") else (1,) for seat in range(players)]


def random_game(
    mode: str, number: int, *, vary: bool = True, most_players: int = 6, without: Sequence[str] = ()
) -> Game:
    """Return game number `number` of an edition."""
    dice = Dice(derive(number, "game", mode))
    players = 2 + dice.below(min(most_players, 4 if mode == "volt" else 8) - 1)
    teams = (1 + number % 2) * 2 if mode == "roboball" and players % 2 == 0 and players >= 4 else 0
    if teams and players % teams:
        teams = 2
    text = grid(mode, dice, players, 4 + dice.below(5), 4 + dice.below(4))
    models = [dice.pick(MODELS) for _ in range(players)] if mode == "standard" else []
    # Options and virtual robots go with other editions too.
    plugins = OFTEN_ADDED.get(mode, ()) if vary and number % 3 == 0 else ()
    settings = random_settings(mode, dice, plugins) if vary else {}
    if vary and mode == "crash-and-burn" and number % 2:
        # The edition with as many options as possible, and all robots in one another's line.
        settings = {"dealt_at_start": 3}
        text = grid(mode, dice, players, 8, 3)
    if vary and mode == "roboball" and plugins:
        text = grid(mode, dice, players, 6, 6, ("portalA", "portalA", "~", "~", "~"))
    return make(
        mode,
        text,
        players,
        seed=number,
        settings=settings,
        models=models,
        plugins=plugins,
        objectives=own_lists(mode, text, players),
        teams=teams,
        without=without,
    )


def choose(match: Match, decision: Decision, dice: Dice) -> Any:
    """Return a random legal answer."""
    sample = match.rules.decisions[decision["kind"]].sample
    if sample is not None:
        return sample(match, decision, dice)
    assert decision["choices"] is not None, "what has no choices has a sample"
    return dice.pick(decision["choices"])


@dataclass
class Played:
    """What came of a match."""

    match: Match
    events: list[Event]
    answers: list[tuple[int, str, Any]]


Between = Callable[[Match], Match]
"""Called at every question; the match that it returns goes on."""


def play(
    game: Game,
    seed: int,
    turns: int,
    *,
    between: Between | None = None,
    watched: bool = True,
    match: Match | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Played:
    """Play a match with random answers until it is over or `turns` turns are."""
    events: list[Event] = []
    watch = Watch(events.append, *([on_event] if on_event else [])) if watched else None
    if match is None:
        match = game.start(seed, watch)
    match.watch = watch
    answers: list[tuple[int, str, Any]] = []
    match.run()
    while not match.state.over and match.state.turn <= turns:
        open_ = [entry for entry in match.state.decisions if entry["id"] not in match.state.sealed]
        dice = Dice(derive(seed, "answers", match.state.next_id, len(match.state.sealed), len(open_)))
        decision = dice.pick(open_)
        # Half of the optional questions are left to their defaults.
        if decision["optional"] and dice.below(2):
            decision = dice.pick(open_)
        answer = choose(match, decision, dice)
        match.seal(decision["id"], answer, decision["seat"])
        answers.append((decision["seat"], decision["id"], answer))
        if between is not None:
            watch, match.watch = match.watch, None
            match = between(match)
            match.watch = watch
        match.run()
    return Played(match, events, answers)
