"""The actions on a match that rules call, except movement: events, frames, values, beams and damage."""

from collections.abc import Sequence
from typing import Any

from roborally.core.data import Frame
from roborally.core.events import Watch
from roborally.core.floor import Floor
from roborally.core.geometry import Cell
from roborally.core.plan import ANYWHERE
from roborally.core.rules import Hit, Ruleset
from roborally.core.state import OFF, Piece, State


class Actions:
    """The part of `Match` with the actions that rules call, except movement (see `movement`).

    `interrupted` is true as soon as something must happen before the running function continues (a frame was added, a
    question asked, the match ended or halted): loops check it after every action and return.

    `taken` holds the marks (see `plan`) of the cells with a piece, solid or not, as long as no piece has moved since
    `look_around`; else it is 0. Rules change a piece's `cell` only with these methods. With `shots_hit` false, as in a
    forecast, only hits by the floor count.
    """

    __slots__ = (
        "floor",
        "interrupted",
        "is_running",
        "pending",
        "rays",
        "rules",
        "shots_hit",
        "state",
        "taken",
        "watch",
        "way",
    )

    def __init__(self, rules: Ruleset, floor: Floor, state: State, watch: Watch | None) -> None:
        self.rules = rules
        self.floor = floor
        self.state = state
        self.way, self.rays = floor.layout(state.shut)
        self.watch = watch
        self.pending: list[Frame] = []
        self.interrupted = False
        self.is_running = False
        self.taken: int = 0
        self.shots_hit = True

    def look_around(self) -> int:
        """Return the combined marks (see `plan`) of all cells with a piece; while rules run, keep them in `taken`."""
        marks = self.floor.marks
        taken = ANYWHERE
        for piece in self.state.pieces:
            taken |= marks[piece.cell]
        if self.is_running:
            self.taken = taken
        return taken

    def new_beat(self) -> None:
        """Start a new beat: later events happen after the earlier ones, not at the same time."""
        if self.watch is not None:
            self.watch.beat += 1

    def emit(self, type_: str, **data: Any) -> None:
        """Send an event of this type, with the keys `data`, to the listeners; do nothing if the match has none."""
        if self.watch is not None:
            self.watch.emit(type_, **data)

    def then(self, frame: Frame) -> None:
        """Run `frame`, which names a function (see `data.Frame`), as soon as the running function returns.

        Several frames run in the order in which they were added.
        """
        self.pending.append(frame)
        self.interrupted = True

    def value(self, name: str, value: Any, *context: Any) -> Any:
        """Return `value` after every modifier that plugins registered for `name`; modifiers also get `context`."""
        modifiers = self.rules.modifiers[name]
        if len(context) == 1:  # the usual case; passing on a tuple takes longer
            (first,) = context
            for modify in modifiers:
                value = modify(self, value, first)
            return value
        for modify in modifiers:
            value = modify(self, value, *context)
        return value

    def react(self, point: str, *context: Any) -> None:
        """Call the functions that plugins registered for `point` with the match and `context`."""
        for reaction in self.rules.reactions[point]:
            reaction(self, *context)

    def listens(self, *names: str) -> bool:
        """Return whether any plugin reacts to one of these points or modifies one of these values."""
        return self.rules.listens(*names)

    def cell_of(self, piece: Piece) -> Cell | None:
        """Return the cell of a piece as (x, y), or `None` if it is off the floor."""
        return self.floor.cells[piece.cell] if piece.cell >= 0 else None

    def shut_gates(self, shut: tuple[int, ...]) -> None:
        """Shut the gates (see `Board`) with these numbers, in ascending order, and open all others."""
        if shut != self.state.shut:
            self.state.shut = shut
            self.way, self.rays = self.floor.layout(shut)
            if self.watch is not None:
                self.watch.beat += 1
                self.watch.emit("gates", shut=tuple(self.floor.board.gates[number] for number in shut))

    # --- beams --------------------------------------------------------------------------------------------------

    def is_free(self, cell: int) -> bool:
        """Return whether a cell, by index, is on the floor and holds no solid piece; false for `WALL` and `OUTSIDE`."""
        return cell >= 0 and not self.state.at[cell] and self.floor.cells[cell] in self.floor.board.inside

    def piece_on(self, cell: int) -> Piece | None:
        """Return the solid piece on a cell, by index, or `None` for a free cell and for -1, which is off the floor."""
        number = self.state.at[cell] if cell >= 0 else 0
        return self.state.pieces[number - 1] if number else None

    def first_on(self, ray: tuple[int, ...]) -> Piece | None:
        """Return the first solid piece on a ray, `None` without one; rays are cell indexes, nearest first."""
        at = self.state.at
        for cell in ray:
            if at[cell]:
                return self.state.pieces[at[cell] - 1]
        return None

    def pieces_ahead(self) -> dict[int, Piece]:
        """Return the first solid piece that each piece faces with no wall between, by the index of the facing piece.

        Pieces that face none have no entry. For one piece, `first_on(rays[facing][cell])` gives the same; this is
        faster for all, as pieces rarely share a row or a column.
        """
        across, seen, shared = self.floor.across, 0, 0
        pieces = self.state.pieces
        for piece in pieces:
            own = across[piece.cell]
            shared |= seen & own  # the rows and columns with several pieces
            seen |= own
        ahead: dict[int, Piece] = {}
        if shared:
            lines, rays = self.floor.lines, self.rays
            for piece in pieces:
                facing, cell = piece.facing, piece.cell
                if shared & lines[facing][cell] and (target := self.first_on(rays[facing][cell])) is not None:
                    ahead[piece.index] = target
        return ahead

    def beam_along(self, ray: tuple[int, ...]) -> tuple[tuple[int, ...], Piece | None]:
        """Return the cells of a ray that a beam crosses, and the solid piece that stops it, or `None` if none does."""
        first = self.first_on(ray)
        return (ray if first is None else ray[: ray.index(first.cell) + 1]), first

    def show_beam(
        self, cells: Sequence[int], direction: int, targets: Sequence[Piece], cause: str, by: int = -1
    ) -> None:
        """Emit the event of a beam across `cells` that hits `targets`; `by` is the index of the shooter or -1."""
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
        """Add damage to a piece without checking whether it is destroyed.

        `by` is the index of the piece to credit, `direction` that of the beam or blow; both may be -1. `cause` is a key
        of `[hurt]` in manifests. Modifiers of the value `damage` may absorb points; `lose` ignores them.
        """
        for absorb in self.rules.absorbers:
            points = absorb(self, points, piece, cause, by, direction)
        if points > 0:
            self.lose(piece, points, cause, by)

    def lose(self, piece: Piece, points: int, cause: str, by: int = -1) -> None:
        """Add damage, as `hurt`, that nothing absorbs, such as a re-entry's price; indestructible pieces take none."""
        if piece.kind in self.rules.indestructible:
            return
        piece.damage += points
        if self.watch is not None:
            self.watch.emit("hurt", piece=piece.index, points=points, damage=piece.damage, by=by, cause=cause)
        for reaction in self.rules.on_hurt:
            reaction(self, piece)

    def heal(self, piece: Piece, points: int, cause: str) -> int:
        """Remove up to `points` of damage, with a `cause` as in `[heal]` of manifests; return how many were removed."""
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
        if not self.shots_hit:
            hits = [hit for hit in hits if hit[2] < 0]
        broken: set[int] = set()
        for target, points, shooter, direction, cause in hits:
            self.hurt(target, points, cause, shooter, direction)
            if target.damage >= self.rules.toughness and target.cell >= 0:
                broken.add(target.index)
        if broken:
            self._destroy_broken(broken, hits)

    def _destroy_broken(self, broken: set[int], hits: Sequence[Hit]) -> None:
        """Destroy the pieces with these indexes; credit each to all shooters that hit it."""
        self.new_beat()
        for index in sorted(broken):
            own = [hit for hit in hits if hit[0].index == index]
            credited = sorted({shooter for _, _, shooter, _, _ in own if shooter >= 0})
            self.destroy(self.state.pieces[index], own[0][4], tuple(credited))

    def destroy(self, piece: Piece, cause: str, by: tuple[int, ...] = ()) -> bool:
        """Destroy a piece and take it off the floor (COM-12); return false if it is off the floor or indestructible.

        `by` are the indexes of the pieces to credit, `cause` is a key of `[cause]` in manifests.
        """
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

    def _lift(self, piece: Piece) -> None:
        if piece.cell >= 0 and piece.solid and self.state.at[piece.cell] == piece.index + 1:
            self.state.at[piece.cell] = 0
