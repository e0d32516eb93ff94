"""Rules of `auenland` that a scenario cannot say: the deck, hidden priorities, secret lists, the referee's duties."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roborally.core.dice import Dice
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.core.observation import imagine, observe
from roborally.game.course.courses import load_course
from roborally.game.course.notation import Notations
from roborally.game.factory import Game, make_game
from roborally.game.match_file import ConfigError, load_config
from roborally.game.records.recorder import Recorder, load_replay
from roborally.game.session.bot_pool import BotPool
from roborally.game.session.local import LocalSession
from tests.fuzz.play import make
from tests.shipped import catalogue
from tests.slots import put_in

GRID = """
 d1>  .  c1  .
 d2>  .  c2  .
 d3>  .  .  c3
"""
GameOf = Callable[..., Game]


def game(players: int = 3, **settings: object) -> Game:
    return make("auenland", GRID, players, settings=settings)


def started(one: Game, seed: int = 4, watch: Watch | None = None) -> Match:
    match = one.start(seed, watch)
    match.run()
    return match


def test_aue_202_the_deck_has_no_move_3() -> None:
    """AUE-202, AUE-R01: 78 cards, all other numbers as in COM-15."""
    slot = started(game()).state.ext["program-cards"]
    cards = [*slot["deck"], *(card for hand in slot["hands"] for card in hand)]
    assert len(cards) == len(set(cards)) == 78
    assert not any(card.startswith("move3") for card in cards)
    assert {"move2@780", "u-turn@10", "back-up@430"} <= set(cards)


def test_aue_205_the_types_are_in_order() -> None:
    """AUE-205: Move 2 before Move 1 before Back Up before all turn cards, whatever their numbers."""
    slot = started(game()).state.ext["program-cards"]
    cards = [*slot["deck"], *(card for hand in slot["hands"] for card in hand)]
    types = [card.partition("@")[0] for card in sorted(cards, key=lambda card: -int(card.partition("@")[2]))]
    first_turn = next(at for at, name in enumerate(types) if name in ("left", "right", "u-turn"))
    assert types[:12] == ["move2"] * 12
    assert types[12:30] == ["move1"] * 18
    assert types[30:36] == ["back-up"] * 6
    assert first_turn == 36


def test_aue_802_priorities_are_hidden() -> None:
    """AUE-205, AUE-802, AUE-804: not in observations, own cards and answers included, and not in events."""
    events: list[Event] = []
    match = started(game(), watch=Watch(events.append))
    hand = observe(match, 0).data["ext"]["program-cards"]["hands"][0]
    assert len(hand) == 9
    asked = next(entry for entry in match.state.decisions if entry["kind"] == "program" and entry["seat"] == 0)
    match.seal(asked["id"], list(hand[:5]), 0)
    assert "@" not in str(observe(match, 0).data)
    for _ in range(3):
        match.default_answers()
        assert all("@" not in str(observe(match, seat).data) for seat in (-1, 0, 1, 2))
    assert "@" not in str(events)


def test_aue_804_what_a_player_is_told() -> None:
    """AUE-803, AUE-804: own cards by type, locks, damage, lives, own list and progress; others' hands are not told."""
    seen = observe(started(game()), 1).data["ext"]
    assert all(card and "@" not in card for card in seen["program-cards"]["hands"][1])
    assert set(seen["program-cards"]["hands"][0]) == {"?"}
    assert seen["archive"]["lives"] == (3, 3, 3)
    assert len(seen["race"]["routes"][1]) == 3


def test_aue_805_orders_name_commands() -> None:
    """AUE-805: of several cards of one type the earliest register gets the highest priority."""
    match = started(game())
    slot = match.state.ext["program-cards"]
    hand = slot["hands"][0]
    commands = [card.partition("@")[0] for card in hand]
    twice = next(command for command in commands if commands.count(command) > 1)
    same = sorted(
        (card for card in hand if card.startswith(twice + "@")), key=lambda card: -int(card.partition("@")[2])
    )
    asked = next(entry for entry in match.state.decisions if entry["kind"] == "program" and entry["seat"] == 0)
    match.seal(asked["id"], [twice, twice], 0)
    for entry in list(match.state.decisions):
        if entry["id"] not in match.state.sealed and not entry["optional"]:
            match.seal(entry["id"], entry["default"])
    match.run(until="stage")
    assert slot["slots"][0][:2] == tuple(same[:2]) or match.state.pieces[0].cell < 0


