"""The question for a program (STD-501 to STD-507): asks it, checks and carries out answers, and fills gaps."""

from collections.abc import Sequence
from typing import Final

from roborally.plugin import AnswerError, Decision, Dice, Match, Piece, replaced

from .deck import EMPTY, REGISTERS, UNKNOWN, command_of, priority_of, shown
from .piles import discard, draw, programming_pieces
from .state import settings_of, slot_of

NOTHING: Final = (EMPTY,) * REGISTERS


def ask_programs(match: Match) -> None:
    """Ask all owners who program this turn, at the same time; other plugins add their questions for this moment."""
    slot = slot_of(match)
    for piece in programming_pieces(match):
        scripts = slot["programs"][piece.index] if slot["scripted"] else ()
        script = scripts[match.state.turn - 1] if match.state.turn <= len(scripts) else ()
        match.ask("program", piece, script, secret=True, info={"registers": REGISTERS})
    match.react("programming")


def free_registers(match: Match, piece: Piece) -> list[int]:
    """Return the numbers, from 1, of the registers that are not locked, which the owner may fill."""
    locked = slot_of(match)["locks"][piece.index]
    return [number for number in range(1, REGISTERS + 1) if number not in locked]


def check_program(match: Match, decision: Decision, answer: object) -> tuple[str, ...]:
    """Return a program as five cards, empty texts for locked and empty registers; raise `AnswerError` for wrong cards.

    Registers that are left empty are filled at random when programming ends (STD-506). Where priorities are hidden,
    return commands without priorities, since the owner can see the result (AUE-205).
    """
    cards = _legal_cards(match, match.state.pieces[decision["piece"]], answer)
    hidden = settings_of(match)["hidden_priorities"]
    if hidden and not slot_of(match)["scripted"]:
        return tuple(command_of(card) for card in cards)
    return cards


def _legal_cards(match: Match, piece: Piece, answer: object) -> tuple[str, ...]:
    """Return the five cards of an answer, with their priorities; raise `AnswerError` for cards that are not allowed."""
    if not isinstance(answer, tuple) or len(answer) > REGISTERS or not all(isinstance(card, str) for card in answer):
        raise AnswerError("a program is a list of at most five cards")
    program: tuple[str, ...] = (*answer, *[EMPTY] * (REGISTERS - len(answer)))
    slot = slot_of(match)
    if slot["scripted"]:
        return program
    for number in slot["locks"][piece.index]:
        if program[number - 1] != EMPTY:
            raise AnswerError("register {number} is locked and keeps its card", number=number)
    cards = with_priorities(match, piece, program)
    _check_cards(match, piece, [card for card in cards if card != EMPTY])
    problem = match.value("program-problem", "", piece, cards)
    if problem:
        raise AnswerError(problem)
    return cards


def with_priorities(match: Match, piece: Piece, program: tuple[str, ...]) -> tuple[str, ...]:
    """Return the program with a card of the hand for every command without a priority.

    Of several cards of one command the earliest register gets the highest priority (AUE-805). Where priorities are
    hidden, a priority in the program is ignored.
    """
    hidden = settings_of(match)["hidden_priorities"]
    wanted = tuple(command_of(card) for card in program) if hidden else program
    if "".join(wanted).count("@") + wanted.count(EMPTY) == len(wanted):
        return wanted
    hand = [*slot_of(match)["hands"][piece.index], *match.value("extra-cards", (), piece)]
    left = sorted((card for card in hand if card not in wanted), key=priority_of)
    cards = []
    for card in wanted:
        fitting = [other for other in left if command_of(other) == card]
        if fitting:
            left.remove(fitting[-1])
        cards.append(fitting[-1] if fitting else card)
    return tuple(cards)


def _check_cards(match: Match, piece: Piece, cards: Sequence[str]) -> None:
    """Raise `AnswerError` for cards that are not in the hand, or more copies than it has (STD-203)."""
    have = [*slot_of(match)["hands"][piece.index], *match.value("extra-cards", (), piece)]
    left = have.copy()
    for card in cards:
        if card not in left:
            count, held = (sum(card in (one, command_of(one)) for one in among) for among in (cards, have))
            raise AnswerError(
                "card {card} is used {count} times, but the hand holds {held}", card=card, count=count, held=held
            )
        left.remove(card)


