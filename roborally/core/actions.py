"""The primitives: every change of the floor goes through these methods, which emit the events (see `events`)."""

from collections.abc import Sequence
from typing import Any

from roborally.core.data import Frame, WalkFrame
from roborally.core.events import Watch
from roborally.core.floor import OUTSIDE, Floor
from roborally.core.geometry import Cell, neighbour
from roborally.core.plan import ANYWHERE
from roborally.core.rules import Hit, Ruleset
from roborally.core.state import OFF, Piece, State


class Actions:
    """What rules may do to a match.

    `interrupted` is true as soon as something must happen before the running function goes on (a frame was added,
    a question asked, the match ended or halted): loops look at it after every primitive and return.

    `taken` are the marks of the cells with a piece, solid or not, as long as no piece has moved since `look_around`;
    else it is 0. `(match.taken or match.look_around()) & marks_of(cells)` tells whether anybody stands on one of
    these cells; rules keep the marks of the cells in a table. They change no piece's `cell` but by these methods.
    """

    __slots__ = (
        "floor",
        "interrupted",
        "is_running",
        "pending",
        "rays",
        "rules",
        "sights",
        "state",
        "taken",
        "watch",
        "way",
    )

    def __init__(self, rules: Ruleset, floor: Floor, state: State, watch: Watch | None) -> None:
        """Bind the rules, the compiled floor and the state."""
        self.rules = rules
        self.floor = floor
        self.state = state
        self.way, self.rays = floor.layout(state.shut)
        self.sights = floor.sights(state.shut)
        self.watch = watch
        self.pending: list[Frame] = []
        self.interrupted = False
        self.is_running = False
        self.taken: int = 0

    def look_around(self) -> int:
        """Return the marks of the cells with a piece, solid or not, together (see `taken`); kept while rules run."""
        marks = self.floor.marks
        taken = ANYWHERE
        for piece in self.state.pieces:
            taken |= marks[piece.cell]
        if self.is_running:
            self.taken = taken
        return taken

    def new_beat(self) -> None:
        """Begin a new beat: later events happen after the earlier ones."""
        if self.watch is not None:
            self.watch.beat += 1

    def emit(self, type_: str, **data: Any) -> None:
        """Emit an event of a plugin's own type; do nothing without listeners."""
        if self.watch is not None:
            self.watch.emit(type_, **data)

    def then(self, frame: Frame) -> None:
        """Run `frame` as soon as the running function returns; several frames run in the order they were added."""
        self.pending.append(frame)
        self.interrupted = True

    def value(self, name: str, value: Any, *context: Any) -> Any:
        """Return `value` after every modifier that plugins registered for `name`."""
        for modify in self.rules.modifiers[name]:
            value = modify(self, value, *context)
        return value

    def react(self, point: str, *context: Any) -> None:
        """Call what plugins registered for `point`."""
        for reaction in self.rules.reactions[point]:
            reaction(self, *context)

    def listens(self, *names: str) -> bool:
        """Return whether any plugin reacts to one of these points or modifies one of these values."""
        return self.rules.listens(*names)

    def cell_of(self, piece: Piece) -> Cell | None:
        """Return where a piece stands, as (x, y), or `None` when it is off the floor."""
        return self.floor.cells[piece.cell] if piece.cell >= 0 else None

    def shut_gates(self, shut: tuple[int, ...]) -> None:
        """Shut the gates with these numbers (ascending) and open all others."""
        if shut != self.state.shut:
            self.state.shut = shut
            self.way, self.rays = self.floor.layout(shut)
            self.sights = self.floor.sights(shut)
            if self.watch is not None:
                self.watch.beat += 1
                self.watch.emit("gates", shut=tuple(self.floor.board.gates[number] for number in shut))

    # --- movement -----------------------------------------------------------------------------------------------

    def walk(self, piece: Piece, direction: int, cells: int, how: str = "walk") -> None:
        """Move a piece step by step, pushing (COM-05); stop at the first step that fails.

        `how` names the way of moving in events and in `[move]` of manifests. `match.state.actor` is the index of the
        piece that gets the credit for pushes; the log names it. It is -1 while elements act, and the log then names
        only the piece that is pushed. If the piece that walks shall get the credit, set
        `match.state.actor = piece.index` before the walk and -1 after it. If the walk can be interrupted, set it back
        in a frame that you add behind the walk.
        """
        follows = self.rules.on_stepped
        unheeded = self.watch is None and not follows
        at = self.state.at
        while cells > 0 and piece.cell >= 0:
            cells -= 1
            if unheeded and piece.solid and (target := self.way[direction][piece.cell]) >= 0 and at[target] < 0:
                # Most steps are this one, onto a free cell and of no interest to others, so it is written out here.
                self.taken = 0
                at[piece.cell] = -1
                at[target] = piece.index
                piece.cell = target
                piece.heading = direction
                if self.floor.enter[target] is not None:
                    self.entered(piece)
            elif not self.step(piece, direction, True, how):
                return
            if self.interrupted:
                if cells:
                    rest: WalkFrame = {
                        "do": "walk",
                        "piece": piece.index,
                        "direction": direction,
                        "left": cells,
                        "how": how,
                    }
                    self.then(rest)
                return

    def step(self, piece: Piece, direction: int, push: bool = True, how: str = "walk") -> bool:
        """Move a piece one cell, with `push` pushing the pieces in its way (COM-04); return whether it moved.

        `how` and `match.state.actor` mean what they do in `match.walk`.
        """
        if self.watch is not None:
            self.watch.beat += 1
        if self.rules.on_stepped:
            return self._whole_step(piece, direction, push, how)
        return self._step(piece, direction, push, how)

    def _whole_step(self, piece: Piece, direction: int, push: bool, how: str) -> bool:
        """Make one step with all its pushes, then run the reactions to it; return whether `piece` moved."""
        before = [(other, other.cell) for other in self.state.pieces]
        moved = self._step(piece, direction, push, how)
        moves = tuple((other, start) for other, start in before if other.cell != start)
        if moves and not self.state.over:
            self.react("stepped", moves, how)
        return moved

    def _step(self, piece: Piece, direction: int, push: bool, how: str) -> bool:
        state = self.state
        start = piece.cell
        target = self.way[direction][start]
        if target < 0:
            if target == OUTSIDE and piece.kind not in self.rules.indestructible:
                self._leave(piece, direction, how)
                return True
            return self._blocked(piece, direction, how)
        if piece.solid:
            other = state.at[target]
            if other >= 0 and push and self.rules.on_contact:
                for reaction in self.rules.on_contact:
                    reaction(self, piece, state.pieces[other], direction, how)
                other = state.at[target]
            if other >= 0:
                if not push or not self._step(state.pieces[other], direction, True, "push"):
                    return self._blocked(piece, direction, how)
                if state.at[target] >= 0:  # the pushed piece has been carried back into the way
                    return self._blocked(piece, direction, how)
                if state.over:
                    return False
            state.at[start] = -1
            state.at[target] = piece.index
        self.taken = 0
        piece.cell = target
        piece.heading = direction
        if self.watch is not None:
            cells = self.floor.cells
            self.watch.emit(
                "step",
                piece=piece.index,
                **{"from": cells[start]},
                to=cells[target],
                direction=direction,
                how=how,
                by=state.actor,
            )
        if self.floor.enter[target] is not None:
            self.entered(piece)
        return True

    def move_together(self, moves: Sequence[tuple[Piece, int, int]], how: str) -> None:
        """Move pieces to neighbouring cells at the same time; a move is (piece, target cell or `OUTSIDE`, direction).

        The caller makes sure that no two solid pieces end on one cell and that no indestructible one leaves the
        floor. The caller also handles entering.
        """
        at = self.state.at
        self.taken = 0
        starts = tuple((piece, piece.cell) for piece, _, _ in moves) if self.rules.on_stepped else ()
        for piece, _, _ in moves:
            if piece.solid:
                at[piece.cell] = -1
        for piece, target, direction in moves:
            if target < 0:
                self._leave(piece, direction, how)
                continue
            if self.watch is not None:
                cells = self.floor.cells
                self.watch.emit(
                    "step",
                    piece=piece.index,
                    **{"from": cells[piece.cell]},
                    to=cells[target],
                    direction=direction,
                    how=how,
                    by=-1,
                )
            piece.cell = target
            piece.heading = direction
            if piece.solid:
                at[target] = piece.index
        if starts:
            self.react("stepped", starts, how)

    def entered(self, piece: Piece) -> None:
        """Let the elements of the cell act on a piece that has just entered it (COM-06)."""
        cell = piece.cell
        for effect, values in self.floor.enter[cell] or ():
            effect(self, piece, **values)
            if piece.cell != cell or self.state.over:
                return

    def turn(self, piece: Piece, quarters: int, how: str = "walk") -> None:
        """Turn a piece in place by quarter turns to the right (negative: left); 0 does nothing."""
        if not quarters:
            return
        before = piece.facing
        piece.facing = (before + quarters) & 3
        if self.watch is not None:
            self.watch.emit("turn", piece=piece.index, **{"from": before}, to=piece.facing, quarters=quarters, how=how)

    def place(self, piece: Piece, cell: int, facing: int, how: str) -> None:
        """Put a piece on a cell; this is not entering (COM-06). A solid piece needs a free cell."""
        self._lift(piece)
        self.taken = 0
        piece.cell = cell
        piece.facing = facing
        if piece.solid:
            self.state.at[cell] = piece.index
        if self.watch is not None:
            self.watch.beat += 1
            self.watch.emit("place", piece=piece.index, cell=self.floor.cells[cell], facing=facing, how=how)

    def nearest_free(self, origin: int) -> int:
        """Return the free cell without a pit nearest to `origin` (COM-17); raise `ValueError` if there is none."""
        ox, oy = self.floor.cells[origin]
        fatal = self.value("fatal-cells", frozenset())
        free = [
            (abs(x - ox) + abs(y - oy), y, x, index)
            for index, (x, y) in enumerate(self.floor.cells)
            if (x, y) in self.floor.board.inside and self.state.at[index] < 0 and index not in fatal
        ]
        if not free:
            raise ValueError("no cell of the floor is free")
        return min(free)[3]

    # --- beams --------------------------------------------------------------------------------------------------

    def first_on(self, ray: tuple[int, ...]) -> Piece | None:
        """Return the first solid piece on a ray: cell indexes, nearest first, such as `rays[direction][cell]`."""
        at = self.state.at
        for cell in ray:
            if at[cell] >= 0:
                return self.state.pieces[at[cell]]
        return None

    def beam_along(self, ray: tuple[int, ...]) -> tuple[tuple[int, ...], Piece | None]:
        """Return the cells of a ray that a beam crosses, and the piece that stops it on the last of them, if any."""
        first = self.first_on(ray)
        return (ray if first is None else ray[: ray.index(first.cell) + 1]), first

    def show_beam(
        self, cells: Sequence[int], direction: int, targets: Sequence[Piece], cause: str, by: int = -1
    ) -> None:
        """Emit the event of a beam that crosses `cells` and hits `targets`; `by` is the index of the shooter."""
        if self.watch is not None:
            self.watch.emit(
                "beam",
                cells=tuple(self.floor.cells[cell] for cell in cells),
                direction=direction,
                piece=by,
                targets=tuple(target.index for target in targets),
                cause=cause,
            )

    # --- damage -------------------------------------------------------------------------------------------------

    def hurt(self, piece: Piece, points: int, cause: str, by: int = -1, direction: int = -1) -> None:
        """Add damage without checking whether it destroys.

        `by` is the index of the piece to credit, `direction` that of the beam or blow. Protection may absorb points by
        modifying the value `damage`; `lose` always takes them.
        """
        for absorb in self.rules.absorbers:
            points = absorb(self, points, piece, cause, by, direction)
        if points > 0:
            self.lose(piece, points, cause, by)

    def lose(self, piece: Piece, points: int, cause: str, by: int = -1) -> None:
        """Add damage that nothing absorbs, such as the price of a re-entry; an indestructible piece takes none."""
        if piece.kind in self.rules.indestructible:
            return
        piece.damage += points
        if self.watch is not None:
            self.watch.emit("hurt", piece=piece.index, points=points, damage=piece.damage, by=by, cause=cause)
        for reaction in self.rules.on_hurt:
            reaction(self, piece)

    def heal(self, piece: Piece, points: int, cause: str) -> int:
        """Repair up to `points` damage; return how many points were repaired."""
        points = min(points, piece.damage)
        if points <= 0:
            return 0
        piece.damage -= points
        if self.watch is not None:
            self.watch.emit("heal", piece=piece.index, points=points, damage=piece.damage, cause=cause)
        for reaction in self.rules.on_healed:
            reaction(self, piece, points)
        return points

    def volley(self, hits: Sequence[Hit]) -> None:
        """Apply simultaneous hits, then destroy the pieces with too much damage (COM-11)."""
        limit = self.rules.toughness
        absorbed = self.rules.absorbers
        broken: set[int] = set()
        for target, points, shooter, direction, cause in hits:
            if absorbed:
                self.hurt(target, points, cause, shooter, direction)
            else:
                self.lose(target, points, cause, shooter)
            if target.damage >= limit and target.cell >= 0:
                broken.add(target.index)
        if broken:
            self._destroy_broken(broken, hits)

    def _destroy_broken(self, broken: set[int], hits: Sequence[Hit]) -> None:
        """Destroy pieces, by index, and credit every shooter among the hits."""
        self.new_beat()
        for index in sorted(broken):
            own = [hit for hit in hits if hit[0].index == index]
            credited = sorted({shooter for _, _, shooter, _, _ in own if shooter >= 0})
            self.destroy(self.state.pieces[index], own[0][4], tuple(credited))

    def destroy(self, piece: Piece, cause: str, by: tuple[int, ...] = ()) -> bool:
        """Destroy a piece and take it off the floor (COM-12); return whether it was there and could be destroyed."""
        if piece.cell < 0 or piece.kind in self.rules.indestructible:
            return False
        cell = self.floor.cells[piece.cell]
        self._lift(piece)
        self._destroyed(piece, cell, cause, by)
        return True

    def _destroyed(self, piece: Piece, cell: Cell, cause: str, by: tuple[int, ...]) -> None:
        self.taken = 0
        piece.cell = OFF
        actor = self.state.actor
        if not by and actor >= 0 and actor != piece.index:
            by = (actor,)
        self.state.unsettled = True
        if self.watch is not None:
            self.watch.emit("destroy", piece=piece.index, cell=cell, by=by, cause=cause)
        for reaction in self.rules.on_destroyed:
            reaction(self, piece)

    def _leave(self, piece: Piece, direction: int, how: str) -> None:
        """Move a piece over the edge of the floor, where it is destroyed (COM-04)."""
        start = self.floor.cells[piece.cell]
        beyond = neighbour(start, direction)
        piece.heading = direction
        if self.watch is not None:
            self.watch.emit(
                "step",
                piece=piece.index,
                **{"from": start},
                to=beyond,
                direction=direction,
                how=how,
                by=self.state.actor,
            )
        self._lift(piece)
        self._destroyed(piece, beyond, "edge", ())

    def _lift(self, piece: Piece) -> None:
        if piece.cell >= 0 and piece.solid and self.state.at[piece.cell] == piece.index:
            self.state.at[piece.cell] = -1

    def _blocked(self, piece: Piece, direction: int, how: str) -> bool:
        if self.watch is not None:
            self.watch.emit(
                "blocked", piece=piece.index, cell=self.floor.cells[piece.cell], direction=direction, how=how
            )
        return False