def test_aue_102b_swap() -> None:
    """AUE-102, AUE-R11: the line-up mirrored, no robot with its own start."""
    for players in (2, 3):
        match = started(game(players, objectives="swap"))
        starts = match.state.ext["archive"]["starts"]
        routes = match.state.ext["race"]["routes"]
        assert all(len(route) == 1 and route[0] in starts for route in routes)
        assert all(route[0] != start for route, start in zip(routes, starts, strict=True))
    assert started(game(2, objectives="swap")).state.ext["race"]["routes"] == ((4,), (0,))


def test_aue_102c_secret_lists() -> None:
    """AUE-102, AUE-801, AUE-807: lists of each seat are told to their owners alone, and so is the progress on them."""
    one = make(
        "auenland",
        GRID,
        3,
        settings={"objectives": "own", "secret_objectives": True},
        objectives=[(2,), (3, (1, 1)), (1,)],
    )
    match = started(one)
    assert match.state.ext["race"]["routes"] == ((6,), (11, 5), (2,))
    match.state.ext["race"]["reached"] = (0, 1, 0)
    seen, own = observe(match, 0), observe(match, 1)
    assert seen.data["ext"]["race"]["routes"] == ((6,), (), ())
    assert seen.data["ext"]["race"]["reached"] == (0, 0, 0)
    assert own.data["ext"]["race"]["routes"][1] == (11, 5)
    assert [bool(seat.secrets) for seat in seen.seats] == [True, False, False]
    assert imagine(seen, Dice(1)).state.ext["race"]["routes"][0] == (6,)


def test_aue_r17_a_facing_is_seen_when_the_robot_stands() -> None:
    """AUE-R17: what one owner has said with the orders is not in what others see."""
    match = started(game())
    put_in(match.state.ext["archive"], "chosen_facings", 0, 2)
    shown = [observe(match, seat).data["ext"]["archive"]["chosen_facings"] for seat in (0, 1, -1)]
    assert shown == [(2, -1, -1), (-1, -1, -1), (-1, -1, -1)]


def test_aue_r18_markers_on_checkpoints_tell_no_list() -> None:
    """AUE-R18: two matches that differ in secret lists of checkpoints alone look the same to the others."""
    seen = []
    for lists in ([(1, 2, 3), (3,), (3,)], [(3, 2, 1), (3,), (3,)]):
        secret = {"objectives": "own", "secret_objectives": True}
        match = started(make("auenland", GRID, 3, settings=secret, objectives=lists))
        for cell in (2, 6):
            match.place(match.state.pieces[0], cell, 0, "test")
            race_rules().touch_standing(match)
        archive = observe(match, 1).data["ext"]["archive"]
        assert archive["cells"][0] == 6
        seen.append((archive, observe(match, 1).data["ext"]["race"]))
    assert seen[0] == seen[1]


def race_rules() -> Any:
    return importlib.import_module("roborally_plugins.race.rules")


def test_aue_r10_the_engine_is_the_referee() -> None:
    """AUE-R10, AUE-803, AUE-807, AUE-808: board, starts, lists and order come from the match; all is told by events."""
    events: list[Event] = []
    match = started(game(), watch=Watch(events.append))
    for _ in range(2):
        match.default_answers()
    types = {event["type"] for event in events}
    assert {"moment", "reveal", "card", "real", "deal"} <= types
    assert [event["piece"] for event in events if event["type"] == "card"]


# --- what the match file says ---------------------------------------------------------------------------------------

CATALOGUE = catalogue()
COURSE = '''
name = "Field"
players = [2, 3]
grid = """
 d1>  .  c1
 d2v  .  c2
 d3^  .  c3
"""
'''
MATCH = """
[match]
mode = "auenland"
course = "field"
seed = 5
timer = 90
[rules]
{rules}
[[seats]]
name = "Ada"
objectives = [3, 1]
[[seats]]
name = "Bo"
controller = "random"
objectives = [[1, 1]]
"""


