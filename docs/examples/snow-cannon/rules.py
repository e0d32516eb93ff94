"""Snow cannon: a weapon instead of the main laser; a robot that it hits misses its next card of this turn."""

from roborally.plugin import Match, Piece, Rules, Settings, hookimpl
from roborally_plugins.option_cards.api import Kept, OptionCard, Shot, Weapon, add_card

STEPS = 2.0
"""The value to a bot, in steps, of another robot missing a card."""
COVERED = Kept("covered", False)
"""Whether a piece is covered with snow."""


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Add the card to the deck."""
    add_card(rules, settings, CARD)


def register_card(rules: Rules, settings: Settings) -> None:
    """Skip the cards of robots that were hit, and let the snow melt."""
    rules.modify("card-played", miss)
    rules.phase("register", "snow-melts", melt, after=("cards",))
    rules.phase("end-of-turn", "snow-melts", melt, after=("clean-up",))
    rules.event("snow-cannon", {"piece": "who is covered with snow"})
    rules.event("snow-cannon-stuck", {"piece": "who misses a card"})


def cover(match: Match, shot: Shot) -> None:
    """Cover the robot that was hit with snow."""
    COVERED.put(match, shot.target.index, True)
    match.emit("snow-cannon", piece=shot.target.index)


def worth(match: Match, shooter: Piece) -> float:
    """Return the value of a shot in later registers, in steps; 0 in the last register."""
    return STEPS if match.state.stage < 5 else 0.0


def miss(match: Match, card: str, piece: Piece, source: int) -> str:
    """Skip the card of a robot that is covered with snow."""
    if not COVERED.of(match, piece.index):
        return card
    match.emit("snow-cannon-stuck", piece=piece.index)
    return ""


def melt(match: Match) -> None:
    """Let the snow melt after all robots have played a card."""
    COVERED.put_all(match, False)


CARD = OptionCard(
    "snow-cannon", worth=6, register=register_card, keeps=(COVERED,), markers=3, weapon=Weapon(cover, later=worth)
)
