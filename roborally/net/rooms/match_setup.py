"""Sets up a match on a server: from the lobby's choices, or from a saved game and its players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from roborally.base.errors import GameError
from roborally.base.player_names import is_visible
from roborally.bots.registry import budget_of
from roborally.game.course.code import look_at, unpack_small, usable_name
from roborally.game.course.courses import Course, course_files
from roborally.game.course.notation import Notations
from roborally.game.factory import Game, check_known
from roborally.game.match_file import PEOPLE, MatchConfig, SeatConfig
from roborally.game.records.course_data import CourseData
from roborally.game.records.file_format import are_the_players
from roborally.game.session.readiness import bot_problem, game_to_start
from roborally.net.limits import Limits
from roborally.net.rooms.roster import DeniedError, Member
from roborally.plugin_system.loader import Catalogue

MAX_TITLE = 80
MAX_DESCRIPTION = 2_000
"""The maximum length of a course's name, author or licence, and of its description, in characters."""
MAX_COURSE = 400_000
"""The largest course, in bytes of JSON, because all members receive it."""


def shown_course(code: str, config: MatchConfig, catalogue: Catalogue) -> Course | None:
    """Return the course of a code if it is the chosen one, else `None`; raise `DeniedError` if it is unusable.

    This takes up to half a second of processor time for any code.
    """
    try:
        shared = unpack_small(code)
    except GameError:
        return None
    if shared.name != usable_name(config.match.course):
        return None
    with DeniedError.repeating():
        return replace(look_at(shared, Notations.of(catalogue.plugins.values())), id=config.match.course)


def new_game(
    config: MatchConfig, catalogue: Catalogue, bots: Sequence[str], limits: Limits, course: Course | None = None
) -> Game:
    """Return the configured game with a new seed; raise `DeniedError`. `course` is given if the server lacks it."""
    check_bots(config.seats, bots, limits)
    with DeniedError.repeating():
        if course is None:
            _demand_course(config.match.course, catalogue)
        else:
            plugins = catalogue.resolve([config.match.mode, *config.match.plugins])
            check_known(config, course, catalogue, plugins)
        game = game_to_start(config.with_seed(), catalogue, bots, course)
    check_course(game)
    return game


def _demand_course(name: str, catalogue: Catalogue) -> None:
    """Raise `DeniedError` for a course that the server lacks; the host's own courses come as a code."""
    if name and name not in course_files(Notations.of(catalogue.plugins.values())):
        raise DeniedError(
            "this server has no course {name!r}, and the host has not sent one, or it is too large; try again in a "
            "moment, or choose another one",
            name=name,
        )


def check_bots(seats: Sequence[SeatConfig], bots: Sequence[str], limits: Limits) -> None:
    """Raise `DeniedError` for a bot that is missing here, or that may think for longer than the server allows."""
    for seat in seats:
        if problem := bot_problem(seat.controller, bots):
            raise DeniedError(problem)
        budget = budget_of(seat.controller)
        if budget.seconds > limits.thinking or budget.samples > limits.samples:
            raise DeniedError(
                "bots think for at most {seconds} seconds or {samples} samples here, so {name!r} is not possible",
                seconds=f"{limits.thinking:g}",
                samples=limits.samples,
                name=seat.controller,
            )


def check_course(game: Game) -> None:
    """Raise `DeniedError` if a course is too large to send to all members, or has invisible characters."""
    course = game.course
    titles = (course.id, course.name, course.author, course.license)
    if not all(map(is_visible, filter(None, (*titles, *course.description.splitlines())))):
        raise DeniedError("the name and the description of a course are made of letters that can be seen")
    if max(map(len, titles)) > MAX_TITLE or len(course.description) > MAX_DESCRIPTION:
        raise DeniedError(
            "the name, author and licence of a course can have {title} letters each, its description {description}",
            title=MAX_TITLE,
            description=MAX_DESCRIPTION,
        )
    if len(msgspec.json.encode(CourseData.of(course))) > MAX_COURSE:
        raise DeniedError("the course is too large to be sent to all players")


def refuse_strangers(game: Game, seats: Mapping[int, Member], people: Mapping[str, str]) -> None:
    """Raise `DeniedError` unless the members are the people that a saved game was sealed for (CLI-R12).

    `seats` are the members by seat, `people` the public keys by the names of the seats.
    """
    named = {game.config.seats[seat].name: member for seat, member in seats.items()}
    strangers = [name for name, member in named.items() if not member.person or member.person != people.get(name)]
    if strangers:
        raise DeniedError(
            "this game belongs to the people who have played it, and not to others with their names: {names}",
            names=", ".join(sorted(strangers)),
        )


def seats_for(game: Game, players: Sequence[Member]) -> dict[int, Member]:
    """Return the member for each seat of a saved game; raise `DeniedError` unless exactly its players are here.

    Implements CLI-R04.
    """
    seats = {seat.name: number for number, seat in enumerate(game.config.seats) if seat.controller in PEOPLE}
    if not are_the_players(list(seats), [member.name for member in players]):
        names = ", ".join(sorted(seats))
        raise DeniedError("this game was played by {names}; only these players can continue it", names=names)
    if len(players) == 1:
        return dict.fromkeys(seats.values(), players[0])
    return {seats[member.name]: member for member in players}
