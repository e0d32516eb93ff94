"""The plan of an exhibition: course, bots, robots and seed of each game follow from its number.

Every game is a pure function of the exhibition and the game's number, so it does not matter where or when it is played.
"""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from typing import Any

import msgspec

from roborally.arena.build import Build, build_of
from roborally.arena.play import GivenAnswer, Outcome, Thinking, play
from roborally.bots.registry import make_bot
from roborally.core.dice import derive
from roborally.game.factory import Game, make_game
from roborally.game.match_file import SEED_BITS, MatchConfig
from roborally.game.records.course_data import CourseData
from roborally.game.records.recorder import Recorder
from roborally.plugin_system.loader import Catalogue

TURN_LIMIT = 200
"""The number of turns after which a game is stopped: bots that chase each other in circles would never end it."""
MAX_GAMES_KEPT = 256
"""The number of prepared games in the cache, one for each course and robots, at about 150 kB; the oldest goes first."""


class Exhibition(msgspec.Struct, frozen=True):
    """An exhibition: a match configuration, a bot for each seat, the number of games and the seed for all of them.

    A game is stopped after `limit` turns. `courses` are played in turn; the default is the configuration's course.
    `robots` are the models that move from seat to seat, at least one for each; the default is the configuration's. If
    `together`, each bot keeps the robot and the name of its seat in the configuration.
    """

    config: MatchConfig
    bots: tuple[str, ...]
    games: int
    seed: int
    limit: int = TURN_LIMIT
    courses: tuple[str, ...] = ()
    robots: tuple[str, ...] = ()
    together: bool = False


class Terms(msgspec.Struct, frozen=True):
    """All that determines the outcomes of games: an exhibition, the content of its courses, and the code that plays."""

    exhibition: Exhibition
    courses: list[CourseData]
    build: Build


class Result(msgspec.Struct, frozen=True):
    """A game that has been played: its outcome, and the thinking times of its bots, by seat."""

    game: Outcome
    thinking: list[Thinking]


def course_names(exhibition: Exhibition) -> tuple[str, ...]:
    """Return the ids of an exhibition's courses, in the order in which they are played."""
    return exhibition.courses or (exhibition.config.match.course,)


def _round(exhibition: Exhibition, number: int) -> int:
    """Return how often every course has been played before the game with this number."""
    return number // len(course_names(exhibition))


def course_of(exhibition: Exhibition, number: int) -> str:
    """Return the id of the course of the game with this number: the courses take turns."""
    courses = course_names(exhibition)
    return courses[number % len(courses)]


def lineup_places(exhibition: Exhibition, number: int) -> list[int]:
    """Return for each seat the index of its bot in the exhibition; bots move on one seat after a round of courses."""
    count = len(exhibition.bots)
    return [(seat + _round(exhibition, number)) % count for seat in range(count)]


def mates_of(exhibition: Exhibition) -> list[frozenset[int]]:
    """Return for each bot the indexes of the bots that are in its team in every game, itself included."""
    bots, teams = range(len(exhibition.bots)), [seat.team for seat in exhibition.config.seats]
    numbers = range(min(exhibition.games, len(bots) * len(course_names(exhibition))))
    games = [dict(zip(lineup_places(exhibition, number), teams, strict=True)) for number in numbers]
    return [
        frozenset(other for other in bots if other == bot or all(game[other] == game[bot] != 0 for game in games))
        for bot in bots
    ]


def lineup(exhibition: Exhibition, number: int) -> tuple[str, ...]:
    """Return the names of the bots, by seat, in the game with this number."""
    return tuple(exhibition.bots[place] for place in lineup_places(exhibition, number))


def robots_of(exhibition: Exhibition, number: int) -> tuple[str, ...]:
    """Return the robots by seat in the game with this number; they move on one seat after all bots had all seats.

    In an exhibition with `together` they move with the bots.
    """
    robots = exhibition.robots or tuple(seat.robot for seat in exhibition.config.seats)
    if exhibition.together:
        return tuple(robots[place] for place in lineup_places(exhibition, number))
    turn = _round(exhibition, number) // len(exhibition.bots) % len(robots)
    return (robots[turn:] + robots[:turn])[: len(exhibition.bots)]


