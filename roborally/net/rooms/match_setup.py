"""Sets up a match on a server: from the lobby's choices, or from a saved game and its players."""

from collections.abc import Mapping, Sequence

import msgspec

from roborally.base.errors import GameError
from roborally.bots.registry import budget_of
from roborally.game.factory import Game, make_game
from roborally.game.match_file import PEOPLE, MatchConfig, SeatConfig
from roborally.net.limits import Limits
from roborally.net.rooms.roster import DeniedError, Member
from roborally.plugin_system.loader import Catalogue
from roborally.records.course_data import CourseData
from roborally.records.file_format import are_the_players

MAX_TITLE = 80
MAX_DESCRIPTION = 2_000
"""The longest name, author or licence of a course, and its longest description, in characters."""
MAX_COURSE = 400_000
"""The largest course, in bytes of JSON: all members are sent it, even one in a saved game of somebody else."""


def new_game(config: MatchConfig, catalogue: Catalogue, bots: Sequence[str], limits: Limits) -> Game:
    """Return the configured game, with a new seed; raise `DeniedError`."""
    check_budgets(config.seats, limits)
    try:
        game = make_game(config.with_seed(), catalogue)
    except GameError as error:
        raise DeniedError(error.message) from None
    refuse_unknown_bots(game, bots)
    check_course(game)
    return game


def refuse_unknown_bots(game: Game, bots: Sequence[str]) -> None:
    """Raise `DeniedError` if a seat is assigned to a person who is absent."""
    for seat in game.config.seats:
        if seat.controller not in PEOPLE and seat.controller.partition(":")[0] not in bots:
            raise DeniedError("this server has no bot {name!r}", name=seat.controller)


def check_budgets(seats: Sequence[SeatConfig], limits: Limits) -> None:
    """Raise `DeniedError` if a bot is to think for longer than the server allows, or in a way that it does not know."""
    for seat in seats:
        if seat.controller in PEOPLE:
            continue
        try:
            budget = budget_of(seat.controller)
        except GameError as error:
            raise DeniedError(error.message) from None
        if budget.seconds > limits.thinking or budget.samples > limits.samples:
            raise DeniedError(
                "bots think for at most {seconds} seconds or {samples} samples here, so {name!r} is not possible",
                seconds=f"{limits.thinking:g}",
                samples=limits.samples,
                name=seat.controller,
            )


def check_course(game: Game) -> None:
    """Raise `DeniedError` if a course is larger than what members should be sent, or has letters that nobody sees."""
    course = game.course
    titles = (course.id, course.name, course.author, course.license)
    if not all(map(str.isprintable, (*titles, *course.description.splitlines()))):
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
    """Raise `DeniedError` unless those who take the seats are the people whom a game was sealed for (CLI-R12).

    `seats` are the members by their seats, `people` the public keys by the names of the seats.
    """
    named = {game.config.seats[seat].name: member for seat, member in seats.items()}
    strangers = [name for name, member in named.items() if not member.person or member.person != people.get(name)]
    if strangers:
        raise DeniedError(
            "this game belongs to the people who have played it, and not to others with their names: {names}",
            names=", ".join(sorted(strangers)),
        )


def seats_for(game: Game, players: Sequence[Member]) -> dict[int, Member]:
    """Return who has which seat of a saved game; raise `DeniedError` unless just its players are present (CLI-R04)."""
    seats = {seat.name: number for number, seat in enumerate(game.config.seats) if seat.controller in PEOPLE}
    if not are_the_players(list(seats), [member.name for member in players]):
        names = ", ".join(sorted(seats))
        raise DeniedError("this game was played by {names}; only these players can continue it", names=names)
    if len(players) == 1:
        return dict.fromkeys(seats.values(), players[0])
    return {seats[member.name]: member for member in players}
