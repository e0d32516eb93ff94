"""What a seat's files hold does not depend on what others keep secret (AUE-807, CLI-R07)."""

import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, imagine, observe
from roborally.features.post.game import PostGame
from roborally.features.post.journal import Turn
from roborally.features.post.mail_text import last_turn, message_for
from roborally.features.post.reports import write_round
from roborally.features.post.turn_file import turn_file
from roborally.game.match_file import MatchConfig, parse_config
from roborally.narration.page.html_file import page_of
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.sweeps import few_of

from .conftest import COURSES, Begin, Post, match_of
from .planted import NUMBERS, make_plugin, plant

PLUGINS = Path(__file__).resolve().parents[3] / "plugins"


def seats_in(mode: str) -> int:
    return 4 if mode == "roboball" else 3


def files_of(game: PostGame, seat: int) -> tuple[bytes, str]:
    """Return the turn file and the text of the mail."""
    return (turn_file(game, seat) if seat != SPECTATOR else b""), message_for(game, seat)


def other_secrets(match: Match, seat: int, salt: int) -> Match:
    """Return the same match as a seat sees it, with everything else drawn anew."""
    return imagine(observe(match, seat), Dice(salt))


@pytest.mark.parametrize("mode", sorted(COURSES))
def test_other_hands_piles_and_dice_leave_no_trace(begin_game: Begin, mode: str) -> None:
    people = seats_in(mode)
    post = begin_game(match_of(mode, people), people=people)
    post.run(at_once=True)
    game: PostGame = post.ask(lambda found: found.game)
    true_match = game.match
    for seat in (*range(people), SPECTATOR):
        text = message_for(game, seat)
        found = []
        for salt in (1, 2):
            game.match = other_secrets(true_match, seat, salt)
            found.append(files_of(game, seat))
        game.match = true_match
        assert found[0] == found[1]
        assert text == found[0][1]


def test_other_hands_do_differ_in_that_test(begin_game: Begin) -> None:
    post = begin_game(match_of("auenland", 2), people=2)
    match = post.ask(lambda found: found.game).match
    assert other_secrets(match, 0, 1).to_data() != other_secrets(match, 0, 2).to_data()


# --- planted numbers --------------------------------------------------------------------------------------------------


def with_plugin(config: MatchConfig) -> MatchConfig:
    data = config.to_data()
    data["match"]["plugins"] = ["planted"]
    return parse_config(data)


@pytest.mark.parametrize("mode", few_of(sorted(COURSES)))
def test_a_number_that_is_planted_for_others_is_in_no_file_of_a_seat(
    begin_game: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    """A played turn with another number is the same turn to all but the seat whose number it is."""
    people = seats_in(mode)
    readers = (*range(people), SPECTATOR)
    planted = find_plugins([PLUGINS, make_plugin(tmp_path / "plugins", asks=mode != "volt")], installed=False)
    monkeypatch.setenv(NUMBERS, "")
    plant(range(7000, 7000 + people))
    post = begin_game(with_plugin(match_of(mode, people)), people=people, catalogue=planted)
    assert post.run(at_once=True)
    file, lines = post.ask(lambda found: (found.file, found.lines))
    lines = [msgspec.structs.replace(line, digest="") if isinstance(line, Turn) else line for line in lines]

    def written(numbers: Sequence[int]) -> list[list[bytes]]:
        plant(numbers)
        game = PostGame(file, lines, planted)
        return [
            [
                turn_file(game, seat) if seat != SPECTATOR else b"",
                message_for(game, seat).encode(),
                page_of(game.game, game.record, planted, turn=last_turn(game), seat=seat),
            ]
            for seat in readers
        ]

    before = written(range(7000, 7000 + people))
    changed = sorted(COURSES).index(mode) % people
    numbers = list(range(7000, 7000 + people))
    numbers[changed] = 8888
    after = written(numbers)
    same = [seat for seat, one, other in zip(readers, before, after, strict=True) if one == other]
    assert same == [seat for seat in readers if seat != changed]
    assert all(one != other for one, other in zip(before[changed], after[changed], strict=True)), "all tell it"


# --- what the referee alone knows -------------------------------------------------------------------------------------


def test_neither_seed_nor_lists_of_others_stand_in_a_turn_file(begin_game: Begin) -> None:
    data: dict[str, Any] = match_of("auenland", auenland={"objectives": "own"}, seed=987_654_321).to_data()
    for number, seat in enumerate(data["seats"]):
        seat["objectives"] = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]][number]
    post = begin_game(parse_config(data))
    for path in (post.path / "out/turn-01/seat-0").iterdir():
        assert b"987654321" not in path.read_bytes()
    game: PostGame = post.ask(lambda found: found.game)
    content = msgspec.json.decode(gzip.decompress(turn_file(game, 0)))
    assert "seed" not in content["config"]["match"]
    assert [seat.get("objectives") for seat in content["config"]["seats"]] == [[1, 2, 3], None, None, None]


def test_lists_of_others_are_on_no_page(begin_game: Begin, catalogue: Catalogue) -> None:
    """Before somebody reaches a checkpoint, matches with other lists are the same to a seat with the same list."""
    pages, matches = [], set()
    for others in ([2, 3, 1], [3, 2, 1]):
        data: dict[str, Any] = match_of("auenland", 2, auenland={"objectives": "own"}).to_data()
        for seat, entry in zip(data["seats"], ([1, 2, 3], others), strict=True):
            seat["objectives"] = entry
        post = begin_game(parse_config(data), name=f"others-{others[0]}", people=2)
        game = post.ask(lambda found: found.game)
        pages.append([page_of(game.game, game.record, catalogue, seat=seat) for seat in (0, SPECTATOR)])
        matches.add(game.match.digest())
    assert pages[0] == pages[1]
    assert len(matches) == 2


def test_orders_that_came_are_not_told_before_the_turn(begin_game: Begin) -> None:
    post = begin_game()
    before = files(post)
    post.mail(1, "l r", "power-down")
    assert files(post) == before


def files(post: Post) -> dict[Path, bytes]:
    post.ask(write_round)
    return {path: path.read_bytes() for path in (post.path / "out/turn-01").rglob("*") if path.is_file()}
