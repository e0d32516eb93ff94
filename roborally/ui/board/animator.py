"""`Animator`, which turns the events of one beat (shown at the same time) into acts: movements on the board."""

import math
from collections.abc import Callable, Mapping, Sequence

import arcade
from arcade.types import Color

from roborally.core.events import Event
from roborally.core.geometry import DELTAS, Cell
from roborally.ui.board.actors import Actor, Actors
from roborally.ui.board.board_acts import BEAM, TURN, burning, eased, revolution, stroke, thrust
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.effects import Act, Effects
from roborally.ui.board.marks import ActMarks, tint_of
from roborally.ui.toolkit import pictures

STEP = 0.2
"""Seconds in which a robot moves by a cell at normal speed; the lengths below are in seconds, too."""
CARRIED = 0.3
BUMP = 0.2
PLACE = 0.45
MISS = 1.4
"""The length of a beam that misses, in cells."""
WHITE = Color(255, 255, 255)
FALL, SPIN = 0.5, 270.0
"""The seconds of a fall, and the degrees by which the robot turns meanwhile."""
SYMBOL = 0.6
PICTURE = 1.0
"""Seconds for which a card or another picture is shown beside a robot."""
PICTURE_WIDTH = 0.8
APART = 0.3
"""Seconds between the beginnings of two marks (rising pictures) beside one robot."""
FADING, GLOWING = 0.3, 0.15
"""Seconds for which pictures and beams fade out; meanwhile the next beat may begin."""
MARKER = 0.3
CARD, PICTURED = 0.15, 0.35
"""Seconds for which the acting robot is marked before it moves, without and with a picture of its action."""

Point = tuple[float, float]
Show = Callable[["Animator", Event], None]
"""A function that animates an event: it adds acts (movements) to the animator."""


class Animations:
    """The registered animations, by type of event, or type and variant (the event's `how` or `cause`)."""

    def __init__(self, own: Mapping[str, Show]) -> None:
        self._own = own
        self.added: dict[str, list[Show]] = {}
        self._instead: set[str] = set()
        self._found: dict[tuple[str, str], tuple[Show, ...]] = {}

    def add(self, event: str, show: Show, *, instead: bool) -> None:
        """Add an animation for a type of event, or a type and its `how` or `cause`, such as `place portal`.

        With `instead` the window's own animation is not played.
        """
        self.added.setdefault(event, []).append(show)
        if instead:
            self._instead.add(event)

    def of(self, event: Event) -> tuple[Show, ...]:
        """Return all animations to play for an event, the window's own first."""
        way = event.get("how", event.get("cause"))
        key = event["type"], way if isinstance(way, str) else ""
        if key not in self._found:
            names = (key[0], " ".join(key))
            own = () if self._instead.intersection(names) or key[0] not in self._own else (self._own[key[0]],)
            self._found[key] = (*own, *(show for name in names for show in self.added.get(name, ())))
        return self._found[key]