def seed_of(exhibition: Exhibition, number: int) -> int:
    """Return the seed of the game with this number."""
    return derive(exhibition.seed, "exhibition", number) >> (64 - SEED_BITS)


def config_of(exhibition: Exhibition, number: int) -> MatchConfig:
    """Return the match configuration of the game with this number, with its course, bots and robots."""
    config = exhibition.config
    seats = [
        msgspec.structs.replace(seat, controller=bot, robot=robot)
        for seat, bot, robot in zip(
            config.seats, lineup(exhibition, number), robots_of(exhibition, number), strict=True
        )
    ]
    return msgspec.structs.replace(config, seats=seats).with_match(course=course_of(exhibition, number))


def make_terms(exhibition: Exhibition, catalogue: Catalogue) -> Terms:
    """Return the terms of an exhibition with the code of this process; raise `GameError` if it cannot be played."""
    courses = len(course_names(exhibition))
    games = [make_game(config_of(exhibition, number), catalogue) for number in range(courses)]
    for rotation in range(1, len(exhibition.robots)):
        make_game(config_of(exhibition, rotation * len(exhibition.bots) * courses), catalogue)
    for name in exhibition.bots:
        make_bot(name, catalogue)
    plugins = {plugin.id for game in games for plugin in game.plugins}
    data = [CourseData.of(game.course) for game in games]
    # As read from a results file, which turns tuples into lists; otherwise equal terms would seem different.
    data = msgspec.json.decode(msgspec.json.encode(data), type=list[CourseData])
    return Terms(exhibition, data, build_of(sorted(plugins), exhibition.bots, catalogue))


class ExhibitionGames:
    """Plays the games of an exhibition in this process; games with the same course and robots are prepared once."""

    def __init__(self, terms: Terms, catalogue: Catalogue) -> None:
        self.terms = terms
        self.catalogue = catalogue
        self.built: dict[tuple[str, tuple[str, ...]], Game] = {}

    def play(self, number: int, on_answer: Callable[[GivenAnswer], None] | None = None) -> Result:
        """Play the game with this number to its end; `on_answer` is called with every answer."""
        thinking = [Thinking() for _ in self.terms.exhibition.bots]
        return Result(self._play(self._game(number), number, thinking=thinking, on_answer=on_answer), thinking)

    def game(self, number: int) -> Game:
        """Return the game with this number, ready to be started."""
        return replace(self._game(number), config=config_of(self.terms.exhibition, number))

    def record(self, number: int) -> tuple[Recorder, Outcome]:
        """Play the game with this number; return its record, for a replay, and its outcome."""
        game = self.game(number)
        recorder = Recorder(game, seed_of(self.terms.exhibition, number))
        return recorder, self._play(game, number, recorder=recorder)

    def _play(self, game: Game, number: int, **listeners: Any) -> Outcome:
        exhibition = self.terms.exhibition
        names = lineup(exhibition, number)
        bots = [make_bot(name, self.catalogue) for name in names]
        seed = seed_of(exhibition, number)
        with redirect_stdout(sys.stderr):  # a bot that prints must not disturb the output
            return play(game, names, bots, seed, exhibition.limit, number, **listeners)

    def _game(self, number: int) -> Game:
        exhibition = self.terms.exhibition
        key = (course_of(exhibition, number), robots_of(exhibition, number))
        if key not in self.built:
            if len(self.built) >= MAX_GAMES_KEPT:
                del self.built[next(iter(self.built))]
            config = config_of(exhibition, number)
            data = self.terms.courses[number % len(self.terms.courses)]
            course = data.to_course(self.catalogue, [config.match.mode, *config.match.plugins])
            self.built[key] = make_game(config, self.catalogue, course=course)
        return self.built[key]
