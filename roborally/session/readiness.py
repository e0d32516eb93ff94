"""What must be right before a match starts: the checks of every lobby, here and on a server, each with its sentence."""

from collections.abc import Collection, Iterable, Sequence

from roborally.base.errors import GameError, Message
from roborally.bots.registry import budget_of
from roborally.course.courses import Course
from roborally.game.factory import Game, check_place, check_start, make_game, room_for
from roborally.game.match_file import MAX_SEATS, PEOPLE, MatchConfig, SeatConfig, seat_name_problem
from roborally.plugin_system.loader import Catalogue


def game_to_start(
    config: MatchConfig, catalogue: Catalogue, bots: Collection[str], course: Course | None = None
) -> Game:
    """Return the configured game, which can be played; raise `GameError` with the first thing that is wrong.

    `bots` are the names of those that there are; `course` overrides the one that the configuration names.
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
    """Return what is wrong with the name or the player of one of the seats, if anything is."""
    return seat_name_problem(seats, number) or bot_problem(seats[number].controller, bots)


def bot_problem(controller: str, bots: Collection[str]) -> Message | None:
    """Return why nobody can play a seat: there is no such bot, or it cannot have that budget."""
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
    """Return that there are too few or too many players, if there are."""
    if count < least:
        return Message.of("at least {least} players are needed", least=least)
    return Message.of("at most {most} players can play here", most=most) if count > most else None


def course_file_problem(course: str) -> Message | None:
    """Return why others cannot be shown a course that is named by the path of its file."""
    if not course.endswith(".toml"):
        return None
    return Message.of("others can join only on a course of the list, and this one is a file somewhere else")


def waiting_problem(names: Iterable[str]) -> Message | None:
    """Return who is not ready yet, if anybody is not."""
    text = ", ".join(names)
    return Message.of("not ready yet: {names}", names=text) if text else None
