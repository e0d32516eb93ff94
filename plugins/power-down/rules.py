"""Power-down (STD section 11, CLS-401, AUE section 7): a robot rests for a turn and loses its damage."""

from typing import Any

from roborally.plugin import (
    COURSE_DOUBTS,
    FACTS,
    SHEETS,
    Decision,
    Fact,
    Match,
    Piece,
    Rules,
    Settings,
    hookimpl,
    replaced,
)
from roborally_plugins.archive.api import is_destroyed
from roborally_plugins.program_cards.api import empty_free_registers

from . import sheet, trap
from .state import settings_of, slot_of

YES_OR_NO = ("yes", "no")
FORCED_FROM = 3


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Add the questions, the phases of a shutdown, and the restrictions of a robot that is powered down."""
    rules.slot(slot_of)
    rules.phase("turn", "power-down", begin_turn)
    rules.phase("end-of-turn", "declarations", ask_again)
    rules.phase("end-of-turn", "shutdowns", end_turn)
    rules.declare_value("powered-down", "whether a robot is powered down this turn; (piece)")
    rules.modify("powered-down", is_down)
    rules.point("refuse-shutdown", "(piece): the owner may refuse a forced shutdown; ask")
    rules.declare_value("may-refuse-shutdown", "whether the owner of a robot may refuse a forced shutdown; (piece)")
    rules.declare_value("forced-power-down", "whether a robot must power down for the next turn; (piece)")
    if settings["forced_power_down"]:
        rules.modify("forced-power-down", too_damaged)
        rules.add(COURSE_DOUBTS, "power-down", trap.never_again)
    rules.decision("power-down", announce)
    rules.add(SHEETS, "power-down", sheet.power_down)
    rules.decision("stay-down", announce)
    rules.decision("return-down", agree_to_return_down)
    if settings["may_return_down"]:
        rules.on("before-reentry", ask_to_return_down)
        rules.modify("respawn-damage", undamaged_if_down)
        rules.on("re-entered", return_down)
    rules.on("programming", ask)
    rules.on("destroyed", cancel)
    rules.modify("programmers", without_those_down)
    rules.modify("shooters", without_those_down)
    rules.modify("chooses-freed-register", chooses_only_if_up, order=1)
    if not settings["powered_down_touches"]:
        rules.modify("may-touch", only_if_up)
        rules.modify("may-archive", only_if_up)
    rules.add(FACTS, "powered_down", Fact(read_down, write_down))
    rules.add(FACTS, "announced", Fact(read_announced))
    rules.event("announce", {"piece": "who will be powered down in the next turn"})
    rules.event("power-down", {"piece": "who powers down and loses all damage"})
    rules.event("down", {"pieces": "all who are powered down now"})


@hookimpl
def setup(match: Match) -> None:
    """Start with no robot powered down, in this turn or the next."""
    count = len(match.state.pieces)
    slot_of.fill(match, {"down": (False,) * count, "next": (False,) * count})


def ask(match: Match) -> None:
    """Ask for announcements, and owners of robots that are down whether these stay down (STD-1101, CLS-401)."""
    settings = settings_of(match)
    may_stay = settings["may_stay_down"] and not settings["shutdown_asked_at_end"]
    on_floor = [piece for piece in match.robots if piece.cell >= 0]
    active = match.value("programmers", on_floor)
    for piece in match.robots:
        if piece in active:
            match.ask("power-down", piece, "no", YES_OR_NO, optional=True, secret=True)
        elif may_stay and piece in on_floor:
            match.ask("stay-down", piece, "no", YES_OR_NO, secret=True)


def ask_again(match: Match) -> None:
    """At the end of a turn, ask for late announcements, and force the robots that must power down (CNB-1305, 1306).

    The owner of a robot that must power down or stay powered down is not asked (CNB-R13).
    """
    if not settings_of(match)["shutdown_asked_at_end"]:
        return
    slot = slot_of(match)
    for piece in match.robots:
        if piece.cell < 0 or slot["next"][piece.index]:
            continue
        if match.value("forced-power-down", False, piece):
            if match.value("may-refuse-shutdown", False, piece):
                match.react("refuse-shutdown", piece)
            else:
                shut_down_next(match, piece)
        else:
            kind = "stay-down" if slot["down"][piece.index] else "power-down"
            match.ask(kind, piece, "no", YES_OR_NO, secret=True)


def too_damaged(match: Match, forced: bool, piece: Piece) -> bool:
    """Return whether a robot must power down: if `forced`, or with three or more points of damage (CNB-1306)."""
    return forced or piece.damage >= FORCED_FROM


def announce(match: Match, decision: Decision, answer: str | None) -> None:
    """Announce the shutdown in the next turn if the answer is `yes`; others see it in the moving phase (STD-1101)."""
    if answer == "yes":
        shut_down_next(match, match.state.pieces[decision["piece"]])


def shut_down_next(match: Match, piece: Piece) -> None:
    """Announce that a robot will be powered down in the next turn."""
    slot_of(match)["next"] = replaced(slot_of(match)["next"], piece.index, True)
    match.emit("announce", piece=piece.index)


def begin_turn(match: Match) -> None:
    """Power down robots that have announced it; activate those that were powered down (STD-1103, STD-1104, CLS-401)."""
    slot, pieces = slot_of(match), match.state.pieces
    before, announced = slot["down"], slot["next"]
    slot["down"] = tuple(announced[piece.index] and not is_destroyed(match, piece) for piece in pieces)
    slot["next"] = tuple(announced[piece.index] and is_destroyed(match, piece) for piece in pieces)
    if any(before) or any(slot["down"]):
        emit_down(match)
    if settings_of(match)["power_down_heals"] == "next_turn":
        for piece in match.state.pieces:
            if slot["down"][piece.index]:
                shut_down(match, piece)
                empty_free_registers(match, piece)  # the turn before has ended: nothing else takes these cards away


def end_turn(match: Match) -> None:
    """In editions that heal at once, repair the robots that have announced a shutdown (STD-1102, STD-1201)."""
    if settings_of(match)["power_down_heals"] == "at_shutdown":
        for piece in match.state.pieces:
            if read_announced(match, piece):
                shut_down(match, piece)


def shut_down(match: Match, piece: Piece) -> None:
    """Emit the shutdown of a robot and repair all its damage."""
    match.new_beat()
    match.emit("power-down", piece=piece.index)
    match.heal(piece, piece.damage, "power-down")


def cancel(match: Match, piece: Piece) -> None:
    """Cancel the shutdown of a destroyed robot; unless it may return down, also its announcement (STD-R22, AUE-R08)."""
    slot = slot_of(match)
    if not settings_of(match)["may_return_down"]:
        slot["next"] = replaced(slot["next"], piece.index, False)
    if slot["down"][piece.index]:
        slot["down"] = replaced(slot["down"], piece.index, False)
        emit_down(match)


def ask_to_return_down(match: Match, piece: Piece) -> None:
    """Ask the owner of a destroyed robot that had announced a shutdown whether it returns powered down (CLS-402)."""
    slot = slot_of(match)
    if slot["next"][piece.index]:
        slot["next"] = replaced(slot["next"], piece.index, False)
        match.ask("return-down", piece, "no", YES_OR_NO, secret=True)


def agree_to_return_down(match: Match, decision: Decision, answer: str | None) -> None:
    """Store that a robot returns powered down if the answer is `yes`."""
    if answer == "yes":
        slot_of(match)["next"] = replaced(slot_of(match)["next"], decision["piece"], True)


def undamaged_if_down(match: Match, damage: int, piece: Piece) -> int:
    """Return the damage after a re-entry: 0 for a robot that returns powered down (CLS-R03), else `damage`."""
    return 0 if slot_of(match)["next"][piece.index] else damage


def return_down(match: Match, piece: Piece) -> None:
    """Power down a re-entered robot if its owner has chosen this."""
    slot = slot_of(match)
    if slot["next"][piece.index]:
        slot["next"] = replaced(slot["next"], piece.index, False)
        slot["down"] = replaced(slot["down"], piece.index, True)
        shut_down(match, piece)
        emit_down(match)


def emit_down(match: Match) -> None:
    """Emit the indexes of all robots that are down now, so that listeners need no earlier state."""
    down = slot_of(match)["down"]
    match.emit("down", pieces=tuple(index for index, is_down in enumerate(down) if is_down))


def without_those_down(match: Match, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces without those powered down, which get no cards and do not shoot (STD-403, STD-809, STD-R21)."""
    down = slot_of(match)["down"]
    return [piece for piece in pieces if not down[piece.index]] if True in down else pieces


