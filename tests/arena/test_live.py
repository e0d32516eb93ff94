"""A game that is watched is the game that is played."""

from collections import deque
from collections.abc import Iterator, Sequence

import pytest

from roborally.arena.live import LiveGames, News, WatchedSession
from roborally.arena.plan import Exhibition, ExhibitionGames, Result, lineup, make_terms, seed_of
from roborally.arena.play import GivenAnswer, Outcome
from roborally.arena.standings import Standings
from roborally.base.errors import GameError
from roborally.core.events import Event
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from tests.arena.setting import exhibition, played, terms, two_courses
from tests.shipped import catalogue
from tests.waiting import until


def news_of(table: ExhibitionGames, number: int) -> Iterator[News]:
    """Yield all that is told of a game."""
    said: list[GivenAnswer] = []
    result = table.play(number, said.append)
    yield from said
    yield result


def watch(table: ExhibitionGames, number: int) -> tuple[WatchedSession, list[Event]]:
    """Watch a game to its end; return the session and all events."""
    shown = table.terms.exhibition
    news = news_of(table, number)
    session = WatchedSession.watch(table.game(number), seed_of(shown, number), shown.limit, lambda: next(news, None))
    events: list[Event] = []
    while not session.over:
        events += session.poll()
    return session, [*events, *session.poll()]


def same_as_recorded(events: list[Event], table: ExhibitionGames, number: int) -> bool:
    """Return whether the game happens in the same way when it is written down.

    Spectators are not sent the placing of the robots, and beats are counted from there.
    """
    recorder, _outcome = table.record(number)
    return _without_beats(events) == _without_beats(recorder.record.events[-len(events) :])


def _without_beats(events: list[Event]) -> list[Event]:
    return [{key: value for key, value in event.items() if key != "beat"} for event in events]


@pytest.mark.parametrize("number", range(4))
def test_what_is_watched_happens_as_it_is_played(number: int) -> None:
    table = ExhibitionGames(terms(), catalogue())
    session, events = watch(table, number)
    assert session.result is not None
    assert session.result.game == played()[number].game
    assert [event for event in events if event["type"] == "over"]
    assert same_as_recorded(events, table, number)


def test_the_order_of_answers_is_kept_where_it_is_part_of_the_game() -> None:
    seats = [SeatConfig(name) for name in "AB"]
    config = MatchConfig(MatchSection(mode="volt", course="spark-pit"), seats=seats)
    wanted = Exhibition(config, ("greedy", "random"), 1, 3, limit=6)
    table = ExhibitionGames(make_terms(wanted, catalogue()), catalogue())
    _session, events = watch(table, 0)
    assert len(events) > 100
    assert same_as_recorded(events, table, 0)


def test_a_stopped_game_is_over_for_spectators() -> None:
    wanted = exhibition("random", "random", games=1, limit=2)
    session, events = watch(ExhibitionGames(make_terms(wanted, catalogue()), catalogue()), 0)
    assert session.over
    assert (session.result.game.ended, session.match.state.turn) == ("limit", 2)  # type: ignore[union-attr]
    assert not [event for event in events if event["type"] == "over"]


def test_a_bot_that_fails_is_told_of() -> None:
    table = ExhibitionGames(terms(), catalogue())
    number, received = 0, deque[News]()
    table.play(number, received.append)
    first = received.popleft()
    assert isinstance(first, GivenAnswer)
    received.appendleft(first._replace(reason="failed", error="it broke"))
    shown = terms().exhibition
    session = WatchedSession.watch(table.game(number), seed_of(shown, number), shown.limit, lambda: received.popleft())
    session.poll()
    session.poll()
    assert [(notice["reason"], notice["error"]) for notice in session.notices] == [("failed", "it broke")]


def on_event(live: LiveGames) -> Iterator[News]:
    """Yield the news of one game that another process plays."""
    news: News | None = None
    while not isinstance(news, Result):
        news = until(live.poll)
        assert news is not None
        yield news


def test_another_process_plays_one_game_after_the_other() -> None:
    live = LiveGames(terms())
    try:
        live.begin(3)
        live.begin(1)
        games = [list(on_event(live)), list(on_event(live))]
    finally:
        live.close()
    last = [news[-1] for news in games]
    assert [result.game for result in last if isinstance(result, Result)] == [played()[3].game, played()[1].game]
    assert all(isinstance(said, GivenAnswer) for news in games for said in news[:-1])


def test_a_process_that_ends_is_told_of_in_a_sentence() -> None:
    live = LiveGames(terms())
    live.process.terminate()
    live.process.join()
    with pytest.raises(GameError, match="the process that played the games has ended"):
        list(on_event(live))
    live.close()


def test_points_count_whom_one_has_left_behind() -> None:
    shown = two_courses()
    standings = Standings(shown)
    for result in played():
        standings.feed(result.game)
    rows = standings.rows()
    assert sum(row.points for row in rows) == len(played())  # of two who play one is better, or both have a half
    by_bot = {shown.bots[row.entrant]: row for row in rows}
    for name in ("random", "greedy"):
        games = [result.game for result in played()]
        won = sum(game.bots[seat] == name for game in games for seat in game.winners)
        assert (by_bot[name].wins, by_bot[name].games) == (won, len(games))
    assert lineup(shown, 2)[0] == "greedy"  # the seats have changed meanwhile
    assert [row.wins for row in rows] == sorted((row.wins for row in rows), reverse=True)


@pytest.mark.parametrize(("teams", "points"), [((1, 2, 1, 2), [2, 2, 0, 0]), ((0, 0, 0, 0), [2.5, 2.5, 0.5, 0.5])])
def test_mates_are_not_compared(teams: Sequence[int], points: list[float]) -> None:
    seats = [SeatConfig(f"S{number}", team=team) for number, team in enumerate(teams)]
    shown = Exhibition(MatchConfig(MatchSection(mode="roboball"), seats=seats), ("random",) * 4, 8, 5)
    standings = Standings(shown)
    standings.feed(Outcome(0, 0, [], [0, 2], 9, "goal", [0] * 4, [0] * 4, [0] * 4))
    rows = standings.rows()
    assert ([row.points for row in rows], [row.entrant for row in rows]) == (points, [0, 2, 1, 3])
    assert (rows[0].mates == rows[1].mates) is (teams[0] == 1), "they stay together although they change seats"
