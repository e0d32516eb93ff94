"""Registers all option cards and the rules that they share (OPT-G01 to OPT-G11); each has a module in `cards/`."""

from roborally.plugin import SHEETS, Dice, Match, Rules, Settings, Slot, hookimpl, replaced
from roborally_plugins.program_cards.api import shown

from . import facts, holders, sheet, state, step_choice, weapons
from .deck import add_card, deck
from .own_cards import CARD_MODULES, card_of
from .state import settings_of, slot_of

UNKNOWN = "?"


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Add the common rules, the points at which cards act together, and the cards."""
    rules.slot(slot_of, redact, imagine)
    rules.point("option-lost", "(piece, card): a robot has given an option card back")
    rules.point("options-written", "(piece): a scenario has given a robot its option cards")
    rules.point("ask-marks", "(): a register is about to be revealed; all option cards ask at the same time (R0)")
    rules.point("ask-reserves", "(): all have programmed; cards of the hand may be laid on option cards")
    rules.point("renew-options", "(piece): a turn begins")
    rules.declare_value("loses-option", "whether a destroyed robot loses an option card now; (piece)")
    rules.phase("register", "marks", lambda match: match.react("ask-marks"), before=("reveal",))
    rules.phase("turn", "reserves", lambda match: match.react("ask-reserves"), after=("program",))
    rules.phase("turn", "renew-shields", renew, before=("deal",))
    rules.phase("end-of-turn", "end-draws", holders.end_draws, after=("repairs",))
    rules.phase("end-of-turn", "discard-reserves", holders.clear_marks, before=("clean-up",))
    rules.on("option-lost", holders.take_off)
    rules.on("destroyed", holders.lose_one)
    rules.on("before-repair", holders.offer_draw)
    rules.modify("repair-points", holders.repaired_beside_draw, order=100)
    rules.modify("held-cards", holders.cards_on_options)
    rules.decision("repair", holders.commit_repair)
    rules.decision("give-back", holders.commit_give_back)
    rules.add(SHEETS, "repair", sheet.with_places)
    rules.add(SHEETS, "give-back", sheet.give_back)
    weapons.register(rules)
    step_choice.register(rules)
    for module in CARD_MODULES:
        add_card(rules, settings, card_of(module))
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
    """Shuffle the option cards, and deal some at the start if the settings say so."""
    count = len(match.state.pieces)
    pile = deck(match)
    match.dice("options").shuffle(pile)
    slot_of.fill(
        match,
        {
            "pile": tuple(pile),
            "returned": (),
            "markers": {},
            "firing": (),
            "held": ((),) * count,
            "repairs": (-1,) * count,
            "weapon": (weapons.MAIN,) * count,
            "aim": (-1,) * count,
            "aimed": (0,) * count,
            "detail": (0,) * count,
        },
    )
    state.begin(match)
    for _ in range(settings_of(match)["dealt_at_start"]):
        for piece in match.robots:
            holders.draw(match, piece)


def renew(match: Match) -> None:
    """Announce the point `renew-options` for each robot, as a turn begins."""
    for piece in match.robots:
        match.react("renew-options", piece)


def redact(match: Match, seat: int, slot: Slot) -> None:
    """Hide the pile, and the program cards that lie face down on option cards of other seats."""
    slot["pile"] = (UNKNOWN,) * len(slot["pile"])
    for mark in holders.face_down(match):
        for piece in match.state.pieces:
            card = slot[mark.key][piece.index]
            seen = shown(match, card) if piece.seat == seat or not card else UNKNOWN
            slot[mark.key] = replaced(slot[mark.key], piece.index, seen)


def imagine(match: Match, seat: int, dice: Dice) -> None:
    """Remove unknown program cards from option cards, and make a random pile of the option cards not seen."""
    for mark in holders.face_down(match):
        mark.put_each(match, tuple(card if "@" in card else "" for card in mark.all(match)))
    slot = slot_of(match)
    known = {card for held in slot["held"] for card in held} | set(slot["returned"])
    unseen = [card for card in deck(match) if card not in known]
    dice.shuffle(unseen)
    slot["pile"] = tuple(unseen[: len(slot["pile"])])
