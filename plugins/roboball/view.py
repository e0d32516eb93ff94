"""RoboBall in the window: hitched robots, the teams' homes, the state of the ball, and its holders."""

from roborally.plugin import hookimpl
from roborally.ui.context import MatchContext
from roborally.ui.plugin import Views

from .ball import BALL
from .view_pitch import Badges, BallState, Hitches
from .view_texts import _


@hookimpl
def register_view(views: Views) -> None:
    """Register what is drawn over the board, and the line that tells how the match stands."""
    views.overlay(Badges)
    views.overlay(Hitches)
    views.overlay(BallState)
    views.line(who_holds_it)


def who_holds_it(context: MatchContext) -> str:
    """Return the robots hitched to the ball, and the ball's mode."""
    robots = context.display.robots
    ball = next(robot for robot in robots if robot.kind == BALL)
    holders = [robot for robot in robots if robot.gauges.get("hitched")]
    if not ball.solid:
        return _("Ball: above the floor (pogo mode)")
    if ball.gauges["extraction"]:
        return _("Ball: moves by itself this turn")
    if not holders:
        return _("Ball: nobody holds it")
    names = [_("{name} (team {team})").format(name=context.name(robot.index), team=robot.team) for robot in holders]
    return _("Ball: held by {names}").format(names=", ".join(names))
