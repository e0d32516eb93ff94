"""The advice in the controller's panel: the player's next possible step, or why an action was refused."""

from typing import TYPE_CHECKING

from .controller import Controller
from .program import MOVE
from .view_texts import _

if TYPE_CHECKING:
    from .view_panel import ControllerPanel


def advice(panel: "ControllerPanel") -> str:
    """Return a sentence about the player's next possible step, or about why an action was refused."""
    controller, wanted = panel.controller, panel.wanted
    if panel.refused is not None:
        return _("A blue die with round pips moves the robot, and robots move straight only: take a straight arrow.")
    if wanted and (owner := panel.owner_of(wanted)) is not None:
        text = _("{name} has start number {number}. Take another one.")
        return text.format(name=panel.context.name(owner), number=wanted)
    if wanted:
        why = panel.fatal if controller.full else f"{panel.missing()} {_('Nothing happens there.')}"
        again = _("Press again to take start number {number}.").format(number=wanted)
        return f"{why} {again}"
    if controller.is_swept:
        return _("All dice are taken back. The bin once more lays them again.")
    if controller.full:
        text = _("All three dice are laid. Take a start number below.")
        is_on_die = panel.cursor is not None and controller.at(panel.cursor) is not None
        return f"{text} {_('Space: another number, Del: take it back.')}" if is_on_die else text
    if controller.die.spot is not None:
        return _("Choose another die.")
    return _laying(controller, by_keys=panel.cursor is not None)


def _laying(controller: Controller, *, by_keys: bool) -> str:
    """Return what the chosen die does and where it can lie, with `by_keys` also the key that lays it."""
    die = controller.die
    if die.action == MOVE:
        one = _("The blue die with round pips moves the robot 1 space.")
        more = _("The blue die with round pips moves the robot {number} spaces.")
        does = one if die.number == 1 else more
        where = _("Lay it on a straight arrow with Space.") if by_keys else _("Lay it on a straight arrow.")
    else:
        does = _("The red die with diamonds fires once, as number {number}.")
        where = _("Lay it on any arrow with Space.") if by_keys else _("Lay it on any arrow.")
    return f"{does.format(number=die.number)} {where}"
