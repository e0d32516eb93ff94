"""Checks whether a match can start, for every lobby, here and on a server; each problem is one plain sentence."""

from collections.abc import Collection, Iterable, Sequence

from roborally.base.errors import GameError, Message
from roborally.bots.registry import budget_of
from roborally.game.course.courses import Course
from roborally.game.factory import Game, check_place, check_start, make_game, room_for
from roborally.game.match_file import MAX_SEATS, PEOPLE, MatchConfig, SeatConfig, seat_name_problem
from roborally.plugin_system.loader import Catalogue


def game_to_start(
    config: MatchConfig, catalogue: Catalogue, bots: Collection[str], course: Course | None = None
) -> Game:
    """Return the game that a configuration describes, ready to be played; raise `GameError` for the first problem.

    `bots` are the names of the available bots; `course` overrides the course of the configuration.
    """
    for number in range(len(config.seats)):
        if problem := seat_problem(config.seats, number, bots):
            raise GameError(problem)
    game = make_game(config, catalogue, course=course, strict=False)
    mode = catalogue.get(config.match.mode)
    check_place(mode, game.course)
    if problem := count_problem(len(game.seats), *room_for(mode, game.course)):
        raise GameError(problem)
    check_start(game)
    return game


def seat_problem(seats: Sequence[SeatConfig], number: int, bots: Collection[str]) -> Message | None:
    """Return why the name or player of seat `number` (from 0) is not allowed; `None` if both are."""
    return seat_name_problem(seats, number) or bot_problem(seats[number].controller, bots)


def bot_problem(controller: str, bots: Collection[str]) -> Message | None:
    """Return why a controller cannot play a seat: an unknown bot or an invalid budget; `None` if it can."""
    if controller in PEOPLE:
        return None
    if controller.partition(":")[0] not in bots:
        return Message.of("there is no bot “{name}” here", name=controller)
    try:
        budget_of(controller)
    except GameError as error:
        return error.message
    return None


def count_problem(count: int, least: int = 0, most: int = MAX_SEATS) -> Message | None:
    """Return why `count` players are too few (below `least`) or too many (above `most`); else `None`."""
    if count < least:
        return Message.of("at least {least} players are needed", least=least)
    return Message.of("at most {most} players can play here", most=most) if count > most else None


def course_file_problem(course: str) -> Message | None:
    """Return why others cannot use a course: it is named by the path of a file; `None` for any other name."""
    if not course.endswith(".toml"):
        return None
    return Message.of("others can join only on a course of the list, and this one is a file somewhere else")


def waiting_problem(names: Iterable[str]) -> Message | None:
    """Return the message that the named players are not ready; `None` without names."""
    text = ", ".join(names)
    return Message.of("not ready yet: {names}", names=text) if text else None
