"""The actions that move pieces: steps with pushes, turns, and placing; they emit the events (see `events`)."""

from collections.abc import Sequence
from typing import cast

from roborally.core.actions import Actions
from roborally.core.data import WalkFrame
from roborally.core.floor import OUTSIDE
from roborally.core.geometry import neighbour
from roborally.core.state import Piece


class Movement(Actions):
    """The part of `Match` with the actions that move pieces."""

    __slots__ = ()

    def walk(self, piece: Piece, direction: int, cells: int, how: str = "walk") -> None:
        """Move a piece up to `cells` cells in a direction, pushing (COM-05); stop at the first step that fails.

        `how` names the way of moving in events and in `[move]` of manifests. `match.state.actor` is the index of the
        piece that gets the credit for pushes; the log names it. It is -1 while elements act, and the log then names
        only the piece that is pushed. To credit the walking piece, set
        `match.state.actor = piece.index` before the walk and -1 after it. If the walk can be interrupted, reset it
        in a frame that you add behind the walk.
        """
        while cells > 0 and piece.cell >= 0:
            cells -= 1
            if self.watch is None and not self.rules.on_stepped:
                moved = self._step(piece, direction, True, how)
            else:
                moved = self.step(piece, direction, True, how)
            if not moved:
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

    def end_walk(self, piece: Piece) -> None:
        """Drop the rest of a piece's walk.

        Call it in a frame that an element added when the piece entered its cell: the rest then waits behind that frame.
        """
        agenda = self.state.agenda
        agenda[:] = [
            frame for frame in agenda if frame["do"] != "walk" or cast(WalkFrame, frame)["piece"] != piece.index
        ]

    def step(self, piece: Piece, direction: int, push: bool = True, how: str = "walk") -> bool:
        """Move a piece one cell, with `push` pushing the pieces in its way (COM-04); return whether it moved.

        `how` and `match.state.actor` mean the same as in `match.walk`.
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
            at = state.at
            other = at[target]
            if other and push and self.rules.on_contact:
                for reaction in self.rules.on_contact:
                    reaction(self, piece, state.pieces[other - 1], direction, how)
                other = at[target]
            if other:
                if not push or not self._step(state.pieces[other - 1], direction, True, "push"):
                    return self._blocked(piece, direction, how)
                if at[target]:  # the pushed piece was carried back into the way
                    return self._blocked(piece, direction, how)
                if state.over:
                    return False
            at[start] = 0
            at[target] = piece.index + 1
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
                at[piece.cell] = 0
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
                at[target] = piece.index + 1
        if starts:
            self.react("stepped", starts, how)

    def entered(self, piece: Piece) -> None:
        """Let the elements of a cell act on a piece that has just entered the cell (COM-06)."""
        cell = piece.cell
        for effect, values in self.floor.enter[cell] or ():
            effect(self, piece, **values)
            if piece.cell != cell or self.state.over:
                return

    def turn(self, piece: Piece, quarters: int, how: str = "walk") -> None:
        """Turn a piece by quarter turns to the right (negative: left); `how` is a key of `[turn]` in manifests."""
        if not quarters:
            return
        before = piece.facing
        piece.facing = (before + quarters) & 3
        if self.watch is not None:
            self.watch.emit("turn", piece=piece.index, **{"from": before}, to=piece.facing, quarters=quarters, how=how)

    def place(self, piece: Piece, cell: int, facing: int, how: str) -> None:
        """Put a piece on a cell (index), free for a solid one, without effects of entering; `how` is as in `walk`."""
        self._lift(piece)
        self.taken = 0
        piece.cell = cell
        piece.facing = facing
        if piece.solid:
            self.state.at[cell] = piece.index + 1
        if self.watch is not None:
            self.watch.beat += 1
            self.watch.emit("place", piece=piece.index, cell=self.floor.cells[cell], facing=facing, how=how)

    def nearest_free(self, origin: int) -> int:
        """Return the index of the free cell without a pit nearest to `origin` (COM-17); raise `ValueError` for none."""
        ox, oy = self.floor.cells[origin]
        fatal = self.value("fatal-cells", frozenset())
        free = [
            (abs(x - ox) + abs(y - oy), y, x, index)
            for index, (x, y) in enumerate(self.floor.cells)
            if (x, y) in self.floor.board.inside and self.is_free(index) and index not in fatal
        ]
        if not free:
            raise ValueError("no cell of the floor is free")
        return min(free)[3]

    def _leave(self, piece: Piece, direction: int, how: str) -> None:
        """Move a piece over the edge of the floor and destroy it there (COM-04)."""
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

    def _blocked(self, piece: Piece, direction: int, how: str) -> bool:
        if self.watch is not None:
            self.watch.emit(
                "blocked", piece=piece.index, cell=self.floor.cells[piece.cell], direction=direction, how=how
            )
        return False
