"""Registers the drawings and lines by which the window shows hitched robots, homes, and the state of the ball."""

from roborally.core.observation import SPECTATOR
from roborally.plugin import hookimpl
from roborally.ui.context import MatchContext
from roborally.ui.plugin import Views

from .view_ball import BallState, WaysHome, state_of_ball
from .view_pitch import Badges, Hitches
from .view_texts import _


@hookimpl
def register_view(views: Views) -> None:
    """Register the drawings over the board, and the lines about goals and ball."""
    views.overlay(Badges)
    views.overlay(Hitches)
    views.overlay(BallState)
    views.overlay(WaysHome)
    views.line(who_holds_it)
    views.pace("team-goals", "quiet")  # a goal is where the ball is


def who_holds_it(context: MatchContext) -> str:
    """Return lines with the teams, with the goals, if more than one is needed to win, and with the ball's state."""
    return "\n".join(part for part in (_teams(context), _score(context), state_of_ball(context)) if part)


def _teams(context: MatchContext) -> str:
    """Return a line for each team, always for spectators, for players in turn 1; empty if nobody has team mates."""
    robots = [robot for robot in context.display.robots if robot.team]
    names: dict[int, list[str]] = {}
    for robot in sorted(robots, key=lambda robot: (robot.seat != context.followed, robot.team)):
        names.setdefault(robot.team, []).append(context.name(robot.index))
    if len(names) == len(robots) or (context.own != SPECTATOR and context.display.turn > 1):
        return ""
    own = next((robot.team for robot in robots if robot.seat == context.followed), 0)
    lines = {team: _("Your team: {names}") if team == own else _("Team {team}: {names}") for team in names}
    return "\n".join(lines[team].format(team=team, names=", ".join(mates)) for team, mates in names.items())


def _score(context: MatchContext) -> str:
    """Return a line with the goals of all teams in order; empty where one goal wins (RBL-R14)."""
    robots = [robot for robot in context.display.robots if "goals" in robot.gauges]
    if not robots:
        return ""
    goals = {robot.team: robot.gauges["goals"] for robot in robots}
    score = " : ".join(str(goals[team]) for team in sorted(goals))
    return _("Goals {score} (first to {goal})").format(score=score, goal=robots[0].goals["goals"])
