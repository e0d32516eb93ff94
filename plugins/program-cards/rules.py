"""Registers program cards: the turn of editions that are played with them (STD sections 2 to 6, COM-13 to COM-16)."""

from roborally.plugin import (
    COMMANDS,
    FORECAST_STOPS,
    ORDERS,
    SHEETS,
    SLOTS,
    Dice,
    Match,
    Rules,
    Settings,
    hookimpl,
    replaced,
)

from . import execution, facts, locks, orders, piles, programming, sheet
from .deck import CARD_COMMANDS, DECK, EMPTY, REGISTERS, UNKNOWN, card_table, command_of, deck_of, shown
from .state import CardsSlot, settings_of, slot_of


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Add the commands, phases, frames, questions and facts of program cards, and points that other plugins use."""
    rules.toughness = settings["destroyed_at"]
    for name, execute in CARD_COMMANDS.items():
        rules.add(COMMANDS, name, execute)
    rules.phase("turn", "deal", piles.deal)
    rules.phase("turn", "program", programming.ask_programs)
    rules.phase("register", "reveal", execution.reveal, shown=True)
    rules.phase("register", "cards", execution.start_cards)
    rules.phase("end-of-turn", "clean-up", programming.clean_up)
    rules.stages("turn", "registers", "register", REGISTERS)
    rules.frame("cards", execution.go_on)
    rules.frame("card", execution.run_card)
    rules.frame("free-registers", locks.run_free_registers)
    rules.decision(
        "program", programming.commit_program, check=programming.check_program, sample=programming.sample_program
    )
    rules.add(ORDERS, "program", orders.PROGRAM)
    rules.add(SHEETS, "program", sheet.program)
    rules.add(SLOTS, "program-cards", sheet.slot)
    rules.decision("free-register", locks.commit_free_register)
    rules.on("hurt", locks.lock_by_damage)
    rules.on("healed", locks.free_by_repair)
    rules.on("destroyed", programming.discard_all)
    rules.modify("acting-order", execution.in_card_order)
    _declare(rules)
    _declare_events(rules)
    if settings["choose_freed_register"]:
        rules.modify("chooses-freed-register", lambda match, chooses, piece: True)
    hidden = bool(settings["hidden_priorities"])
    rules.table("priorities-are-hidden", lambda floor: hidden)
    rules.table("cards-in-steps", execution.are_cards_in_steps)
    without = () if settings["move3_cards"] else ("move3",)
    rules.table("deck", lambda floor: tuple(card for card in DECK if command_of(card) not in without))
    rules.table("card-table", card_table)
    rules.slot(slot_of, redact, imagine)
    facts.add_facts(rules)


def _declare(rules: Rules) -> None:
    rules.point("card-due", "(piece, card): the turn of a robot's card has come; a robot off the floor may enter now")
    rules.point("dealt", "(piece): a robot has been dealt its hand")
    rules.declare_value("acting", "list of the robots that execute a card in this register")
    rules.declare_value("deal-order", "list of the robots in the order in which they are dealt their hands")
    rules.declare_value("programmers", "list of the robots that are dealt cards and program this turn")
    rules.declare_value("hand-size", "number of cards; (piece)")
    rules.declare_value("spare-cards", "number of cards to set aside for an exchange of the hand; (piece)")
    rules.declare_value("extra-cards", "tuple of cards that may be programmed beside the hand; (piece)")
    rules.declare_value("program-problem", "sentence that says why a program is illegal; (piece, program)")
    rules.declare_value("fill-choices", "tuple of cards from which a register is filled at random; (piece, register)")
    rules.point("before-card", "(piece, card): a card is about to be executed; a frame or question comes first")
    rules.point("after-card", "(piece, card): a card has been executed")
    rules.declare_value("card-steps", "number of cells that a movement card moves; (piece)")
    rules.declare_value("held-cards", "tuple of cards that lie elsewhere than in hands, registers and piles")
    rules.declare_value("locks-later", "whether a robot's registers do not lock yet; (piece)")
    rules.declare_value("card-queue", "list of (rank, robot, card, whose card it is) in the order of execution")
    rules.declare_value("card-played", "card that a robot executes now, empty to pass; (piece, whose card it is)")
    rules.declare_value("chooses-freed-register", "whether the owner chooses which lock a repair lifts; (piece)")


def _declare_events(rules: Rules) -> None:
    rules.event("deal", {"piece": "who is dealt cards", "count": "how many cards"})
    rules.event(
        "program",
        {
            "piece": "whose program it is",
            "cards": "its cards by register, empty ones filled",
            "only_for": "the owner's seat",
        },
    )
    cards = "(piece, card) for each robot that acts, an empty text where there is no card"
    rules.event("reveal", {"register": "its number, from 1", "cards": cards})
    rules.add(FORECAST_STOPS, "card", "the robot executes a card")
    rules.event("card", {"piece": "who plays a card", "register": "the number of the register", "card": "the card"})
    rules.event("lock", {"piece": "whose register locks", "register": "its number"})
    rules.event("unlock", {"piece": "whose register is free again", "register": "its number"})


@hookimpl
def setup(match: Match) -> None:
    """Give every robot an empty hand and five empty registers."""
    count = len(match.state.pieces)
    slot_of.fill(
        match,
        {
            "hands": ((),) * count,
            "dealt": (0,) * count,
            "slots": ((EMPTY,) * REGISTERS,) * count,
            "locks": ((),) * count,
            "spare": ((),) * count,
            "deck": deck_of(match),
            "discard": (),
            "scripted": False,
            "programs": (),
            "deals": (),
        },
    )


def redact(match: Match, seat: int, slot: CardsSlot) -> None:
    """Hide the hands, piles and undisclosed program cards that a seat may not see (CLI-R07, STD-602)."""
    stage = match.state.stage
    slot["deck"] = (UNKNOWN,) * len(slot["deck"])
    slot["discard"] = ()
    slot["spare"] = tuple((UNKNOWN,) * len(cards) for cards in slot["spare"])
    slot["programs"] = ((),) * len(slot["programs"])
    slot["deals"] = ((),) * len(slot["deals"])
    for piece in match.state.pieces:
        index = piece.index
        if piece.seat != seat or piece.kind != "robot":
            slot["hands"] = replaced(slot["hands"], index, (UNKNOWN,) * len(slot["hands"][index]))
            known = {*range(1, stage + 1), *slot["locks"][index]}
            laid = tuple(
                card if not card or number in known else UNKNOWN for number, card in enumerate(slot["slots"][index], 1)
            )
            slot["slots"] = replaced(slot["slots"], index, laid)
        slot["hands"] = replaced(slot["hands"], index, tuple(shown(match, card) for card in slot["hands"][index]))
        slot["slots"] = replaced(slot["slots"], index, tuple(shown(match, card) for card in slot["slots"][index]))


def imagine(match: Match, seat: int, dice: Dice) -> None:
    """Fill unknown hands, registers and piles at random with cards that are not visible elsewhere."""
    slot = slot_of(match)
    seen = {card for cards in (*slot["slots"], *slot["hands"]) for card in cards} | set(match.value("held-cards", ()))
    unseen = [card for card in deck_of(match) if card not in seen]
    dice.shuffle(unseen)

    def with_priority(card: str) -> str:
        """Return an unseen card with this command, whose priority is hidden (AUE-205), and use it up."""
        found = next((other for other in unseen if command_of(other) == card), card)
        if found in unseen:
            unseen.remove(found)
        return found

    def known(card: str) -> str:
        return unseen.pop() if card == UNKNOWN and unseen else card

    if settings_of(match)["hidden_priorities"]:
        slot["slots"] = tuple(tuple(map(with_priority, cards)) for cards in slot["slots"])
        slot["hands"] = tuple(tuple(map(with_priority, cards)) for cards in slot["hands"])
    slot["slots"] = tuple(tuple(map(known, cards)) for cards in slot["slots"])
    slot["hands"] = tuple(tuple(map(known, cards)) for cards in slot["hands"])
    slot["spare"] = tuple(tuple(map(known, cards)) for cards in slot["spare"])
    size = len(slot["deck"])
    slot["deck"], slot["discard"] = tuple(unseen[:size]), tuple(unseen[size:])