def text(folder: Path, rules: str) -> Game:
    """Return the game that a match file says, on a course beside it."""
    (folder / "field.toml").write_text(COURSE, encoding="utf-8")
    (folder / "match.toml").write_text(MATCH.format(rules=rules), encoding="utf-8")
    course = load_course(folder / "field.toml", Notations.of(CATALOGUE.plugins.values()))
    return make_game(load_config(folder / "match.toml"), CATALOGUE, course=course)


@pytest.mark.parametrize(
    ("rules", "routes", "others"),
    [
        ('objectives = "common"', ((2, 5, 8), (2, 5, 8)), (2, 5, 8)),
        ('objectives = "common"\ncheckpoints = 2', ((2, 5), (2, 5)), (2, 5)),
        ('objectives = "own"', ((8, 2), (4,)), (4,)),
        ('objectives = "own"\nsecret_objectives = true', ((8, 2), (4,)), ()),
        ('objectives = "swap"', ((3,), (0,)), (0,)),
    ],
)
def test_aue_801_the_match_file_chooses_the_scenario(
    tmp_path: Path, rules: str, routes: tuple[Any, ...], others: tuple[int, ...]
) -> None:
    """AUE-801, AUE-102a, AUE-102b, AUE-102c, AUE-102d: who must reach what, and whether the others are told."""
    match = started(text(tmp_path, rules))
    assert match.state.ext["race"]["routes"] == routes
    assert observe(match, 0).data["ext"]["race"]["routes"] == (routes[0], others)


def test_aue_803_board_starts_facings_seats_and_deadline(tmp_path: Path) -> None:
    """AUE-803: the course says board, start cells and facings; the match file the seats and the time for a turn."""
    game = text(tmp_path, "")
    match = started(game)
    assert (game.floor.board.width, game.floor.board.height) == (3, 3)
    assert [game.floor.cells[piece.cell] for piece in match.state.pieces] == [(0, 0), (0, 1)]
    assert [piece.facing for piece in match.state.pieces] == [1, 2]
    assert [seat.name for seat in match.seats] == ["Ada", "Bo"]
    now = 1000.0
    session = LocalSession.start(game, 5, BotPool(), lambda: now)
    assert session.deadline == now + 90


@pytest.mark.parametrize(("ordered", "reached"), [("true", (0, 1)), ("false", (1, 1))])
def test_aue_803_whether_order_counts(tmp_path: Path, ordered: str, reached: tuple[int, ...]) -> None:
    """AUE-803, AUE-R05: Ada stands on the second cell of her list, Bo on the first of theirs."""
    match = started(text(tmp_path, f'objectives = "own"\nordered = {ordered}'))
    for piece, cell in zip(match.state.pieces, (2, 4), strict=True):
        piece.cell = cell
        importlib.import_module("roborally_plugins.race.api").reach(match, piece, 1, cell)
    assert match.state.ext["race"]["reached"] == reached


def test_aue_803_an_impossible_duty_is_named(tmp_path: Path) -> None:
    """AUE-803: more seats than start cells, or an unknown choice: one sentence that names the key."""
    with pytest.raises(ConfigError, match=r"rules\.objectives"):
        text(tmp_path, 'objectives = "theirs"')
    with pytest.raises(ConfigError, match=r"rules\.ordered"):
        text(tmp_path, "ordered = 3")


def test_aue_808_decisions_are_recorded_for_the_rest_of_the_game(tmp_path: Path) -> None:
    """AUE-808: what the text leaves open is a setting; the record of the game holds it."""
    game = text(tmp_path, "ordered = false\nrespawn_damage = 1\nlives = 2")
    recorder = Recorder(game, 5)
    recorder.follow(started(game, 5, Watch()))
    recorder.finish(tmp_path / "game.rrreplay")
    later, record = load_replay(tmp_path / "game.rrreplay", CATALOGUE)
    assert record.config["rules"] == {"ordered": False, "respawn_damage": 1, "lives": 2}
    assert later.rules.settings == game.rules.settings
