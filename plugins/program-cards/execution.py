"""Carries out a register: reveals the cards and executes them by priority (STD-601, STD-602, STD-701, COM-14)."""

from collections.abc import Sequence

from roborally.plugin import Floor, Frame, Match, Piece

from .deck import BITS, PART, CardTable, learn, priority_of, shown
from .state import slot_of

Programs = tuple[tuple[str, ...], ...]
"""The cards in the registers of each robot, by index of robot."""


class CardsFrame(Frame):
    """A frame that executes the cards of the robots with the indexes in `queue`, one after the other."""

    queue: tuple[int, ...]


class CardFrame(Frame):
    """A frame that executes a card from step `step` on: `piece` plays `card` of the robot `source`."""

    piece: int
    source: int
    step: int
    card: str


def reveal(match: Match) -> None:
    """Emit the event that reveals the cards of this register, all at once (STD-602)."""
    register = match.state.stage
    slots = slot_of(match)["slots"]
    acting = match.value("acting", _on_floor(match))
    cards = tuple((piece.index, shown(match, slots[piece.index][register - 1])) for piece in acting)
    match.new_beat()
    match.emit("reveal", register=register, cards=cards)


def start_cards(match: Match) -> None:
    """Execute the cards of this register in the order of their priorities (STD-701)."""
    if match.floor.tables["cards-in-steps"]:
        _start_in_steps(match)
        return
    register = match.state.stage - 1
    programs = slot_of(match)["slots"]
    table: CardTable = match.floor.tables["card-table"]
    numbers, _, _ = table
    try:
        queue = [
            numbers[card] + (piece.index << BITS)
            for piece in match.state.pieces
            if piece.cell >= 0 and (card := programs[piece.index][register])
        ]
    except KeyError:  # a card that is not in the deck gets its number when it is first played
        learn(table, [program[register] for program in programs])
        start_cards(match)
        return
    queue.sort()
    play(match, queue, table, programs)


def _start_in_steps(match: Match) -> None:
    """Add a frame for each card, since rules may interrupt the cards; also for robots that are about to enter."""
    register = match.state.stage - 1
    slots = slot_of(match)["slots"]
    acting = match.value("acting", _on_floor(match))
    queue = [(-priority_of(card), p.index, card, p.index) for p in acting if (card := slots[p.index][register])]
    for _, index, _, source in match.value("card-queue", sorted(queue)):
        frame: CardFrame = {"do": "card", "piece": index, "source": source, "step": 0, "card": ""}
        match.then(frame)


def _on_floor(match: Match) -> list[Piece]:
    return [piece for piece in match.robots if piece.cell >= 0]


def play(match: Match, queue: list[int], table: CardTable, programs: Programs) -> None:
    """Execute the cards in `queue`, in order; after an interruption, add a frame for the rest.

    An entry of the queue is the card's number in `table`, with the robot's index; `programs` names cards in events.
    """
    state = match.state
    pieces = state.pieces
    _, commands, _ = table
    watched = match.watch is not None
    for number in queue:
        index = number >> BITS & PART
        piece = pieces[index]
        if piece.cell < 0:
            continue
        state.actor = index
        if watched:
            _announce(match, piece, programs[index][state.stage - 1])
        commands[number & PART](match, piece)
        if not match.interrupted:
            if not state.unsettled:
                continue
            state.actor = -1
            match.settle()
        if match.interrupted:
            left = queue[queue.index(number) + 1 :]
            match.then(CardsFrame(do="cards", queue=tuple(entry >> BITS & PART for entry in left)))
            return
    state.actor = -1


def are_cards_in_steps(floor: Floor) -> bool:
    """Return whether each card needs a frame, because a plugin reacts to cards or changes who plays them."""
    return floor.rules.listens("card-due", "before-card", "after-card", "acting", "card-queue", "card-played")


def _announce(match: Match, piece: Piece, card: str) -> None:
    match.new_beat()
    match.emit("card", piece=piece.index, register=match.state.stage, card=shown(match, card))


def go_on(match: Match, frame: CardsFrame) -> None:
    """Finish the card that was interrupted and execute the cards left in the frame."""
    match.done(frame)
    match.state.actor = -1
    if match.state.unsettled:
        match.settle()
    if match.interrupted:
        match.then(CardsFrame(do="cards", queue=frame["queue"]))
    elif not match.state.over:
        table: CardTable = match.floor.tables["card-table"]
        programs, register = slot_of(match)["slots"], match.state.stage - 1
        cards = [(programs[index][register], index) for index in frame["queue"]]
        learn(table, [card for card, _ in cards])
        queue = [table[0][card] + (index << BITS) for card, index in cards if card]
        play(match, queue, table, programs)


def run_card(match: Match, frame: CardFrame) -> None:
    """Execute one card in steps, with points where rules may interrupt it: before, the command, after, settling.

    The frame keeps the card as players see it, since frames hold no secrets (AUE-205).
    """
    piece = match.state.pieces[frame["piece"]]
    if frame["step"] == 0:
        card = slot_of(match)["slots"][frame["source"]][match.state.stage - 1]
        frame["card"] = shown(match, match.value("card-played", card, piece, frame["source"]))
    card = frame["card"]
    if not card:
        match.done(frame)
        return
    while frame["step"] < len(_STEPS):
        frame["step"] += 1
        _STEPS[frame["step"] - 1](match, piece, card)
        if match.interrupted:
            return
    match.done(frame)


def _before(match: Match, piece: Piece, card: str) -> None:
    match.react("card-due", piece, card)
    if piece.cell >= 0 or match.interrupted:
        match.state.actor = piece.index
        _announce(match, piece, card)


def _prepare(match: Match, piece: Piece, card: str) -> None:
    if piece.cell >= 0:
        match.react("before-card", piece, card)


def _execute(match: Match, piece: Piece, card: str) -> None:
    if piece.cell >= 0:
        table: CardTable = match.floor.tables["card-table"]
        numbers, commands, _ = table
        if card not in numbers:
            learn(table, (card,))
        commands[numbers[card] & PART](match, piece)


def _after(match: Match, piece: Piece, card: str) -> None:
    if match.state.actor == piece.index:
        match.react("after-card", piece, card)


def _settle(match: Match, piece: Piece, card: str) -> None:
    match.state.actor = -1
    if match.state.unsettled:
        match.settle()


_STEPS = (_before, _prepare, _execute, _after, _settle)


def in_card_order(match: Match, pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces by descending priority of this register's cards; those without a card last, by seat (COM-08)."""
    register = match.state.stage - 1
    slots = slot_of(match)["slots"]

    def key(piece: Piece) -> tuple[bool, int, int]:
        card = slots[piece.index][register] if register >= 0 and piece.index < len(slots) else ""
        return (not card, -priority_of(card) if card else 0, piece.index)

    return sorted(pieces, key=key)
