"""Option cards in the window: their holders, the marks on them, and the subject of a question."""

from collections.abc import Sequence

from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.observation import Observation
from roborally.plugin import hookimpl
from roborally.ui.board.display import Display
from roborally.ui.context import MatchContext
from roborally.ui.plugin import Views
from roborally_plugins.program_cards.api import slots

from .state import slot_of
from .view_texts import _

Shown = Sequence[tuple[str, str]]


@hookimpl
def register_view(views: Views) -> None:
    """Register displays for the cards, and the details of their questions."""
    views.on("option-drawn", take)
    views.on("option-returned", give_back)
    views.on("option-marked", mark)
    views.on("exchange", exchange)
    for kind in ("abort-switch", "brakes", "reverse-gears", "fourth-gear"):
        views.shows(kind, played_card)
    views.shows("conditional-program-swap", card_in_reserve)
    views.shows("fire-control", robot_hit)
    views.shows("scrambler", robot_aimed_at)
    views.shows("mechanical-arm", checkpoint)


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


def played_card(context: MatchContext, observation: Observation, decision: Decision) -> Shown:
    """Return the card in the running register."""
    match = observation.match()
    number = match.state.stage
    card = slots(match, match.state.pieces[decision["piece"]])[number - 1]
    return [(_("Register {number}: {card}").format(number=number, card=context.words.choice("", card)), card)]


def card_in_reserve(context: MatchContext, observation: Observation, decision: Decision) -> Shown:
    """Return the card in the next register, and the one that may replace it."""
    reserve = slot_of(observation.match())["reserve"][decision["piece"]]
    text = _("In reserve: {card}").format(card=context.words.choice("", reserve))
    return [*played_card(context, observation, decision), (text, reserve)]


def robot_hit(context: MatchContext, observation: Observation, decision: Decision) -> Shown:
    """Return the robot that the shot hits."""
    return [(_("Hit: {name}").format(name=context.name(decision["info"]["target"])), "")]


def robot_aimed_at(context: MatchContext, observation: Observation, decision: Decision) -> Shown:
    """Return the scrambler's target."""
    target = slot_of(observation.match())["aim"][decision["piece"]]
    return [(_("Hit: {name}").format(name=context.name(target)), "")]


def checkpoint(context: MatchContext, observation: Observation, decision: Decision) -> Shown:
    """Return which checkpoint is within reach."""
    return [(_("Checkpoint {number}").format(number=decision["info"]["number"]), "")]
