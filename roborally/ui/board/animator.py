"""How an event looks: turns the events of one beat into acts."""

from collections.abc import Sequence

import arcade
from arcade.types import Color

from roborally.core.events import Event
from roborally.core.geometry import DELTAS, Cell
from roborally.ui.board.actors import Actors
from roborally.ui.board.board_art import CELL, Flame, Piston, Wheel
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.effects import Act, Effects
from roborally.ui.board.marks import Marks, tint_of
from roborally.ui.toolkit import pictures, theme

STEP = 0.27
"""Seconds that a robot needs for a cell, at normal speed; all other lengths are in seconds too."""
CARRIED = 0.36
TURN = 0.26
BUMP = 0.24
PLACE = 0.45
BEAM = 0.5
BLAST = 0.75
FALL = 0.5
SYMBOL = 0.6
PICTURE = 1.0
"""A card or another picture is looked at for longer than a symbol, and shown wider, in cells."""
PICTURE_WIDTH = 0.8
APART = 0.3
"""Seconds between two marks beside one robot."""
STROKE = 0.4
REVEAL = 0.5
CHECKPOINT = 0.7
MARKER = 0.3
FINISH = 0.9
CARD = 0.08
SWING = 0.3

Point = tuple[float, float]


class Animator:
    """The board with everybody on it, on which events are played."""

    def __init__(self, board: BoardView, actors: Actors, effects: Effects, marks: Marks) -> None:
        """Bind what moves."""
        self._marks = marks
        self._board = board
        self._actors = actors
        self._effects = effects
        self._acts: list[Act] = []
        self._busy: dict[int, float] = {}
        self._marked: dict[int, int] = {}
        self._moving: set[tuple[int, int, str]] = set()
        self._next: set[tuple[int, int, str]] = set()

    def play(self, beat: Sequence[Event], following: Sequence[Event]) -> list[Act]:
        """Return the acts of a beat; `following` are the events of the next, so that long moves flow."""
        self._acts = []
        self._busy = {}
        self._marked = {}
        self._next = _motions(following)
        belts = any(event["type"] == "step" and event["how"] == "belt" for event in beat)
        self._board.acting = belts
        for event in beat:
            show = getattr(self, "_show_" + event["type"].replace("-", "_"), None)
            if show is not None:
                show(event)
            self._mark(event)
        self._spin(beat)
        self._moving = _motions(beat)
        return self._acts

    def rest(self) -> None:
        """Take note that nothing is played any more."""
        self._board.acting = False
        self._moving = set()
        self._actors.light(-1)

    # --- robots ---------------------------------------------------------------------------------------------------

    def _show_step(self, event: Event) -> None:
        index = event["piece"]
        start, end = self._board.centre(tuple(event["from"])), self._board.centre(tuple(event["to"]))
        motion = (index, event["direction"], event["how"])
        slope_in, slope_out = float(motion in self._moving), float(motion in self._next)
        actor = self._actors[index]
        begin = self._busy.get(index, 0.0)
        length = CARRIED if event["how"] == "belt" else STEP

        def glide(progress: float) -> None:
            way = _eased(progress, slope_in, slope_out)
            actor.x, actor.y = start[0] + (end[0] - start[0]) * way, start[1] + (end[1] - start[1]) * way
            actor.show()

        self._add(index, Act(begin, length, glide))

    def _show_turn(self, event: Event) -> None:
        actor = self._actors[event["piece"]]
        start, sweep = event["from"] * 90.0, event["quarters"] * 90.0
        with_belt = event["how"] == "belt"
        length = CARRIED if with_belt else TURN * max(1, abs(event["quarters"])) ** 0.6

        def swing(progress: float) -> None:
            actor.angle = start + sweep * _eased(progress, 0, 0)
            actor.show()

        begin = 0.0 if with_belt else self._busy.get(event["piece"], 0.0)
        self._acts.append(Act(begin, length, swing))

    def _show_blocked(self, event: Event) -> None:
        index = event["piece"]
        actor = self._actors[index]
        x, y = self._board.centre(tuple(event["cell"]))
        dx, dy = DELTAS[event["direction"]]

        def bump(progress: float) -> None:
            way = CELL * 0.14 * (1 - abs(2 * progress - 1))
            actor.x, actor.y = x + dx * way, y - dy * way
            actor.show()

        self._add(index, Act(self._busy.get(index, 0.0), BUMP, bump))
        self._effects.burst((x + dx * CELL * 0.45, y - dy * CELL * 0.45), 4, theme.colour("text-dim"), size=9)

    def _show_place(self, event: Event) -> None:
        if event["how"] == "portal":
            self._jump(event)
            return
        index = event["piece"]
        actor = self._actors[index]
        x, y = self._board.centre(tuple(event["cell"]))
        facing = self._actors.angle(event["facing"])

        def appear(progress: float) -> None:
            actor.x, actor.y, actor.angle = x, y, facing
            actor.size = 0.4 + 0.6 * _eased(progress, 2, 0)
            actor.alpha = round(255 * min(1.0, progress * 2))
            actor.show()

        self._add(index, Act(self._busy.get(index, 0.0), PLACE, appear))
        self._acts += self._effects.ring((x, y), actor.colours.light, 0.0, PLACE)

    def _jump(self, event: Event) -> None:
        """Let a robot shrink where it is and grow where it comes out."""
        index = event["piece"]
        actor = self._actors[index]
        x, y = self._board.centre(tuple(event["cell"]))

        def jump(progress: float) -> None:
            if progress >= 0.5:
                actor.x, actor.y = x, y
            actor.size = max(0.05, abs(2 * progress - 1))
            actor.show()

        begin = self._busy.get(index, 0.0)
        self._add(index, Act(begin, PLACE, jump))
        self._acts += self._effects.ring((x, y), theme.colour("accent-cool"), begin + PLACE / 2, PLACE)

    def _show_destroy(self, event: Event) -> None:
        index = event["piece"]
        actor = self._actors[index]
        begin = self._busy.get(index, 0.0)
        if event["cause"] in ("pit", "edge"):

            def fall(progress: float) -> None:
                actor.size = 1 - 0.85 * progress
                actor.angle += 7
                actor.alpha = round(255 * (1 - progress))
                actor.show()

            self._add(index, Act(begin, FALL, fall))
            return

        def vanish(progress: float) -> None:
            actor.alpha = round(255 * max(0.0, 1 - progress * 3))
            actor.show()

        self._add(index, Act(begin, BLAST, vanish))
        self._acts += self._effects.explosion(self._board.centre(tuple(event["cell"])), begin, BLAST)

    # --- marks ----------------------------------------------------------------------------------------------------

    def _show_hurt(self, event: Event) -> None:
        if event["cause"] != "respawn":
            actor = self._actors[event["piece"]]
            self._effects.burst((actor.x, actor.y), 5 * event["points"], theme.colour("warning"))
            self._burn(self._actors.cell_of(event["piece"]), event["cause"])
            self._rise(event["piece"], "damage", theme.colour("bad"))

    def _show_heal(self, event: Event) -> None:
        if event["cause"] != "respawn":
            self._rise(event["piece"], "wrench", theme.colour("good"))

    def _show_checkpoint(self, event: Event) -> None:
        index = event["piece"]
        actor = self._actors[index]
        at = self._place_of(index)
        begin = self._busy.get(index, 0.0)
        self._effects.burst(at, 18, theme.colour("accent"), speed=150)
        self._acts += self._effects.ring(at, actor.colours.light, begin, CHECKPOINT)
        self._acts += self._effects.symbol(at, pictures.icon("flag", 48), actor.colours.light, begin, CHECKPOINT)

    def _show_archive(self, event: Event) -> None:
        marker = self._actors[event["piece"]].marker
        start, end = marker.position, self._actors.marker_place(event["piece"], tuple(event["cell"]))
        if not marker.visible:  # it is put down for the first time
            start = end
        marker.visible = True

        def slide(progress: float) -> None:
            way = _eased(progress, 0, 0)
            marker.position = (start[0] + (end[0] - start[0]) * way, start[1] + (end[1] - start[1]) * way)

        self._acts.append(Act(self._busy.get(event["piece"], 0.0), MARKER, slide))

    def _rise(self, index: int, symbol: str, tint: Color) -> None:
        begin = self._mark_time(index)
        self._acts += self._effects.symbol(self._place_of(index), pictures.icon(symbol, 48), tint, begin, SYMBOL)

    def _mark(self, event: Event) -> None:
        """Show beside the robot what a manifest says of an event; who has not come onto the floor yet has no place."""
        act = self._marks.find(event)
        if act is None:
            return
        index = event["piece"]
        if act.acts:
            self._actors.light(index)
            self._acts.append(Act(0.0, CARD, _nothing))
        if not self._actors.is_placed(index):
            return
        at, begin = self._place_of(index), self._mark_time(index)
        image = self._marks.picture(act, event)
        if image is not None:
            length, width = (SYMBOL, 0.46) if act.tint else (PICTURE, PICTURE_WIDTH * image.width / max(image.size))
            sinks = act.motion == "sink"
            self._acts += self._effects.symbol(at, image, tint_of(act), begin, length, width=width, sinks=sinks)
        if act.ring:
            self._acts += self._effects.ring(at, self._actors[index].colours.light, begin, SYMBOL)
        target = event["target"] if act.ray and "target" in event else index
        if target != index and self._actors.is_placed(target):
            end = self._place_of(target)
            self._acts += self._effects.beam(at, end, "beam-robot", begin, BEAM)
            self._acts += self._effects.ring(end, self._actors[index].colours.light, begin, SYMBOL)

    def _mark_time(self, index: int) -> float:
        """Return when the next mark beside a robot begins: behind its moves, and not over the mark before."""
        number = self._marked.get(index, 0)
        self._marked[index] = number + 1
        return self._busy.get(index, 0.0) + APART * number

    def _place_of(self, index: int) -> Point:
        """Return where a robot stands, or stood when it was destroyed."""
        cell = self._actors.cell_of(index)
        return self._board.centre(cell) if cell is not None else (self._actors[index].x, self._actors[index].y)

    # --- the board ------------------------------------------------------------------------------------------------

    def _show_reveal(self, event: Event) -> None:
        self._actors.light(-1)
        if any(card for _, card in event["cards"]):
            self._acts.append(Act(0.0, REVEAL, _nothing))

    def _show_beam(self, event: Event) -> None:
        cells: list[Cell] = [tuple(cell) for cell in event["cells"]]
        if not cells:
            return
        direction, shooter = event["direction"], event["piece"]
        dx, dy = DELTAS[direction]
        first, last = self._board.centre(cells[0]), self._board.centre(cells[-1])
        if shooter >= 0:
            picture = "beam-robot"
            start = (self._actors[shooter].x + dx * CELL * 0.36, self._actors[shooter].y - dy * CELL * 0.36)
        else:
            beams = self._board.art.emitters.get((cells[0], direction), 1)
            picture = "beam-red" if beams == 1 else f"beam-red-{min(3, beams)}"
            start = (first[0] - dx * CELL * 0.3, first[1] + dy * CELL * 0.3)
        stopped = any(self._actors.cell_of(target) == cells[-1] for target in event["targets"])
        beyond = 0.0 if stopped else CELL * 0.48
        end = (last[0] + dx * beyond, last[1] - dy * beyond)
        self._acts += self._effects.beam(start, end, picture, 0.0, BEAM)

    def _show_pushers(self, event: Event) -> None:
        pistons = self._board.art.pistons
        for cell, directions in event["cells"]:
            for direction in directions:
                piston = pistons.get((tuple(cell), direction))
                if piston is not None:
                    self._acts.append(_thrust(piston))

    def _show_crushers(self, event: Event) -> None:
        for cell in event["cells"]:
            sprite = self._board.art.presses.get(tuple(cell))
            if sprite is not None:
                self._acts.append(_stroke(sprite))

    def _show_flames(self, event: Event) -> None:
        for cell in event["cells"]:
            self._burn(tuple(cell), "")

    def _burn(self, cell: Cell | None, kind: str) -> None:
        """Let a flame burn, if one is there (of a kind)."""
        flame = self._board.art.flames.get(cell) if cell is not None else None
        if flame is not None and kind in ("", flame.kind):
            self._acts.append(_burning(flame))

    def _show_gates(self, event: Event) -> None:
        self._acts.append(Act(0.0, SWING, self._board.swing(frozenset((tuple(c), d) for c, d in event["shut"]))))

    def _spin(self, beat: Sequence[Event]) -> None:
        """Turn all wheels of the kinds that have turned somebody."""
        kinds = {event["how"] for event in beat if event["type"] == "turn"}
        self._acts += [_revolution(wheel) for wheel in self._board.art.spinning.values() if wheel.kind in kinds]

    def _show_over(self, event: Event) -> None:
        for index in event["winners"]:
            actor = self._actors[index]
            self._effects.burst(self._place_of(index), 40, actor.colours.light, speed=220, size=22)
        self._acts.append(Act(0.0, FINISH, _nothing))

    def _add(self, index: int, act: Act) -> None:
        """Add an act of a robot, whose next one comes behind it."""
        self._acts.append(act)
        self._busy[index] = act.start + act.length


