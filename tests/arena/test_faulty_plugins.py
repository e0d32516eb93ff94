"""A plugin that fails in a game, or does not end: the game has failed, is told of, and the others go on."""

from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from roborally.arena import play as playing
from roborally.arena.exhibition import play_numbers
from roborally.arena.figures import ENDINGS
from roborally.arena.live import WatchedSession
from roborally.arena.plan import Exhibition, ExhibitionGames, Result, Terms, make_terms, seed_of
from roborally.arena.play import GivenAnswer
from roborally.arena.remarkable import write_replays
from roborally.arena.report import figures_of, write_report
from roborally.arena.results import open_results
from roborally.arena.standings import Standings
from roborally.arena.tables import tables
from roborally.base.errors import GameError
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.watchdog import Watchdog
from tests.plugins.faulty import PLACES, magnet

SOMETIMES = "\n    if match.state.dice % 2: raise KeyError('pole')"
ENDLESS = "\n    while match.state.dice % 2: pass"
TEXT = "plugin 'magnet' failed in rules.py, line 6: "


def terms(found: Catalogue, games: int = 6) -> Terms:
    match = MatchSection(course="first-steps", plugins=["magnet", "classic-robots"])
    seats = [SeatConfig(name, robot="albot") for name in "AB"]
    return make_terms(Exhibition(MatchConfig(match, seats=seats), ("random", "random"), games, 5, limit=3), found)


def failed(result: Result) -> bool:
    return result.game.ended == "failed"


def test_rules_that_fail_while_a_bot_tries_them_out_are_named(tmp_path: Path) -> None:
    """The copies of the match in which a bot searches have no watch."""
    found = magnet(tmp_path, PLACES["phase"], "\n    if match.watch is None: raise KeyError('pole')")
    thinking = msgspec.structs.replace(terms(found).exhibition, bots=("greedy", "random"))
    (result,) = play_numbers(make_terms(thinking, found), [0], found, 1)
    assert result.game.faults[0] > 0
    assert result.game.problems == [f"{TEXT}KeyError: 'pole'", ""]


def test_games_that_fail_are_counted_and_the_others_go_on(tmp_path: Path) -> None:
    found = magnet(tmp_path, PLACES["phase"], SOMETIMES)
    played = terms(found)
    with open_results(tmp_path / "out", played) as results:
        for result in play_numbers(played, range(6), found, 1):
            results.add(result)
    broken = [result.game for result in results.games() if failed(result)]
    assert 0 < len(broken) < 6
    assert {(game.failure, game.turns) for game in broken} == {(f"{TEXT}KeyError: 'pole'", 1)}
    figures = figures_of(results)
    assert figures["games"] == 6
    assert figures["ended"]["failed"] == len(broken)
    assert figures["by_bot"][0]["played"] == 2 * (6 - len(broken))
    assert figures["failures"] == [{"failure": broken[0].failure, "games": len(broken), "first": broken[0].number}]
    console = Console(width=200)
    with console.capture() as captured:
        console.print(tables(figures, {}, ENDINGS))
    assert f"{len(broken)} games failed, the first is number {broken[0].number}: {TEXT}" in captured.get()
    write_report(tmp_path / "out", figures, results, found)
    assert "magnet" in (tmp_path / "out" / "report.json").read_text(encoding="utf-8")
    standings = Standings(played.exhibition)
    for result in results.games():
        standings.feed(result.game)
    assert sum(row.games for row in standings.rows()) == 2 * (6 - len(broken))


def test_a_report_of_games_that_have_all_failed(tmp_path: Path) -> None:
    found = magnet(tmp_path, PLACES["phase"])
    played = terms(found, 2)
    with open_results(tmp_path / "out", played) as results:
        for result in play_numbers(played, range(2), found, 1):
            results.add(result)
    figures = figures_of(results)
    assert figures["ended"]["failed"] == 2
    write_report(tmp_path / "out", figures, results, found)
    Console(quiet=True).print(tables(figures, {}, ENDINGS))


def test_a_game_that_does_not_end_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = magnet(tmp_path, PLACES["phase"], ENDLESS)
    monkeypatch.setattr(playing, "Watchdog", lambda plugins: Watchdog(plugins, seconds=0.2, every=0.02))
    games = list(play_numbers(terms(found), range(6), found, 1))
    broken = [result.game for result in games if failed(result)]
    assert 0 < len(broken) < 6
    assert {game.failure for game in broken} == {f"{TEXT}it did not end within 0.2 seconds of processor time"}


def test_who_watches_a_game_that_fails_sees_its_end(tmp_path: Path) -> None:
    found = magnet(tmp_path, PLACES["phase"])
    played = terms(found, 1)
    table = ExhibitionGames(played, found)
    news: list[GivenAnswer] = []
    result = table.play(0, news.append)
    session = WatchedSession.watch(
        table.game(0), seed_of(played.exhibition, 0), 3, iter([*news, result, None]).__next__
    )
    while not session.over:
        session.poll()
    assert session.result is not None
    assert failed(session.result)


UNSAVABLE = {
    "key": ("{'seen': {3: 1}}", 'failed in rules.py: ext["magnet"]["seen"]: the key 3 is no text'),
    "piece": ("{'seen': match.robots[0]}", 'failed in rules.py: ext["magnet"]["seen"]: a Piece'),
    "event": ("{}; match.emit('magnet', by=match.robots[0])", 'in rules.py, line 5: event "magnet", ["by"]: a Piece'),
}


@pytest.mark.parametrize("case", UNSAVABLE)
def test_what_no_file_can_hold_is_named_with_its_plugin(case: str, tmp_path: Path) -> None:
    slot, text = UNSAVABLE[case]
    found = magnet(tmp_path, PLACES["phase"], f"match.state.ext['magnet'] = {slot}")
    played = terms(found, 1)
    _recorder, outcome = ExhibitionGames(played, found).record(0)
    assert outcome.ended == "failed"
    assert text in outcome.failure
    with open_results(tmp_path / "out", played) as results:
        for result in play_numbers(played, range(1), found, 1):
            results.add(result)
    game = next(iter(results.games())).game
    with pytest.raises(GameError, match="game 0 cannot be recorded: plugin 'magnet' failed in rules"):
        write_replays(tmp_path / "out", [game], ExhibitionGames(played, found))


@pytest.mark.parametrize("body", ["return 1 if not match.state.over else {}[0]", 'return "x"'])
def test_a_gauge_that_fails_at_the_end_is_left_out(body: str, tmp_path: Path) -> None:
    found = magnet(tmp_path, 'rules.add(FACTS, "zaps", Fact(fail))', body)
    played = terms(found, 1)
    played = msgspec.structs.replace(played, exhibition=msgspec.structs.replace(played.exhibition, limit=200))
    (result,) = play_numbers(played, [0], found, 1)
    assert result.game.ended == "elimination"
    assert list(result.game.ranked) == ["checkpoint", "lives"]