class Animator:
    """Plays events on the board with its robots; animations, also those of plugins, call its methods.

    An animation asks for positions (`place_of`, `centre`, `begin_of`) and adds acts of a piece (`act`), acts of the
    board (`thrust`, `press`, `burn`, `run_belts`, `spin`), pictures at a point (`ring`, `symbol`, `beam`, `explosion`,
    `burst`) and pauses (`pause`). Times are in seconds from the beginning of the beat at normal speed, points in the
    board's space (`CELL` units a cell).
    """

    def __init__(
        self, board: BoardView, actors: Actors, effects: Effects, marks: ActMarks, animations: Animations
    ) -> None:
        self._marks = marks
        self._animations = animations
        self._board = board
        self._actors = actors
        self._effects = effects
        self._acts: list[Act] = []
        self._busy: dict[int, float] = {}
        self._marked: dict[int, int] = {}
        self._spun: set[str] = set()
        self._moving: set[tuple[int, int, str]] = set()
        self._next: set[tuple[int, int, str]] = set()

    def play(
        self,
        beat: Sequence[Event],
        following: Sequence[Event] = (),
        before: Sequence[Event] = (),
        *,
        is_quiet: Callable[[Event], bool] = lambda event: False,
    ) -> list[Act]:
        """Return the acts that show a beat; robots that also move in the beats `before` or `following` do not stop.

        The acts of events for which `is_quiet` returns true do not lengthen the beat.
        """
        self._acts = []
        self._busy = {}
        self._marked = {}
        self._spun = set()
        self._next = _motions(following)
        self._moving = _motions(before)
        self._board.stir()
        for event in beat:
            count = len(self._acts)
            for show in self._animations.of(event):
                show(self, event)
            self._mark(event)
            if is_quiet(event):
                for act in self._acts[count:]:
                    act.fades = act.start + act.length
        return self._acts

    def rest(self) -> None:
        """Let the belts run at their usual speed again, because the animation has been stopped."""
        self._board.acting = False

    # --- positions ------------------------------------------------------------------------------------------------

    def actor(self, piece: int) -> Actor:
        """Return the sprites of a piece, by the piece's index."""
        return self._actors[piece]

    def cell_of(self, piece: int) -> Cell | None:
        """Return the cell of a piece after the events being shown, `None` for a piece off the board."""
        return self._actors.cell_of(piece)

    def place_of(self, piece: int) -> Point:
        """Return where a piece is after the events being shown, or was destroyed, as a point of the board's space."""
        cell = self._actors.cell_of(piece)
        return self._board.centre(cell) if cell is not None else (self._actors[piece].x, self._actors[piece].y)

    def centre(self, cell: Cell) -> Point:
        """Return the middle of a cell, in the board's space; for a cell outside the board a point on its edge."""
        return self._board.centre(cell)

    def begin_of(self, piece: int) -> float:
        """Return when the next act of a piece begins, after its other acts, in seconds since the beat began."""
        return self._busy.get(piece, 0.0)

    # --- acts of pieces -------------------------------------------------------------------------------------------

    def act(self, piece: int, length: float, show: Callable[[float], None]) -> None:
        """Add an act of a piece for `length` seconds, after its other acts; `show` gets the progress, 0 to 1."""
        begin = self.begin_of(piece)
        self._acts.append(Act(begin, length, show))
        self._busy[piece] = begin + length

    def glide(self, event: Event, length: float = STEP) -> None:
        """Move the piece of an event `step` in `length` seconds; do not stop a piece that moves on in the next beat."""
        actor = self._actors[event["piece"]]
        start, end = self.centre(tuple(event["from"])), self.centre(tuple(event["to"]))
        motion = (event["piece"], event["direction"], event["how"])
        slope_in, slope_out = float(motion in self._moving), float(motion in self._next)

        def show(progress: float) -> None:
            way = eased(progress, slope_in, slope_out)
            actor.x, actor.y = start[0] + (end[0] - start[0]) * way, start[1] + (end[1] - start[1]) * way
            actor.show()

        self.act(event["piece"], length, show)

    def swing(self, event: Event) -> None:
        """Turn the piece of an event `turn`, after its move in the same beat."""
        length = TURN * max(1, abs(event["quarters"])) ** 0.6
        self._acts.append(Act(self.begin_of(event["piece"]), length, self._turning(event)))

    def swing_on_the_way(self, event: Event) -> None:
        """Turn the piece of an event `turn` while it moves, from the beginning of the beat."""
        self._acts.append(Act(0.0, CARRIED, self._turning(event)))

    def _turning(self, event: Event) -> Callable[[float], None]:
        actor = self._actors[event["piece"]]
        start, sweep = event["from"] * 90.0, event["quarters"] * 90.0

        def show(progress: float) -> None:
            actor.angle = start + sweep * eased(progress, 0, 0)
            actor.show()

        return show

    def bump(self, event: Event) -> None:
        """Move the piece of an event `blocked` a little way and back."""
        actor = self._actors[event["piece"]]
        x, y = self.centre(tuple(event["cell"]))
        dx, dy = DELTAS[event["direction"]]

        def show(progress: float) -> None:
            way = CELL * 0.14 * (1 - abs(2 * progress - 1))
            actor.x, actor.y = x + dx * way, y - dy * way
            actor.show()

        self.act(event["piece"], BUMP, show)

    def appear(self, event: Event) -> None:
        """Fade in the piece of an event `place` on its cell."""
        actor = self._actors[event["piece"]]
        x, y = self.centre(tuple(event["cell"]))
        facing = self._actors.angle(event["facing"])

        def show(progress: float) -> None:
            actor.x, actor.y, actor.angle = x, y, facing
            actor.size = 0.4 + 0.6 * eased(progress, 2, 0)
            actor.alpha = round(255 * min(1.0, progress * 2))
            actor.show()

        self.act(event["piece"], PLACE, show)

    def jump(self, event: Event) -> None:
        """Shrink the piece of an event `place` at its old cell, then let it grow at the new one."""
        actor = self._actors[event["piece"]]
        x, y = self.centre(tuple(event["cell"]))

        def show(progress: float) -> None:
            if progress >= 0.5:
                actor.x, actor.y = x, y
            actor.size = max(0.05, abs(2 * progress - 1))
            actor.show()

        self.act(event["piece"], PLACE, show)

    def fall(self, piece: int) -> None:
        """Let a piece fall off the board: it turns, shrinks and fades."""
        actor = self._actors[piece]
        start = actor.angle

        def show(progress: float) -> None:
            actor.size = 1 - 0.85 * progress
            actor.angle = start + SPIN * progress
            actor.alpha = round(255 * min(1.0, 2 * (1 - progress)))
            actor.show()

        self.act(piece, FALL, show)

    def slide_marker(self, piece: int, cell: Cell) -> None:
        """Slide a robot's marker to a cell; a marker that is not shown yet appears there."""
        marker = self._actors[piece].marker
        start, end = marker.position, self._actors.marker_place(piece, cell)
        if not marker.visible:
            start = end

        def show(progress: float) -> None:
            marker.visible = True
            way = eased(progress, 0, 0)
            marker.position = (start[0] + (end[0] - start[0]) * way, start[1] + (end[1] - start[1]) * way)

        self._acts.append(Act(self.begin_of(piece), MARKER, show))

    def pause(self, length: float) -> None:
        """Let the beat last at least `length` seconds."""
        self._acts.append(Act(0.0, length, lambda progress: None))

    # --- pictures at a place --------------------------------------------------------------------------------------

    def _add(self, acts: Sequence[Act], fades: float = FADING) -> None:
        """Add acts; the next beat may begin during their last `fades` seconds."""
        for act in acts:
            act.fades = fades
        self._acts += acts

    def burst(self, at: Point, count: int, tint: Color, *, speed: float = 110, size: float = 16) -> None:
        """Let `count` sparks fly off a point now; `speed` (a second) and `size` are in units of the board's space."""
        self._effects.burst(at, count, tint, speed=speed, size=size)

    def ring(self, at: Point, tint: Color, begin: float, length: float) -> None:
        """Show a ring that spreads from a point, `begin` seconds into the beat, for `length` seconds."""
        self._add(self._effects.ring(at, tint, begin, length))

    def symbol(self, at: Point, image: arcade.Texture, tint: Color, begin: float, length: float) -> None:
        """Show a picture that rises over a point and fades, `begin` seconds into the beat, for `length` seconds."""
        self._add(self._effects.symbol(at, image, tint, begin, length, top=self._top(at)))

    def beam(
        self, start: Point, end: Point, picture: str, begin: float, length: float, *, tint: Color | None = None
    ) -> None:
        """Flash a beam between two points, `begin` seconds into the beat, for `length` seconds.

        `picture` is a name in `assets/effects`, `tint` colours a white picture.
        """
        self._add(self._effects.beam(start, end, picture, begin, length, tint=tint), GLOWING)

    def shot(self, piece: int, start: Point, end: Point, begin: float, *, hits: bool) -> None:
        """Flash a beam of robot `piece` `begin` seconds into the beat, faint and short unless it `hits` (CLI-2030)."""
        tint = self._actors[piece].colours.light
        if hits:
            self.beam(start, end, "beam-plain", begin, BEAM, tint=tint)
            self.beam(start, end, "beam-core", begin, BEAM, tint=WHITE)
            return
        span = math.dist(start, end)
        part = min(1.0, MISS * CELL / span) if span else 1.0
        short = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
        self._add(self._effects.faint_beam(start, short, "beam-plain", begin, BEAM, tint), GLOWING)

    def explosion(self, at: Point, begin: float, length: float) -> None:
        """Show an explosion at a point, `begin` seconds into the beat, for `length` seconds."""
        self._add(self._effects.explosion(at, begin, length))

    def rise(self, piece: int, symbol: str, tint: Color) -> None:
        """Show an icon of `assets/icons` that rises beside a piece, after other pictures there in this beat."""
        self.symbol(self.place_of(piece), pictures.icon(symbol, 48), tint, self._mark_time(piece), SYMBOL)

    # --- the board ------------------------------------------------------------------------------------------------

    def beams_at(self, cell: Cell, direction: int) -> int:
        """Return the number of beams of the emitter on a cell that fires in a direction; 1 if there is none."""
        return self._board.art.emitters.get((cell, direction), 1)

    def thrust(self, cell: Cell, direction: int) -> None:
        """Push out and retract the piston on a cell that pushes in a direction, if there is one."""
        piston = self._board.art.pistons.get((cell, direction))
        if piston is not None:
            self._acts.append(thrust(piston))

    def press(self, cell: Cell) -> None:
        """Close and open the press on a cell, if there is one."""
        sprite = self._board.art.presses.get(cell)
        if sprite is not None:
            self._acts.append(stroke(sprite))

    def burn(self, cell: Cell | None) -> None:
        """Light the flame on a cell for a moment; do nothing for `None` or a cell without one."""
        flame = self._board.art.flames.get(cell) if cell is not None else None
        if flame is not None:
            self._acts.append(burning(flame))

    def run_belts(self) -> None:
        """Let all belts run fast in this beat."""

        def show(progress: float) -> None:
            self._board.acting = progress < 1

        if "" not in self._spun:
            self._spun.add("")
            self._board.acting = True
            self._acts.append(Act(0.0, CARRIED, show))

    def spin(self, kind: str) -> None:
        """Turn all wheels of a kind of element by a quarter, at most once in this beat."""
        if kind not in self._spun:
            self._spun.add(kind)
            self._acts += [revolution(wheel) for wheel in self._board.art.spinning.values() if wheel.kind == kind]

    def swing_doors(self, shut: frozenset[tuple[Cell, int]], length: float) -> None:
        """Shut the doors at `shut`, pairs of a cell and a direction, and open all others, in `length` seconds."""
        self._acts.append(Act(0.0, length, self._board.swing(shut)))

    # --- marks ----------------------------------------------------------------------------------------------------

    def _mark(self, event: Event) -> None:
        """Show what a manifest names for an event (picture, ring, ray) if its robot has been on the board."""
        act = self._marks.find(event)
        if act is None or "piece" not in event:
            return
        index = event["piece"]
        if act.acts:
            self.pause(PICTURED if act.symbol else CARD)
        if not self._actors.is_placed(index):
            return
        at, begin = self.place_of(index), self._mark_time(index)
        image = self._marks.picture(act, event)
        if image is not None:
            length, width = (SYMBOL, 0.46) if act.tint else (PICTURE, PICTURE_WIDTH * image.width / max(image.size))
            sinks = act.motion == "sink"
            given = at, image, tint_of(act), begin, length
            rising = self._effects.symbol(*given, width=width, sinks=sinks, top=self._top(at))
            self._add(rising, length if act.acts else FADING)
        if act.ring:
            self.ring(at, self._actors[index].colours.light, begin, SYMBOL)
        target = event["target"] if act.ray and "target" in event else index
        if target != index and self._actors.is_placed(target):
            end = self.place_of(target)
            self.shot(index, at, end, begin, hits=True)
            self.ring(end, self._actors[index].colours.light, begin, SYMBOL)

    def _top(self, at: Point) -> float:
        """Return the highest y for pictures that rise over a point: the view's top, infinity for a point above it."""
        return self._board.top if at[1] < self._board.top else math.inf

    def _mark_time(self, index: int) -> float:
        """Return the second of the beat at which the next picture beside a robot begins, and count this picture."""
        number = self._marked.get(index, 0)
        self._marked[index] = number + 1
        return self.begin_of(index) + APART * number


def _motions(events: Sequence[Event]) -> set[tuple[int, int, str]]:
    """Return the steps among events as (piece, direction, kind), to find steps that continue in the next beat."""
    return {(event["piece"], event["direction"], event["how"]) for event in events if event["type"] == "step"}
