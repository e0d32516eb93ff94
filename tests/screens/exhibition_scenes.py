"""The screens of an exhibition: its games, and the standings between them and at the end."""

import tempfile
from collections import deque
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import arcade

from roborally.arena.live import News
from roborally.arena.plan import Exhibition, ExhibitionGames, Result, Terms, lineup, make_terms, seed_of
from roborally.arena.play import Outcome
from roborally.arena.results import open_results
from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.exhibition.window.coordinator import ExhibitionCoordinator
from roborally.game.match_file import MatchConfig, MatchSection
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.ui.match.watching.commentary import LOSS, Comment

from .moments import COURSES, Library
from .studio import FAR, STANDARD_ROBOTS, STEP, Studio, seats_for

Show = Callable[[Studio, Library], None]
BOTS = ("greedy", "planner", "random", "rival:200ms", "greedy", "rival:200ms", "planner", "random")
PLAYED = ("greedy", "random")
"""The bots that actually play, which are quick."""
TURNS = 3
"""The number of turns after which a game is stopped."""
FAILURE = "the process that played the games has ended, perhaps because of a bot"


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {f"exhibition-{mode}": partial(game, mode, 4) for mode in COURSES}
    return found | {
        "exhibition-eight": partial(game, "classic", 8),
        "exhibition-remark": remark,
        "exhibition-thinking": thinking,
        "exhibition-game-menu": partial(key, arcade.key.ESCAPE, "game"),
        "exhibition-failed": failed,
        "exhibition-standings": partial(standings, 4, 7),
        "exhibition-standings-eight": partial(standings, 8, 1005),
        "exhibition-paused": partial(key, arcade.key.SPACE, "standings"),
        "exhibition-menu": partial(key, arcade.key.ESCAPE, "standings"),
        "exhibition-final": partial(standings, 4, 20),
        "exhibition-final-together": partial(standings, 8, 20, nobody_wins=True),
    }


class Shown:
    """Replays the messages about one game."""

    def __init__(self, news: tuple[News, ...]) -> None:
        """Store the messages about one game."""
        self._news = deque(news)

    def begin(self, number: int) -> None:
        """Do nothing, because the game has been played."""

    def poll(self) -> News | None:
        """Return the next messages."""
        return self._news.popleft() if self._news else None


class Failing(Shown):
    """Fails like a process that has ended."""

    def poll(self) -> News | None:
        """Raise `GameError`."""
        raise GameError(FAILURE)


def terms_of(mode: str, players: int, bots: tuple[str, ...], games: int, catalogue: Catalogue) -> Terms:
    """Return the terms of an exhibition of an edition."""
    match = MatchSection(mode=mode, course=COURSES[mode])
    robots = STANDARD_ROBOTS if mode == "standard" and players <= len(STANDARD_ROBOTS) else ()
    config = MatchConfig(match, seats=seats_for(mode, players, 0))
    return make_terms(Exhibition(config, bots, games, 3, limit=TURNS, robots=robots), catalogue)


@cache
def played(mode: str, players: int) -> tuple[Terms, tuple[News, ...]]:
    """Return a short game and all messages about it."""
    catalogue = find_plugins(installed=False)
    terms = terms_of(mode, players, (PLAYED * players)[:players], 12, catalogue)
    news: list[News] = []
    news.append(ExhibitionGames(terms, catalogue).play(0, news.append))
    return terms, tuple(news)


def open_exhibit(studio: Studio, terms: Terms, live: Shown, results: tuple[Result, ...] = ()) -> ExhibitionCoordinator:
    """Show an exhibition with some games already played."""
    with tempfile.TemporaryDirectory() as folder, open_results(Path(folder), terms) as kept:
        for result in results:
            kept.add(result)
        exhibit = ExhibitionCoordinator(studio.client, terms, kept, live, kept=True)
        studio.app.pointer = FAR
        exhibit.open()
    return exhibit


def game(mode: str, players: int, studio: Studio, library: Library) -> Any:
    """Show a game in the middle of its first turn."""
    terms, news = played(mode, players)
    open_exhibit(studio, terms, Shown(news))
    screen = studio.top
    screen.playback.speed = "normal"
    studio.go_on(7)
    screen.playback.paused = True
    studio.go_on(STEP)
    return screen


def remark(studio: Studio, library: Library) -> None:
    """Show the longest remark."""
    screen = game("crash-and-burn", 4, studio, library)
    words = screen.context.words
    line = words.translated("{piece} is destroyed by its own Recompile.").format(piece=screen.context.name(1))
    leader = screen.context.name(3)
    credit = _("Credit goes to {by}.").format(by=leader)
    assert screen.watching.spoken is not None, "an exhibition has remarks"
    screen.watching.spoken.speech.said = Comment(
        f"{line} {credit} {_('{name} takes the lead.').format(name=leader)}", 1, LOSS
    )
    studio.go_on(STEP)


def thinking(studio: Studio, library: Library) -> None:
    """Show a game whose bots think for a long time."""
    terms, _text = played("standard", 4)
    open_exhibit(studio, terms, Shown(()))
    studio.go_on(3)


def failed(studio: Studio, library: Library) -> None:
    """Show the message when the exhibition cannot continue."""
    terms, _text = played("standard", 4)
    open_exhibit(studio, terms, Failing(()))
    studio.go_on(STEP)


def results_of(terms: Terms, games: int, *, nobody_wins: bool) -> tuple[Result, ...]:
    """Return possible results of the first games; with `nobody_wins` all games are ties."""
    shown = terms.exhibition
    players = len(shown.bots)
    found = []
    for number in range(games):
        others = [0 if nobody_wins else (number * seat) % 3 for seat in range(players)]
        outcome = Outcome(
            number=number,
            seed=seed_of(shown, number),
            bots=list(lineup(shown, number)),
            winners=[] if nobody_wins else [number * number % players],
            turns=14,
            ended="goal",
            destroyed=[other % 2 for other in others],
            checkpoints=others,
            faults=[0] * players,
        )
        found.append(Result(outcome, []))
    return tuple(found)


def standings(players: int, games: int, studio: Studio, library: Library, *, nobody_wins: bool = False) -> None:
    """Show the standings after a number of games, the final ones if all have been played."""
    mode = "standard" if players <= len(STANDARD_ROBOTS) else "classic"
    last = games % 20 == 0
    terms = terms_of(mode, players, BOTS[:players], games if last else games + 13, studio.catalogue)
    open_exhibit(studio, terms, Shown(()), results_of(terms, games, nobody_wins=nobody_wins))
    studio.draw()
    while not studio.top.ready:
        studio.go_on(STEP)


def key(symbol: int, where: str, studio: Studio, library: Library) -> None:
    """Show the page that a key opens, in a game or between games."""
    if where == "game":
        game("standard", 4, studio, library)
    else:
        standings(4, 7, studio, library)
    studio.key(symbol)
