"""How the question for a power-down is shown."""

from roborally.plugin import AnswerChoice, Decision, Match, QuestionView, usual_view


def power_down(match: Match, decision: Decision) -> QuestionView:
    """Return the view of the question; after the registers, an undamaged robot's owner has only `no` (CLI-2025)."""
    harmed = match.state.pieces[decision["piece"]].damage > 0
    return usual_view(decision, () if harmed or decision["optional"] else [AnswerChoice(decision["default"])])
