"""How the questions about the ball are shown, and the lines from hitched robots to the ball."""

from roborally.plugin import AnswerChoice, Decision, FloorMark, Match, QuestionView, ShownSentence, text, usual_view
from roborally_plugins.program_cards.api import REGISTERS

from .ball import hitched_robots, the_ball
from .chart import is_out_of_reach

ALSO = text("{piece} is hitched, too: the ball follows the robot that drives away, and drags the other along.")


def hitching(match: Match, decision: Decision) -> QuestionView:
    """Return the view with yes and no, equally good, and the other hitched robots (RBL-401, RBL-403, RBL-404).

    The last register of a turn is followed by no other in which it is asked.
    """
    others = [robot.index for robot in hitched_robots(match) if robot.index != decision["piece"]]
    shown = tuple(ShownSentence(ALSO, {"piece": other}) for other in others)
    return usual_view(decision, shown=shown, alike=True, repeated=match.state.stage < REGISTERS)


def extraction(match: Match, decision: Decision) -> QuestionView:
    """Return the view with yes and no; only no while a robot can touch the ball, as bots then refuse (RBL-R10)."""
    return usual_view(decision, () if is_out_of_reach(match) else [AnswerChoice("no")])


def hitches(match: Match) -> list[FloorMark]:
    """Return the marks that show a line from each hitched robot to the ball."""
    ball = match.cell_of(the_ball(match))
    robots = ((robot.index, match.cell_of(robot)) for robot in hitched_robots(match))
    return [FloorMark(cell, fill=index, to=ball) for index, cell in robots if cell is not None]