def commit_program(match: Match, decision: Decision, answer: tuple[str, ...]) -> None:
    """Put the cards of a program into the registers and fill the empty ones (STD-506)."""
    slot = slot_of(match)
    piece = match.state.pieces[decision["piece"]]
    program = _legal_cards(match, piece, answer)
    hand = list(slot["hands"][piece.index])
    slots = list(slot["slots"][piece.index])
    locked = slot["locks"][piece.index]
    for number, card in enumerate(program, 1):
        if number not in locked:
            slots[number - 1] = card
            if card in hand:
                hand.remove(card)
    if EMPTY in slots:
        _fill(match, piece, slots, hand)
    slot["slots"] = replaced(slot["slots"], piece.index, tuple(slots))
    slot["hands"] = replaced(slot["hands"], piece.index, tuple(hand))
    if match.watch is not None:
        shown_cards = tuple(shown(match, card) for card in slots)
        match.emit("program", piece=piece.index, cards=shown_cards, only_for=piece.seat)


def _fill(match: Match, piece: Piece, slots: list[str], hand: list[str]) -> None:
    """Fill the empty entries of `slots` in place, at random: free registers from `hand`, locked ones from the pile.

    In a scenario nothing is random (docs/formats.md, Scenarios); its pile, if any, is in order (STD-R05, STD-R26).
    """
    scripted = slot_of(match)["scripted"]
    locked = slot_of(match)["locks"][piece.index]
    dice = match.dice("fill", match.state.turn, piece.index)
    for number in range(1, REGISTERS + 1):
        if slots[number - 1] != EMPTY:
            continue
        if number in locked:
            slots[number - 1] = (*draw(match, 1), EMPTY)[0]
        elif hand and not scripted:
            choices = match.value("fill-choices", tuple(hand), piece, number)
            card = dice.pick(choices or tuple(hand))
            hand.remove(card)
            slots[number - 1] = card


def sample_program(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return a random program, or `()` if the program drawn breaks a rule."""
    slot = slot_of(match)
    piece = match.state.pieces[decision["piece"]]
    cards = [*slot["hands"][piece.index], *match.value("extra-cards", (), piece)]
    program = [EMPTY] * REGISTERS
    for number in free_registers(match, piece):
        choices = [card for card in cards if card != UNKNOWN]
        if choices:
            program[number - 1] = dice.pick(choices)
            cards.remove(program[number - 1])
    if match.value("program-problem", "", piece, tuple(program)):
        return ()
    return tuple(program)


def clean_up(match: Match) -> None:
    """Discard the cards in free registers and the rest of the hands (STD-1201)."""
    slot = slot_of(match)
    hands, locks = slot["hands"], slot["locks"]
    given: list[str] = []
    kept: list[tuple[str, ...]] = [NOTHING] * len(hands)
    for index, cards in enumerate(slot["slots"]):
        locked = locks[index]
        if locked:
            given += [card for number, card in enumerate(cards, 1) if number not in locked]
            kept[index] = tuple(card if number in locked else EMPTY for number, card in enumerate(cards, 1))
        elif cards != NOTHING:
            given += cards
        given += hands[index]
    slot["slots"] = tuple(kept)
    slot["hands"] = ((),) * len(kept)
    discard(match, given)


def empty_free_registers(match: Match, piece: Piece) -> None:
    """Discard a robot's cards in unlocked registers, after a repair between two turns has freed them."""
    slot = slot_of(match)
    before, locked = slot["slots"][piece.index], slot["locks"][piece.index]
    kept = tuple(card if number in locked else EMPTY for number, card in enumerate(before, 1))
    slot["slots"] = replaced(slot["slots"], piece.index, kept)
    discard(match, [card for card in before if card not in kept])


def discard_all(match: Match, piece: Piece) -> None:
    """Discard all cards of a destroyed robot, locked ones included, and remove its locks (COM-12)."""
    slot = slot_of(match)
    index = piece.index
    hand = slot["hands"][index]
    discard(match, (*slot["slots"][index], *hand) if hand else slot["slots"][index])
    slot["slots"] = replaced(slot["slots"], index, NOTHING)
    if hand:
        slot["hands"] = replaced(slot["hands"], index, ())
    if slot["locks"][index]:
        slot["locks"] = replaced(slot["locks"], index, ())
