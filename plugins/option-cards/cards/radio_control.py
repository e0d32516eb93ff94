"""The option card Radio Control: a robot hit executes the shooter's cards for the rest of the turn (OPT-22, OPT-R06).

The cards that let their owner choose the steps ask `is_controlled`; `bot.py` answers its question for bots.
"""

from roborally.plugin import DELTAS, Decision, Match, Piece, Rules, Settings, replaced
from roborally_plugins.program_cards.api import REGISTERS, slots

from ..deck import OptionCard, Weapon, direction_of
from ..holders import is_down
from ..state import Kept, KeptOnce, slot_of

NAME = "radio-control"
RANGE = 6
NOBODY = -1
LAST_USE = 4
STEPS = 1.0
"""The value to a bot, in steps, of replacing one program card of another robot."""
CONTROLLER = Kept("controller", NOBODY)
"""The index of the robot that controls a robot, or -1."""
USED = Kept("radio_used", False)
PASSED = KeptOnce[tuple[int, ...]]("passed", ())
"""The indexes of controlled robots that have skipped their own card in this register."""
Entry = tuple[int, int, str, int]


def register(rules: Rules, settings: Settings) -> None:
    """Register that controlled robots execute copies of their controller's cards until the turn ends."""
    rules.decision(NAME, choose_target)
    rules.modify("card-queue", add_copies)
    rules.modify("card-played", own_or_copy)
    rules.phase("turn", "radio-silence", end_control, before=("deal",))
    rules.on("destroyed", release)


def is_controlled(match: Match, piece: Piece) -> bool:
    """Return whether another robot controls this piece now."""
    return CONTROLLER.of(match, piece.index) != NOBODY


def candidates(match: Match, piece: Piece, direction: int) -> list[Piece]:
    """Return the robots within six cells in a direction, nearest first; walls and pieces between do not matter.

    Return none in register 5 or after the card was used in this turn, and no robot that is shut down.
    """
    if match.state.stage > LAST_USE or USED.of(match, piece.index):
        return []
    dx, dy = DELTAS[direction]
    x, y = match.floor.cells[piece.cell]
    line = [(x + dx * steps, y + dy * steps) for steps in range(1, RANGE + 1)]
    on_cell = {match.floor.cells[other.cell]: other for other in match.robots if other.cell >= 0 and other.solid}
    found = [on_cell[cell] for cell in line if cell in on_cell]
    return [other for other in found if not is_down(match, other)]


def ask_target(match: Match, piece: Piece, direction: int) -> None:
    """Ask which robot in this direction to control, by default the nearest; the card is then used up for the turn."""
    found = candidates(match, piece, direction)
    names = tuple(match.seats[other.seat].name for other in found)
    USED.put(match, piece.index, True)
    slot = slot_of(match)
    slot["aim"] = replaced(slot["aim"], piece.index, found[0].index)
    if len(names) > 1:
        match.ask(NAME, piece, names[0], names, secret=True)


def choose_target(match: Match, decision: Decision, answer: str) -> None:
    """Store the robot that the owner has chosen."""
    target = next(piece for piece in match.robots if match.seats[piece.seat].name == answer)
    slot = slot_of(match)
    slot["aim"] = replaced(slot["aim"], decision["piece"], target.index)


def take_control(match: Match, piece: Piece, target: Piece) -> None:
    """Let a piece control the target from the next register on; if this makes a circle, end control of the piece."""
    if piece.cell < 0:
        return
    controller = replaced(CONTROLLER.all(match), target.index, piece.index)
    above = controller[piece.index]
    while above not in (NOBODY, piece.index):
        above = controller[above]
    if above == piece.index:
        controller = replaced(controller, piece.index, NOBODY)
    CONTROLLER.put_each(match, controller)


def end_control(match: Match) -> None:
    """End all control and make the cards usable again."""
    CONTROLLER.put_all(match, NOBODY)
    USED.put_all(match, False)


def release(match: Match, piece: Piece) -> None:
    """Free a destroyed robot from control, and the robots that it controls."""
    links = enumerate(CONTROLLER.all(match))
    CONTROLLER.put_each(match, tuple(NOBODY if piece.index in (index, by) else by for index, by in links))


def add_copies(match: Match, queue: list[Entry]) -> list[Entry]:
    """Return the queue of cards with copies for controlled robots behind their controller's; no card is removed."""
    controller = CONTROLLER.all(match)
    if all(by == NOBODY for by in controller):
        return queue
    PASSED.put(match, ())
    result: list[Entry] = []
    for entry in queue:
        result.append(entry)
        if controller[entry[1]] == NOBODY:
            result += _copies(controller, entry, entry[1])
    return result


def _copies(controller: tuple[int, ...], entry: Entry, source: int) -> list[Entry]:
    """Return copies of a card for all robots that `source` controls, directly or through other robots.

    `controller` has, by index of robot, its controller or -1; control is never circular (`take_control`).
    """
    found: list[Entry] = []
    for index, by in enumerate(controller):
        if by == source:
            found.append((entry[0], index, entry[2], entry[1]))
            found += _copies(controller, entry, index)
    return found


def own_or_copy(match: Match, card: str, piece: Piece, source: int) -> str:
    """Return `card`, or an empty text to skip it; controlled robots skip their own cards for copies (OPT-R13)."""
    controlled = is_controlled(match, piece)
    is_copy = source != piece.index
    if is_copy == controlled:
        return card
    if not is_copy:
        PASSED.put(match, (*PASSED.of(match), piece.index))
    elif piece.index in PASSED.of(match):
        return slots(match, piece)[match.state.stage - 1]
    return ""


def nearest(match: Match, piece: Piece, direction: int) -> Piece | None:
    """Return the nearest robot in this direction that can be controlled, or `None` if there is none."""
    return next(iter(candidates(match, piece, direction)), None)


WEAPON = Weapon(
    lambda match, shot: take_control(match, shot.shooter, shot.target),
    nearest,
    lambda match, piece: ask_target(match, piece, direction_of(match, piece)),
    late=True,
    later=lambda match, piece: STEPS * (REGISTERS - match.state.stage),
)
CARD = OptionCard(NAME, number=22, worth=6, register=register, keeps=(CONTROLLER, USED, PASSED), weapon=WEAPON)
