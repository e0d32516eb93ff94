"""Views of the questions of option cards, with a card or a robot beside them."""

from roborally.plugin import Decision, Match, QuestionView, ShownSentence, text, usual_view
from roborally_plugins.program_cards.api import slots

from .state import settings_of, slot_of


def running_card(match: Match, decision: Decision) -> ShownSentence:
    """Return a sentence with the program card in the running register of the question's robot."""
    number = match.state.stage
    card = slots(match, match.state.pieces[decision["piece"]])[number - 1]
    return ShownSentence(text("Register {number}: {card}"), {"number": number, "card": card}, card)


def with_running_card(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view, with the program card in the running register shown beside the question."""
    return usual_view(decision, shown=(running_card(match, decision),))


def give_back(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view; a robot without too many cards is asked because it was destroyed."""
    has_too_many = len(decision["choices"] or ()) > settings_of(match)["maximum"]
    return usual_view(decision, about="" if has_too_many else "give-back destroyed")


def with_places(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view; beside it how many option cards the robot holds, and whether one more is too many."""
    piece, most = decision["piece"], settings_of(match)["maximum"]
    count = len(slot_of(match)["held"][piece])
    values = {"piece": piece, "count": count, "most": most}
    shown = [ShownSentence(text("{piece} holds {count} of at most {most} option cards."), values)]
    if count >= most:
        shown.append(ShownSentence(text("If you draw a card, you have to discard one.")))
    return usual_view(decision, shown=tuple(shown))


def with_target(decision: Decision, target: int) -> QuestionView:
    """Return the usual view, with the robot that is hit, by its index, shown beside the question."""
    return usual_view(decision, shown=(ShownSentence(text("Hit: {target}"), {"target": target}),))
