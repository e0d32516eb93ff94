"""The option card Abort Switch: exchanges a revealed program card and all later ones of the turn (OPT-10)."""

from roborally.plugin import SHEETS, Decision, Match, Piece, Rules, Settings
from roborally_plugins.program_cards.api import draw, locks, slots

from ..deck import OptionCard
from ..holders import lay, players_of
from ..program import exchange
from ..sheet import with_running_card
from ..state import CardMark

NAME = "abort-switch"
ABORTING = CardMark("aborting", False, cleared=True)
"""Whether the switch is on."""


def register(rules: Rules, settings: Settings) -> None:
    """Register the question whether to exchange a program card, asked when the program card is revealed."""
    rules.phase("register", "abort", ask_abort, after=("reveal",))
    rules.decision(NAME, abort)
    rules.add(SHEETS, NAME, with_running_card)


def ask_abort(match: Match) -> None:
    """Exchange the program cards of robots whose switch is on; ask other holders whether to turn it on (OPT-10, R1)."""
    aborting = ABORTING.all(match)
    for piece in players_of(match, NAME):
        if aborting[piece.index]:
            _draw_into_register(match, piece)
        elif _can_exchange(match, piece):
            match.ask(NAME, piece, "no", ("yes", "no"), secret=True)


def abort(match: Match, decision: Decision, answer: str | None) -> None:
    """Turn the switch on, after a `yes`, and exchange the card in this register."""
    if answer == "yes":
        piece = match.state.pieces[decision["piece"]]
        lay(match, piece.index, NAME, True)
        _draw_into_register(match, piece)


def _draw_into_register(match: Match, piece: Piece) -> None:
    drawn = draw(match, 1) if _can_exchange(match, piece) else ()
    if drawn:
        exchange(match, piece, match.state.stage, drawn[0])


def _can_exchange(match: Match, piece: Piece) -> bool:
    """Return whether this register holds a card and is not locked (OPT-G10)."""
    number = match.state.stage
    return bool(slots(match, piece)[number - 1]) and number not in locks(match, piece)


CARD = OptionCard(NAME, number=10, worth=3, register=register, mark=ABORTING)
