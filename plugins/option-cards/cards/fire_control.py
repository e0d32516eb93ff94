"""The option card Fire Control: main laser hits may lock a register or strip an option card (OPT-17)."""

from roborally.plugin import SHEETS, Decision, Frame, Hit, Match, QuestionView, Rules, Settings
from roborally_plugins.program_cards.api import REGISTERS, lock_register, locks

from ..deck import OptionCard
from ..holders import give_back, works
from ..sheet import with_target
from ..state import slot_of

NAME = "fire-control"


class FireControlFrame(Frame):
    """A frame that asks the owner of `shooter` about each of the `left` points of damage of its shot at `piece`."""

    piece: int
    shooter: int
    direction: int
    left: int


def register(rules: Rules, settings: Settings) -> None:
    """Register questions about each point of damage, in place of the main laser's shots."""
    rules.modify("robot-hit", take_over, order=100)
    rules.frame(NAME, run_fire_control)
    rules.decision(NAME, apply_point)
    rules.add(SHEETS, NAME, show_target)


def take_over(match: Match, hit: Hit | None) -> Hit | None:
    """Return `hit`, or `None` for a shot of a robot with this card; then add a frame that asks about each point.

    The shot is applied in the same phase, before destructions are checked, so it is still simultaneous with the others.
    """
    if hit is None or hit[4] != "robot-laser":
        return hit
    target, points, shooter, direction, _ = hit
    if target.kind != "robot" or not works(match, match.state.pieces[shooter], NAME):
        return hit
    match.then(FireControlFrame(do=NAME, piece=target.index, shooter=shooter, direction=direction, left=points))
    return None


def run_fire_control(match: Match, frame: FireControlFrame) -> None:
    """Ask about the next point of the shot; a point that an option card absorbs is skipped without a question."""
    target = match.state.pieces[frame["piece"]]
    if frame["left"] == 0 or target.cell < 0 or target.damage >= match.rules.toughness:
        match.done(frame)
        if target.damage >= match.rules.toughness:
            match.destroy(target, "robot-laser", (frame["shooter"],))
        return
    frame["left"] -= 1
    shooter = match.state.pieces[frame["shooter"]]
    if match.value("damage", 1, target, "robot-laser", shooter.index, frame["direction"]) < 1:
        return
    locked = locks(match, target)
    to_lock = [f"lock {number}" for number in range(1, REGISTERS + 1) if number not in locked]
    strips = [f"strip {card}" for card in slot_of(match)["held"][target.index]]
    choices = ("damage", *to_lock, *strips)
    if len(choices) == 1:
        match.lose(target, 1, "robot-laser", shooter.index)
    else:
        match.ask(NAME, shooter, "damage", choices, info={"target": target.index})


def apply_point(match: Match, decision: Decision, answer: str) -> None:
    """Apply one point: damage, a locked register with damage, or a stripped card instead of damage (OPT-R01)."""
    target = match.state.pieces[decision["info"]["target"]]
    action, _, what = answer.partition(" ")
    if action == "strip":
        give_back(match, target, what)
        return
    if action == "lock":
        lock_register(match, target, int(what))
    match.lose(target, 1, "robot-laser", decision["piece"])


def show_target(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view, with the robot that the shot hits shown beside the question."""
    return with_target(decision, decision["info"]["target"])


CARD = OptionCard(NAME, number=17, worth=6, register=register)
