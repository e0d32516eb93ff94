"""What questions of option cards are about, shown beside them."""

from roborally.plugin import Decision, Match, QuestionView, ShownSentence, text, usual_view
from roborally_plugins.program_cards.api import slots


def running_card(match: Match, decision: Decision) -> ShownSentence:
    """Return the card in the running register."""
    number = match.state.stage
    card = slots(match, match.state.pieces[decision["piece"]])[number - 1]
    return ShownSentence(text("Register {number}: {card}"), {"number": number, "card": card}, card)


def with_running_card(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view beside the card in the running register."""
    return usual_view(decision, shown=(running_card(match, decision),))


def with_target(decision: Decision, target: int) -> QuestionView:
    """Return the usual view beside the robot that is hit."""
    return usual_view(decision, shown=(ShownSentence(text("Hit: {target}"), {"target": target}),))
