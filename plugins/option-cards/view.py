"""Option cards in the window: their holders, the marks on them, and the subject of a question."""

from collections.abc import Callable, Sequence
from functools import partial

from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.match import Match
from roborally.core.observation import Observation
from roborally.plugin import hookimpl
from roborally.ui.board.display import Display
from roborally.ui.context import MatchContext
from roborally.ui.plugin import Views

from .own_cards import CARD_MODULES
from .subjects import Subject, running_card
from .view_texts import _

Shown = Sequence[tuple[str, str]]


@hookimpl
def register_view(views: Views) -> None:
    """Register displays for the cards, and the details of their questions."""
    views.on("option-drawn", take)
    views.on("option-returned", give_back)
    views.on("option-marked", mark)
    views.on("exchange", exchange)
    for module in CARD_MODULES:
        for kind, about in getattr(module, "ABOUT", {}).items():
            views.shows(kind, partial(subject, about))


def take(display: Display, event: Event) -> None:
    """Show a card with its owner."""
    display.robots[event["piece"]].options.append(event["card"])


def give_back(display: Display, event: Event) -> None:
    """Take a card away."""
    robot = display.robots[event["piece"]]
    robot.options = [card for card in robot.options if card != event["card"]]
    robot.marks.pop(event["card"], None)


def mark(display: Display, event: Event) -> None:
    """Show a mark on a card."""
    display.robots[event["piece"]].marks[event["card"]] = event["mark"]


def exchange(display: Display, event: Event) -> None:
    """Hide the card in a register, and with it the order, until the new card is revealed or executed."""
    display.robots[event["piece"]].slots[event["register"] - 1] = ""
    display.forget_order()


def subject(
    about: Callable[[Match, Decision], Subject], context: MatchContext, observation: Observation, decision: Decision
) -> Shown:
    """Return what a question is about: sentences, each with a card or an empty text."""
    match = observation.match()
    what, which = about(match, decision)
    if what == "robot":
        return [(_("Hit: {name}").format(name=context.name(which)), "")]
    if what == "checkpoint":
        return [(_("Checkpoint {number}").format(number=which), "")]
    _what, card = running_card(match, decision)
    number = match.state.stage
    found = [(_("Register {number}: {card}").format(number=number, card=context.words.choice("", card)), card)]
    if what == "reserve":
        found.append((_("In reserve: {card}").format(card=context.words.choice("", which)), which))
    return found
