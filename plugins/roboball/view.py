"""What RoboBall adds to the window: who is hitched, whose home is where, the state of the ball, and who holds it."""

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
    """Return who is hitched to the ball, and in which mode the ball is."""
    robots = context.display.robots
    ball = next(robot for robot in robots if robot.kind == BALL)
    holders = [robot for robot in robots if robot.gauges.get("hitched")]
    if not ball.solid:
        return _("Ball: above the floor (pogo mode)")
    if ball.gauges["extraction"]:
        return _("Ball: moves by itself this turn")
    if not holders:
        return _("Ball: free")
    names = [_("{name} (team {team})").format(name=context.name(robot.index), team=robot.team) for robot in holders]
    return _("Ball: held by {names}").format(names=", ".join(names))
