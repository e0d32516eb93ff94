"""The question for a power-down."""

from roborally.plugin import AnswerChoice, Decision, Match, QuestionView, usual_view


def power_down(match: Match, decision: Decision) -> QuestionView:
    """Return no choice after the registers to the owner of an undamaged robot, who could use the button (CLI-2025)."""
    harmed = match.state.pieces[decision["piece"]].damage > 0
    return usual_view(decision, () if harmed or decision["optional"] else [AnswerChoice(decision["default"])])
