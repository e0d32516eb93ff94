"""The questions about the ball: whether to hitch it, and whether it is out of reach."""

from roborally.plugin import AnswerChoice, Decision, Match, QuestionView, usual_view

from .chart import is_out_of_reach


def hitching(match: Match, decision: Decision) -> QuestionView:
    """Return yes and no; it is asked often (RBL-403, RBL-404)."""
    return usual_view(decision, alike=True, repeated=True)


def extraction(match: Match, decision: Decision) -> QuestionView:
    """Return only no while a robot can touch the ball: there is nothing to decide, and bots refuse, too (RBL-R10)."""
    return usual_view(decision, () if is_out_of_reach(match) else [AnswerChoice("no")])
