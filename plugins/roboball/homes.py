"""Homes (RBL section 2), where teams start and to which they bring the ball, and the goals and end of a match."""

from collections import Counter
from collections.abc import Iterable, Sequence

from roborally.plugin import EAST, NORTH, SOUTH, WEST, Floor, Match, Piece, Seat, replaced
from roborally_plugins.archive.api import keep_start, mark_archive

from .ball import hitched_robots, in_contact, release, rise, the_ball
from .state import settings_of, slot_of
from .view_texts import _


def homes(floor: Floor) -> dict[int, int]:
    """Return, by cell, the number of the home there, which is the number of its team."""
    return {floor.index(element.cell): element.values["number"] for element in floor.board.of_kind("home")}


def ball_start(floor: Floor) -> int:
    """Return the cell where the ball starts, -1 if the board has none (RBL-202)."""
    return next((floor.index(element.cell) for element in floor.board.of_kind("ball")), -1)


def team_number(seats: Sequence[Seat], number: int) -> int:
    """Return the team, from 1, of the seat with this number: the team in its `info`, or else a team of its own."""
    return int(seats[number].info.get("team") or number + 1)


def team_of(match: Match, piece: Piece) -> int:
    """Return the number of the team of a piece, 0 for the ball."""
    return team_number(match.seats, piece.seat) if piece.seat >= 0 else 0


def last_team(match: Match) -> int:
    """Return the largest number of a team in the match."""
    return max(team_of(match, robot) for robot in match.robots)


def problem(floor: Floor, seats: Sequence[Seat]) -> str:
    """Return why these teams cannot play on this floor, as a text to follow "course …"; empty if they can (RBL-201)."""
    balls = len(floor.board.of_kind("ball"))
    if balls != 1:
        text = _("has {balls} balls, but RoboBall is played with one; write 'ball' on one cell")
        return text.format(balls=balls)
    sizes = Counter(team_number(seats, number) for number in range(len(seats)))
    there = set(floor.tables["homes"].values())
    for team in sorted(sizes):
        if team not in there:
            text = _("has no home for team {team}; its homes are: {homes}")
            return text.format(team=team, homes=_listed(there))
    for team in range(1, max(sizes)):
        if team not in sizes:
            text = _("cannot be played by the teams {teams}: teams are numbered from 1 without a gap")
            return text.format(teams=_listed(sizes))
    if len(sizes) < 2:
        return _("needs at least two teams, but all seats belong to team 1")
    if len(set(sizes.values())) > 1:
        each = ", ".join(_("team {team} has {count}").format(team=team, count=n) for team, n in sorted(sizes.items()))
        return _("is played by teams with the same number of robots, but {teams}").format(teams=each)
    return ""


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers))


def line_up(match: Match) -> None:
    """Put the ball on its start cell, robots on their homes; robots that share a home are virtual (RBL-202, 203)."""
    start = match.floor.tables["ball-start"]
    if start >= 0:
        match.place(the_ball(match), start, NORTH, "start")
    sizes = Counter(team_of(match, robot) for robot in match.robots)
    cells = {number: cell for cell, number in match.floor.tables["homes"].items()}
    for piece in match.robots:
        team = team_of(match, piece)
        cell = cells.get(team)
        if cell is not None:
            piece.solid = piece.solid and sizes[team] == 1
            match.place(piece, cell, facing_from(match, cell), "start")
            keep_start(match, piece)


def facing_from(match: Match, cell: int) -> int:
    """Return the facing of robots that start on this cell: towards the ball, however the board is turned."""
    ball = the_ball(match)
    if ball.cell < 0:
        return NORTH
    (x, y), (ball_x, ball_y) = match.floor.cells[cell], match.floor.cells[ball.cell]
    dx, dy = ball_x - x, ball_y - y
    if abs(dx) == abs(dy):
        return ((EAST if dy > 0 else NORTH) if dx > 0 else (SOUTH if dy > 0 else WEST)) if dx else NORTH
    if abs(dx) > abs(dy):
        return EAST if dx > 0 else WEST
    return SOUTH if dy > 0 else NORTH


def archive(match: Match) -> None:
    """Move the archive markers of robots on homes to their cells (RBL-204)."""
    cells = match.floor.tables["homes"]
    for piece in match.robots:
        if piece.cell in cells:
            mark_archive(match, piece)


def repair(match: Match, points: int, piece: Piece) -> int:
    """Return the points that are repaired: at least one on a home (RBL-204)."""
    return max(points, 1) if piece.cell in match.floor.tables["homes"] else points


def look_for_victory(match: Match) -> None:
    """Count a goal if the ball, not in pogo mode, is on the home of a team (RBL-205, RBL-206, RBL-R03).

    The last goal ends the match; after any other the ball returns to its start (RBL-R14). On a board with more homes
    than teams, homes without a team do not count.
    """
    ball, slot = the_ball(match), slot_of(match)
    team = match.floor.tables["homes"].get(ball.cell, 0)
    if not ball.solid or not 0 < team <= last_team(match):
        return
    mates = [piece for piece in match.robots if team_of(match, piece) == team]
    match.new_beat()
    settings = settings_of(match)
    needed = settings["goals"]
    shown = {"piece": ball.index} if needed > 1 else {}  # the end of the match shows it
    match.emit("ball-home", **shown, team=team, by=scorers(match, team))
    if needed > 1:
        slot["goals"] = replaced(slot["goals"], team - 1, slot["goals"][team - 1] + 1)
        for mate in mates:
            match.emit("team-goals", piece=mate.index, total=slot["goals"][team - 1])
        is_golden = 0 < settings["last_turn"] < match.state.turn
        if slot["goals"][team - 1] < needed and not is_golden:
            return_to_start(match)
            return
    win(match, team)


def win(match: Match, team: int) -> None:
    """End the match; all robots of this team have won."""
    slot_of(match)["winner"] = team
    match.finish(tuple(piece.index for piece in match.robots if team_of(match, piece) == team))


def goals_of(match: Match) -> tuple[int, ...]:
    """Return the number of goals of each team, team 1 first."""
    slot = slot_of(match)
    return slot["goals"] if "goals" in slot else (0,) * last_team(match)


def return_to_start(match: Match) -> None:
    """Put the ball on its start cell and unhitch all robots; if a robot is there, start pogo mode (RBL-R14)."""
    ball, start = the_ball(match), match.floor.tables["ball-start"]
    release(match, *hitched_robots(match))
    match.new_beat()
    if not match.is_free(start):
        rise(match)
    match.place(ball, start, NORTH, "goal")
    ball.heading = NORTH


def scorers(match: Match, team: int) -> tuple[int, ...]:
    """Return the indexes of a team's robots that bring the ball home: hitched ones, or else those that touch it."""
    mates = [robot for robot in match.robots if team_of(match, robot) == team]
    hitched = [robot for robot in hitched_robots(match) if robot in mates]
    return tuple(robot.index for robot in hitched or mates if robot in hitched or in_contact(match, robot))


def winning_team(match: Match) -> int | str:
    """Return the number of the team that has won, or an empty text for none."""
    return slot_of(match)["winner"] or ""
