"""Random matches are played twice: straight, and through JSON, clones or without listeners; all must agree."""

from typing import Any

import msgspec
import pytest

from roborally.core.dice import Dice, derive
from roborally.core.match import Match
from roborally.core.state import PIECE_FIELDS, STATE_FIELDS, Piece, State
from roborally.game.factory import Game
from tests.fuzz.play import EDITIONS, grid, make, play, random_game, stretches

TURNS = 7


def each_number(function: Any) -> Any:
    """Run a test with every edition, and a thousand matches of it."""
    function = pytest.mark.parametrize("numbers", stretches(6, 142, 1000))(function)
    return pytest.mark.parametrize("mode", EDITIONS)(function)


def through_json(match: Match) -> Match:
    data = msgspec.json.decode(msgspec.json.encode(match.to_data()))
    return Match.from_data(match.rules, match.floor, match.seats, data)


def snapshot(match: Match) -> bytes:
    return msgspec.json.encode(match.to_data(), order="deterministic")


def assert_same(one: Any, other: Any, what: str) -> None:
    """Compare without letting pytest print thousands of lines."""
    if one != other:
        pairs = [(at, a, b) for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b]
        pytest.fail(f"{what}: {len(one)} and {len(other)} entries, first difference {pairs[:1]}")


@each_number
def test_a_match_survives_json_at_every_question(mode: str, numbers: range) -> None:
    """It also runs the same when nobody listens."""
    for number in numbers:
        game = random_game(mode, number)
        straight = play(game, number, TURNS)
        if number % 3 == 0:
            unseen = play(game, number, TURNS, watched=False)
            assert_same(straight.answers, unseen.answers, f"{mode} {number}: answers")
            assert snapshot(straight.match) == snapshot(unseen.match), f"{mode} {number}"
        dual = play(game, number, TURNS, between=through_json)
        assert_same(straight.events, dual.events, f"{mode} {number}: events")
        assert_same(straight.answers, dual.answers, f"{mode} {number}: answers")
        # Compared as objects too: JSON would hide a list that was a tuple.
        assert repr(straight.match.to_data()) == repr(dual.match.to_data()), f"{mode} {number}"
        assert straight.match.state.at == dual.match.state.at, f"{mode} {number}"
        assert straight.match.digest() == dual.match.digest()


def mutable_parts(value: Any, seen: dict[int, Any]) -> dict[int, Any]:
    """Return every object in a state that can be changed, by identity."""
    if isinstance(value, list | dict | set | Piece | State):
        if id(value) in seen:
            return seen
        seen[id(value)] = value
    if isinstance(value, State | Piece):
        for name in STATE_FIELDS if isinstance(value, State) else PIECE_FIELDS:
            mutable_parts(getattr(value, name), seen)
    elif isinstance(value, dict):
        for item in value.values():
            mutable_parts(item, seen)
    elif isinstance(value, list | tuple):
        for item in value:
            mutable_parts(item, seen)
    return seen


@each_number
def test_a_clone_is_equal_and_shares_nothing_that_changes(mode: str, numbers: range) -> None:
    for number in numbers[::5]:
        game = random_game(mode, number)

        def cloned(match: Match, game: Game = game, number: int = number) -> Match:
            clone = match.clone()
            for name in STATE_FIELDS:
                if name != "pieces":
                    assert getattr(clone.state, name) == getattr(match.state, name), name
            assert clone.to_data() == match.to_data() == through_json(match).to_data()
            asked = mutable_parts(match.state.decisions, {})
            shared = mutable_parts(match.state, {}).keys() & mutable_parts(clone.state, {}).keys()
            tables = {id(value) for slot in match.state.ext.values() for value in slot.values()}
            # Questions and what slots hold are never changed in place, and are shared (`copied`).
            own = shared - asked.keys() - tables
            assert not own, [mutable_parts(match.state, {})[key] for key in own]
            if match.state.turn <= 2:
                before = snapshot(match)
                play(game, number + 1000, match.state.turn + 1, match=match.clone())
                assert snapshot(match) == before, "playing a clone on changes the original"
            return clone

        play(game, number, 4, between=cloned)


OPTION_MATCHES = 30
MID_TURN = {
    *("recompile", "conditional-program", "flywheel", "conditional-program-swap", "turret", "shield", "abort-switch"),
    *("brakes", "weapon", "fire-control", "mechanical-arm", "give-back", "respawn-cell", "superior-archive-copy"),
}
"""Questions of an engine that stops inside a turn, most of them inside a register."""


def test_questions_in_the_middle_of_a_move_survive_json() -> None:
    """Plain Crash and Burn with three options for each robot: straight and through JSON at every question."""
    kinds: set[str] = set()

    def through(match: Match) -> Match:
        kinds.update(decision["kind"] for decision in match.state.decisions)
        return through_json(match)

    for number in range(OPTION_MATCHES):
        dice = Dice(derive(number, "options"))
        players = 2 + dice.below(5)
        text = grid("crash-and-burn", dice, players, 5 + dice.below(5), 5 + dice.below(4))
        game = make("crash-and-burn", text, players, seed=number, settings={"dealt_at_start": 3})
        straight, dual = play(game, number, 8), play(game, number, 8, between=through)
        assert_same(straight.events, dual.events, f"{number}: events")
        assert repr(straight.match.to_data()) == repr(dual.match.to_data()), number
    assert kinds >= MID_TURN, f"never met: {MID_TURN - kinds}"
