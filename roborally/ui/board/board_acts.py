"""Acts of the board's elements, for the animator: pistons, presses, flames and wheels; and the easing of moves."""

import arcade

from roborally.ui.board.board_art import Flame, Piston, Wheel
from roborally.ui.board.effects import Act

TURN = 0.2
"""Seconds of a quarter turn at normal speed; the lengths below are in seconds, too."""
BEAM = 0.5
STROKE = 0.4


def thrust(piston: Piston) -> Act:
    """Return the act of a piston that pushes out and retracts."""

    def show(progress: float) -> None:
        piston.show(1 - abs(2 * progress - 1))

    return Act(0.0, STROKE, show)


def stroke(press: arcade.Sprite) -> Act:
    """Return the act of a press that closes for a moment."""

    def show(progress: float) -> None:
        press.visible = 0.15 < progress < 0.85

    return Act(0.0, STROKE, show)


def burning(flame: Flame) -> Act:
    """Return the act of a flame that burns for a moment."""

    def show(progress: float) -> None:
        flame.sprite.visible = progress < 1
        flame.sprite.texture = flame.frames[int(progress * 2 * len(flame.frames)) % len(flame.frames)]

    return Act(0.0, BEAM, show)


def revolution(wheel: Wheel) -> Act:
    """Return the act of a wheel that makes a quarter turn."""
    start = wheel.sprite.angle

    def show(progress: float) -> None:
        wheel.sprite.angle = start + wheel.sense * 90 * eased(progress, 0, 0)

    return Act(0.0, TURN, show)


def eased(progress: float, slope_in: float, slope_out: float) -> float:
    """Return the share of the way covered at a progress from 0 to 1.

    `slope_in` and `slope_out` are the speeds at the beginning and at the end: 0 is at rest, 1 the average speed.
    """
    square, cube = progress * progress, progress * progress * progress
    return (cube - 2 * square + progress) * slope_in + (3 * square - 2 * cube) + (cube - square) * slope_out