def is_down(match: Match, down: bool, piece: Piece) -> bool:
    """Return whether a robot is powered down, by this plugin or, as `down` says, by another."""
    return bool(down or slot_of(match)["down"][piece.index])


def only_if_up(match: Match, allowed: bool, piece: Piece) -> bool:
    """Return `allowed`, whether a robot may touch checkpoints or archives; false for one powered down (CNB-1304)."""
    return allowed and not slot_of(match)["down"][piece.index]


def chooses_only_if_up(match: Match, chooses: bool, piece: Piece) -> bool:
    """Return `chooses`, whether an owner chooses the register that a repair frees; false if powered down (CNB-R27)."""
    return chooses and not slot_of(match)["down"][piece.index]


def read_announced(match: Match, piece: Piece) -> bool:
    """Return whether the robot will be powered down in the next turn for certain, not only by choice (CLS-402)."""
    announced: bool = slot_of(match)["next"][piece.index]
    return announced and not is_destroyed(match, piece)


def read_down(match: Match, piece: Piece) -> bool:
    """Return whether the robot is powered down in this turn."""
    down: bool = slot_of(match)["down"][piece.index]
    return down


def write_down(match: Match, piece: Piece, value: Any) -> None:
    """Set whether the robot is powered down in turn 1."""
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    slot_of(match)["next"] = replaced(slot_of(match)["next"], piece.index, value)
