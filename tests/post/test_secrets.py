"""What a seat's files hold does not depend on what others keep secret (AUE-807, CLI-R07)."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, imagine, observe
from roborally.game.match_file import parse_config
from roborally.post.game import PostGame
from roborally.post.telling import message_for
from roborally.post.turn_file import turn_file

from .conftest import COURSES, Begin, Post, match_of

PLANTED = "move1@7777"


def files_of(game: PostGame, seat: int) -> tuple[bytes, str]:
    return (turn_file(game, seat) if seat != SPECTATOR else b""), message_for(game, seat)


def other_secrets(match: Match, seat: int, salt: int) -> Match:
    """Return the same match as a seat sees it, with everything else drawn anew."""
    return imagine(observe(match, seat), Dice(salt))


@pytest.mark.parametrize("mode", sorted(COURSES))
@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_other_hands_piles_and_dice_leave_no_trace(begin_game: Begin, mode: str, seat: int) -> None:
    post = begin_game(match_of(mode, 2), people=2)
    post.run(at_once=True)
    game: PostGame = post.ask(lambda found: found.game)
    found = []
    for salt in (1, 2):
        game.match = other_secrets(post.ask(lambda found: found.game).match, seat, salt)
        found.append(files_of(game, seat))
    assert found[0] == found[1]
    assert files_of(post.ask(lambda found: found.game), seat)[1] == found[0][1]


def test_other_hands_do_differ_in_that_test(begin_game: Begin) -> None:
    post = begin_game(match_of("auenland", 2), people=2)
    match = post.ask(lambda found: found.game).match
    assert other_secrets(match, 0, 1).to_data() != other_secrets(match, 0, 2).to_data()


def test_neither_seed_nor_lists_of_others_stand_in_a_turn_file(begin_game: Begin) -> None:
    data: dict[str, Any] = match_of("auenland", auenland={"objectives": "own"}, seed=987_654_321).to_data()
    for number, seat in enumerate(data["seats"]):
        seat["objectives"] = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]][number]
    post = begin_game(parse_config(data))
    for path in (post.path / "out/turn-01/seat-0").iterdir():
        assert b"987654321" not in path.read_bytes()
    game: PostGame = post.ask(lambda found: found.game)
    import gzip

    content = msgspec.json.decode(gzip.decompress(turn_file(game, 0)))
    assert "seed" not in content["config"]["match"]
    assert [seat.get("objectives") for seat in content["config"]["seats"]] == [[1, 2, 3], None, None, None]


def test_orders_that_came_are_not_told_before_the_turn(begin_game: Begin) -> None:
    post = begin_game()
    before = files(post)
    post.mail(1, "l r", "power-down")
    assert files(post) == before


def files(post: Post) -> dict[Path, bytes]:
    from roborally.post.reports import write_round

    post.ask(write_round)
    return {path: path.read_bytes() for path in (post.path / "out/turn-01").rglob("*") if path.is_file()}
