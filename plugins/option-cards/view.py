"""How the window shows which robots hold option cards, and the marks on these."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register how the events of option cards change the display."""
    views.on("option-drawn", take)
    views.on("option-returned", give_back)
    views.on("option-marked", mark)
    views.on("exchange", exchange)


def take(display: Display, event: Event) -> None:
    """Show the event's card with its new owner."""
    display.robots[event["piece"]].options.append(event["card"])


def give_back(display: Display, event: Event) -> None:
    """Remove the event's card, with its mark, from its owner."""
    robot = display.robots[event["piece"]]
    robot.options = [card for card in robot.options if card != event["card"]]
    robot.marks.pop(event["card"], None)


def mark(display: Display, event: Event) -> None:
    """Show the event's mark on the card."""
    display.robots[event["piece"]].marks[event["card"]] = event["mark"]


def exchange(display: Display, event: Event) -> None:
    """Hide the card in the event's register and the order of play, until the new card is revealed or executed."""
    display.robots[event["piece"]].slots[event["register"] - 1] = ""
    display.forget_order()
