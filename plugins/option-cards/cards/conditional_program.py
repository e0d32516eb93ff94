"""The option card Conditional Program: a program card in reserve may replace one before it is revealed (OPT-01)."""

from roborally.plugin import SHEETS, Decision, Match, QuestionView, Rules, Settings, ShownSentence, text, usual_view
from roborally_plugins.program_cards.api import locks, slots

from ..deck import OptionCard
from ..holders import lay, players_of
from ..program import ask_for_unused, best_to_keep, exchange, keep_from_hand
from ..sheet import running_card
from ..state import CardMark

NAME = "conditional-program"
SWAP = "conditional-program-swap"
RESERVE = CardMark("reserve", "", face_down=True, cleared=True)
"""The program card in reserve, empty for none."""


def register(rules: Rules, settings: Settings) -> None:
    """Add the question for a card in reserve after programming, and the question to play it in every register."""
    rules.on("ask-reserves", ask_reserves)
    rules.decision(NAME, keep_from_hand, hint=best_to_keep)
    rules.on("ask-marks", ask_swap)
    rules.decision(SWAP, swap)
    rules.add(SHEETS, SWAP, show_swap)


def ask_reserves(match: Match) -> None:
    """Ask each owner which unused card of the hand to keep in reserve."""
    for piece in players_of(match, NAME):
        ask_for_unused(match, piece, NAME)


def ask_swap(match: Match) -> None:
    """Ask whether the reserve replaces the program card that is about to be revealed (OPT-R14, R0)."""
    number = match.state.stage
    for piece in players_of(match, NAME):
        reserve = RESERVE.of(match, piece.index)
        if not reserve or number in locks(match, piece):
            continue
        program = list(slots(match, piece))
        program[number - 1] = reserve
        if number == 1 and match.value("program-problem", "", piece, tuple(program)):
            continue
        match.ask(SWAP, piece, "no", ("yes", "no"), secret=True)


def swap(match: Match, decision: Decision, answer: str | None) -> None:
    """Put the reserve into this register after a `yes`; the card there is discarded."""
    if answer == "yes":
        piece = match.state.pieces[decision["piece"]]
        exchange(match, piece, match.state.stage, RESERVE.of(match, piece.index))
        lay(match, piece.index, NAME, "")


def show_swap(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view, with the card in the register and the one in reserve shown beside the question."""
    reserve = RESERVE.of(match, decision["piece"])
    shown = running_card(match, decision), ShownSentence(text("In reserve: {card}"), {"card": reserve}, reserve)
    return usual_view(decision, shown=shown)


CARD = OptionCard(NAME, number=1, worth=5, register=register, mark=RESERVE)
