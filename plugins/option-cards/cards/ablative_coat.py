"""The option card Ablative Coat: takes up three points of damage (OPT-25)."""

from roborally.plugin import Match, Piece, Rules, Settings

from ..deck import OptionCard
from ..holders import absorb, give_back, has, markers, set_markers

NAME = "ablative-coat"
POINTS = 3


def register(rules: Rules, settings: Settings) -> None:
    """Register the absorption of damage, after all other cards (OPT-G09)."""
    rules.modify("damage", take_up, order=30)


def take_up(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Return the damage that the card does not take up; give back a card that has taken up three points."""
    if points <= 0 or not has(match, piece, NAME):
        return points
    lying = markers(match, piece, NAME)
    taken = absorb(match, piece, NAME, min(points, POINTS - lying))
    set_markers(match, piece, NAME, lying + taken)
    if lying + taken >= POINTS:
        give_back(match, piece, NAME)
    return points - taken


def left(match: Match, piece: Piece) -> float:
    """Return the share of the card's three points that is left, 0 to 1."""
    return 1 - markers(match, piece, NAME) / POINTS


CARD = OptionCard(NAME, number=25, worth=7, register=register, markers=0, left=left)
