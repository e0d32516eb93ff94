"""Snow cannon: a weapon instead of the main laser; a robot that it hits misses its next card of this turn."""

from typing import TypedDict

from roborally.plugin import Match, Piece, Rules, hookimpl, plugin_slot, replaced
from roborally_plugins.option_cards.api import OPTION_CARDS, OptionCard, Shot, Weapon

STEPS = 2.0
"""The value to a bot, in steps, of another robot missing a card."""


class Slot(TypedDict):
    """Whether each piece is covered with snow."""

    covered: tuple[bool, ...]


slot_of = plugin_slot("snow-cannon", Slot)


@hookimpl
def register(rules: Rules) -> None:
    """Add the card to the deck, skip the cards of robots that were hit, and let the snow melt."""
    rules.slot(slot_of)
    rules.add(OPTION_CARDS, "snow-cannon", OptionCard(worth=6, markers=3, weapon=Weapon(cover, later=worth)))
    rules.modify("card-played", miss)
    rules.phase("register", "snow-melts", melt, after=("cards",))
    rules.phase("end-of-turn", "snow-melts", melt, after=("clean-up",))
    rules.event("snow-cannon", {"piece": "who is covered with snow"})
    rules.event("snow-cannon-stuck", {"piece": "who misses a card"})


@hookimpl
def setup(match: Match) -> None:
    """Begin without snow."""
    slot_of.fill(match, {"covered": (False,) * len(match.state.pieces)})


def cover(match: Match, shot: Shot) -> None:
    """Cover the robot that was hit with snow."""
    slot = slot_of(match)
    slot["covered"] = replaced(slot["covered"], shot.target.index, True)
    match.emit("snow-cannon", piece=shot.target.index)


def worth(match: Match, shooter: Piece) -> float:
    """Return the value of a shot in later registers, in steps; 0 in the last register."""
    return STEPS if match.state.stage < 5 else 0.0


def miss(match: Match, card: str, piece: Piece, source: int) -> str:
    """Skip the card of a robot that is covered with snow."""
    if not slot_of(match)["covered"][piece.index]:
        return card
    match.emit("snow-cannon-stuck", piece=piece.index)
    return ""


def melt(match: Match) -> None:
    """Let the snow melt after all robots have played a card."""
    slot = slot_of(match)
    slot["covered"] = (False,) * len(slot["covered"])
