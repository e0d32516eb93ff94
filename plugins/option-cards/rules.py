"""The twenty-six option cards of Crash and Burn (OPT-01 to OPT-26), a module for each family."""

from collections.abc import Mapping
from typing import Any

from roborally.core.data import Slot
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Rules, hookimpl, replaced
from roborally_plugins.program_cards.api import shown

from . import cards, facts, lasers, movement, program, protection, radio, weapons
from .deck import OPTION_CARDS, OptionCard, deck
from .state import settings_of, slot_of

UNKNOWN = "?"

CARDS = {
    "ablative-coat": OptionCard(worth=7, markers=0, left=protection.coat_left),
    "abort-switch": OptionCard(worth=3),
    "brakes": OptionCard(worth=2),
    "circuit-breaker": OptionCard(worth=8),
    "conditional-program": OptionCard(worth=5),
    "double-barreled-laser": OptionCard(worth=7),
    "extra-memory": OptionCard(worth=9),
    "fire-control": OptionCard(worth=6),
    "flywheel": OptionCard(worth=6),
    "fourth-gear": OptionCard(worth=4),
    "gyroscopic-stabilizer": OptionCard(worth=3),
    "high-power-laser": OptionCard(worth=5),
    "mechanical-arm": OptionCard(worth=8),
    "mini-howitzer": OptionCard(worth=6, markers=weapons.SHOTS, weapon=weapons.HOWITZER, left=weapons.shots_left),
    "power-down-shield": OptionCard(worth=4),
    "pressor-beam": OptionCard(worth=5, weapon=weapons.PRESSOR_BEAM),
    "radio-control": OptionCard(worth=6, weapon=weapons.RADIO_CONTROL),
    "ramming-gear": OptionCard(worth=4),
    "rear-firing-laser": OptionCard(worth=5),
    "recompile": OptionCard(worth=7),
    "reverse-gears": OptionCard(worth=2),
    "scrambler": OptionCard(worth=4, weapon=weapons.SCRAMBLER),
    "shield": OptionCard(worth=9),
    "superior-archive-copy": OptionCard(worth=5),
    "tractor-beam": OptionCard(worth=3, weapon=weapons.TRACTOR_BEAM),
    "turret": OptionCard(worth=6),
}
"""The game's own cards, and how much a bot wants to keep each."""


@hookimpl
def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Add the cards, their common rules, and the questions before a register (R0)."""
    rules.point("option-lost", "(piece, card): a robot has given an option card back")
    rules.phase("register", "marks", ask_marks, before=("reveal",))
    rules.on("before-repair", cards.offer_draw)
    rules.modify("repair-points", cards.repaired_beside_draw, order=100)
    rules.phase("end-of-turn", "end-draws", lambda match: cards.end_draws(match), after=("repairs",))
    rules.decision("repair", cards.commit_repair)
    rules.decision("give-back", cards.commit_give_back)
    rules.on("destroyed", lose_by_destruction)
    rules.slot(slot_of, redact, imagine)
    for family in (program, lasers, weapons, radio, protection):
        family.register(rules)
    movement.register(rules, settings)
    for name, card in CARDS.items():
        rules.add(OPTION_CARDS, name, card)
    facts.add_facts(rules)
    _declare_events(rules)


def _declare_events(rules: Rules) -> None:
    rules.event("option-drawn", {"piece": "who has drawn a card", "card": "which one"})
    rules.event("option-returned", {"piece": "who gives a card back", "card": "which one"})
    rules.event(
        "option-used", {"piece": "who uses a card", "card": "which one", "target?": "the piece at which it is aimed"}
    )
    rules.event(
        "option-absorbed",
        {"piece": "whose card keeps damage off", "card": "which one", "points": "how much damage"},
    )
    mark = "what lies on it now: a number or a word, of something that lies face down whether it is there"
    rules.event("option-marked", {"piece": "whose card it is", "card": "which one", "mark": mark})
    rules.event("exchange", {"piece": "whose card is exchanged", "register": "the number of the register"})


@hookimpl
def setup(match: Match) -> None:
    """Shuffle the cards, and deal some at the start if the settings say so."""
    count = len(match.state.pieces)
    pile = deck(match)
    match.dice("options").shuffle(pile)
    slot_of.fill(
        match,
        {
            "pile": tuple(pile),
            "returned": (),
            "markers": {},
            "rammed": (),
            "passed": (),
            "firing": (),
            "held": ((),) * count,
            "repairs": (-1,) * count,
            "reserve": ("",) * count,
            "stored": ("",) * count,
            "aborting": (False,) * count,
            "unlocked": (False,) * count,
            "copied": (False,) * count,
            "owing": (False,) * count,
            "was_down": (False,) * count,
            "steps": (movement.NOT_CHOSEN,) * count,
            "turret": (0,) * count,
            "shield": (protection.NO_SIDE,) * count,
            "weapon": (weapons.MAIN,) * count,
            "aim": (-1,) * count,
            "aimed": (0,) * count,
            "detail": (0,) * count,
            "controller": (-1,) * count,
            "radio_used": (False,) * count,
            "side_stops": ((0, 0, 0, 0),) * count,
            "sides_gone": ((),) * count,
        },
    )
    if settings_of(match)["gyroscopic_stabilizer"] == "straight":
        slot_of(match)["straight"] = ((),) * count
    for _ in range(settings_of(match)["dealt_at_start"]):
        for piece in match.robots:
            cards.draw(match, piece)


def ask_marks(match: Match) -> None:
    """Ask all questions before a register is revealed, at the same time (CNB-1601, R0)."""
    program.ask_swap(match)
    lasers.ask_turret(match)
    protection.ask_shield(match)


def lose_by_destruction(match: Match, piece: Piece) -> None:
    """Discard the cards on a destroyed robot's options, end its radio links, and let it lose a card (CNB-1206)."""
    if piece.kind == "robot":
        program.clear_on_destruction(match, piece)
        radio.release(match, piece)
        cards.lose_one(match, piece)


def redact(match: Match, seat: int, slot: Slot) -> None:
    """Hide the pile, and the face-down cards on others' options."""
    slot["pile"] = (UNKNOWN,) * len(slot["pile"])
    for piece in match.state.pieces:
        for name in ("reserve", "stored"):
            card = slot[name][piece.index]
            seen = shown(match, card) if piece.seat == seat or not card else UNKNOWN
            slot[name] = replaced(slot[name], piece.index, seen)


def imagine(match: Match, seat: int, dice: Dice) -> None:
    """Remove unknown cards from options, and shuffle all option cards without a holder into the pile."""
    slot = slot_of(match)
    for name in ("reserve", "stored"):
        slot[name] = tuple(card if "@" in card else "" for card in slot[name])
    known = {card for held in slot["held"] for card in held} | set(slot["returned"])
    unseen = [card for card in deck(match) if card not in known]
    dice.shuffle(unseen)
    slot["pile"] = tuple(unseen[: len(slot["pile"])])
