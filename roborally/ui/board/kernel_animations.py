"""The window's animations of the kernel's events, for the animator; plugins add theirs (`Views.animate`)."""

from roborally.core.events import Event
from roborally.core.geometry import DELTAS, Cell
from roborally.ui.board.animator import PLACE, Animator, Show
from roborally.ui.board.board_acts import BEAM
from roborally.ui.board.board_art import CELL
from roborally.ui.toolkit import theme

BLAST = 0.75
"""The length of an explosion in seconds; the lengths below are in seconds, too."""
FINISH = 0.9
SWING = 0.3


def _step(animator: Animator, event: Event) -> None:
    animator.glide(event)


def _turn(animator: Animator, event: Event) -> None:
    animator.swing(event)
    animator.spin(event["how"])


def _blocked(animator: Animator, event: Event) -> None:
    x, y = animator.centre(tuple(event["cell"]))
    dx, dy = DELTAS[event["direction"]]
    animator.bump(event)
    animator.burst((x + dx * CELL * 0.45, y - dy * CELL * 0.45), 4, theme.colour("text-dim"), size=9)


def _place(animator: Animator, event: Event) -> None:
    animator.appear(event)
    at = animator.centre(tuple(event["cell"]))
    animator.ring(at, animator.actor(event["piece"]).colours.light, 0.0, PLACE)


def _destroy(animator: Animator, event: Event) -> None:
    if event["cause"] == "edge":
        animator.fall(event["piece"])
        return
    actor, begin = animator.actor(event["piece"]), animator.begin_of(event["piece"])

    def vanish(progress: float) -> None:
        actor.alpha = round(255 * max(0.0, 1 - progress * 3))
        actor.show()

    animator.act(event["piece"], BLAST, vanish)
    animator.explosion(animator.centre(tuple(event["cell"])), begin, BLAST)


def _hurt(animator: Animator, event: Event) -> None:
    actor = animator.actor(event["piece"])
    animator.burst((actor.x, actor.y), 5 * event["points"], theme.colour("warning"))
    animator.rise(event["piece"], "damage", theme.colour("bad"))


def _heal(animator: Animator, event: Event) -> None:
    if animator.cell_of(event["piece"]) is not None:  # a robot repaired off the floor is not visible
        animator.rise(event["piece"], "wrench", theme.colour("good"))


def _beam(animator: Animator, event: Event) -> None:
    cells: list[Cell] = [tuple(cell) for cell in event["cells"]]
    if not cells:
        return
    direction, shooter = event["direction"], event["piece"]
    dx, dy = DELTAS[direction]
    first, last = animator.centre(cells[0]), animator.centre(cells[-1])
    stopped = any(animator.cell_of(target) == cells[-1] for target in event["targets"])
    beyond = 0.0 if stopped else CELL * 0.48
    end = (last[0] + dx * beyond, last[1] - dy * beyond)
    if shooter >= 0:
        actor = animator.actor(shooter)
        start = (actor.x + dx * CELL * 0.36, actor.y - dy * CELL * 0.36)
        animator.shot(shooter, start, end, 0.0, hits=bool(event["targets"]))
        return
    beams = animator.beams_at(cells[0], direction)
    picture = "beam-red" if beams == 1 else f"beam-red-{min(3, beams)}"
    start = (first[0] - dx * CELL * 0.3, first[1] + dy * CELL * 0.3)
    animator.beam(start, end, picture, 0.0, BEAM)


def _gates(animator: Animator, event: Event) -> None:
    animator.swing_doors(frozenset((tuple(cell), direction) for cell, direction in event["shut"]), SWING)


def _over(animator: Animator, event: Event) -> None:
    for index in event["winners"]:
        light = animator.actor(index).colours.light
        animator.burst(animator.place_of(index), 40, light, speed=220, size=22)
    animator.pause(FINISH)


KERNEL_ANIMATIONS: dict[str, Show] = {
    "step": _step,
    "turn": _turn,
    "blocked": _blocked,
    "place": _place,
    "destroy": _destroy,
    "hurt": _hurt,
    "heal": _heal,
    "beam": _beam,
    "gates": _gates,
    "over": _over,
}
