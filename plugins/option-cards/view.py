"""Option cards in the window: their holders, and the marks on them."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register displays for the cards."""
    views.on("option-drawn", take)
    views.on("option-returned", give_back)
    views.on("option-marked", mark)
    views.on("exchange", exchange)


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