def _thrust(piston: Piston) -> Act:
    """Return the act of a piston that comes forward and goes back."""

    def show(progress: float) -> None:
        piston.show(1 - abs(2 * progress - 1))

    return Act(0.0, STROKE, show)


def _stroke(press: arcade.Sprite) -> Act:
    """Return the act of a press that closes for a moment."""

    def show(progress: float) -> None:
        press.visible = 0.15 < progress < 0.85

    return Act(0.0, STROKE, show)


def _burning(flame: Flame) -> Act:
    """Return the act of a flame that burns for a moment."""

    def show(progress: float) -> None:
        flame.sprite.visible = progress < 1
        flame.sprite.texture = flame.frames[int(progress * 2 * len(flame.frames)) % len(flame.frames)]

    return Act(0.0, BEAM, show)


def _revolution(wheel: Wheel) -> Act:
    """Return the act of a wheel that makes a quarter turn."""
    start = wheel.sprite.angle

    def show(progress: float) -> None:
        wheel.sprite.angle = start + wheel.sense * 90 * _eased(progress, 0, 0)

    return Act(0.0, TURN, show)


def _nothing(progress: float) -> None:
    """Show nothing: the time passes."""


def _motions(events: Sequence[Event]) -> set[tuple[int, int, str]]:
    """Return who moves where and how, to see which moves go on in the next beat."""
    return {(event["piece"], event["direction"], event["how"]) for event in events if event["type"] == "step"}


def _eased(progress: float, slope_in: float, slope_out: float) -> float:
    """Return the way that has been made, 0 to 1, for a speed at the beginning and at the end."""
    square, cube = progress * progress, progress * progress * progress
    return (cube - 2 * square + progress) * slope_in + (3 * square - 2 * cube) + (cube - square) * slope_out
