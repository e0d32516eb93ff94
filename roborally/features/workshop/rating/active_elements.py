"""Counts for a rating how often each element of a board acts in a match, for the elements of any plugin.

All functions of plugins are wrapped. An event that is emitted during a call belongs to an element of the called plugin,
or of the kinds for which the function is registered: the one on the cell of the event, or the one that points at it.
"""

import functools
from collections.abc import Collection
from typing import Any

from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.plugin_system.guard import place_of, with_wrapped

_SILENT = frozenset({"moment", "ask", "answer", "over", "gates"})
"""Types of events that no element causes; a gate acts when it stops a robot."""
_CELLS = ("from", "cell")
_NOBODY: tuple[frozenset[str], bool] = (frozenset(), False)


class Acting:
    """Counts in `counts` how often each element of the course acts, by its index on the board.

    Play `game`, whose rules are wrapped, and pass its events to `feed` while it runs. `unplaced` has the kinds of
    elements that acted while it is unknown which element of the kind it was.
    """

    def __init__(self, game: Game) -> None:
        self.elements = game.course.board.elements
        self.counts = [0] * len(self.elements)
        self.unplaced: set[str] = set()
        self._kinds_of = {plugin.id: frozenset(plugin.manifest.element) for plugin in game.plugins}
        self._running: list[tuple[frozenset[str], bool]] = []  # the kinds, and whether the registration names them
        self._at: dict[Cell, list[int]] = {}
        for number, element in enumerate(self.elements):
            self._at.setdefault(element.cell, []).append(number)
        self._where: dict[int, Cell] = {}
        self._shut: frozenset[tuple[Cell, int]] = frozenset()
        self.game = game.with_rules(with_wrapped(game.rules, self._wrapped))

    def source_of(self, beam: Event) -> int:
        """Return the index of the element that fired a beam, -1 if a robot fired it or the element is unknown."""
        if beam["piece"] >= 0 or not beam["cells"]:
            return -1
        kinds, _named = self._running[-1] if self._running else _NOBODY
        found = [number for number in self._at.get(beam["cells"][0], ()) if self.elements[number].kind in kinds]
        exact = [number for number in found if self.elements[number].values.get("direction") == beam["direction"]]
        return next(iter(exact or found), -1)

    def doing(self, cell: Cell) -> int:
        """Return the index of an element on a cell if a function registered for its kind is running, else -1."""
        kinds, named = self._running[-1] if self._running else _NOBODY
        found = (number for number in self._at.get(cell, ()) if named and self.elements[number].kind in kinds)
        return next(found, -1)

    def feed(self, event: Event) -> None:
        """Count an event for the elements that caused it, if any."""
        kind = event["type"]
        if kind == "gates":
            self._shut = frozenset(event["shut"])
        elif kind == "blocked" and (event["cell"], event["direction"]) in self._shut:
            for number in self._at[event["cell"]]:
                if self.elements[number].values.get("direction") == event["direction"]:
                    self.counts[number] += 1
        if kind not in _SILENT and self._running and (kind != "beam" or event["targets"]):
            self._count(event, self._running[-1][0])
        self._follow(event)

    def _count(self, event: Event, kinds: frozenset[str]) -> None:
        if event["type"] == "beam":
            source = self.source_of(event)
            if source >= 0:
                self.counts[source] += 1
            return
        cells = [event[key] for key in _CELLS if isinstance(event.get(key), tuple)]
        piece = event.get("piece", -1)
        if not cells and piece in self._where:
            cells = [self._where[piece]]
        found = {n for cell in cells for n in self._at.get(cell, ()) if self.elements[n].kind in kinds}
        if not found and cells:
            found = self._in_line(cells[0], kinds)
        for number in found:
            self.counts[number] += 1
        if not found:
            self.unplaced |= kinds

    def _in_line(self, cell: Cell, kinds: frozenset[str]) -> set[int]:
        """Return the index of the nearest element of `kinds` that points at a cell with no wall between, in a set."""
        floor = self.game.floor
        if cell not in floor.board.inside:
            return set()
        index, found = floor.index(cell), []
        for number, element in enumerate(self.elements):
            direction = element.values.get("direction")
            if element.kind in kinds and isinstance(direction, int):
                ray = floor.rays[direction][floor.index(element.cell)]
                if index in ray:
                    found.append((ray.index(index), number))
        return {min(found)[1]} if found else set()

    def _follow(self, event: Event) -> None:
        kind = event["type"]
        if kind == "step":
            self._where[event["piece"]] = event["to"]
        elif kind == "place":
            self._where[event["piece"]] = event["cell"]

    # --- wrapping ---------------------------------------------------------------------------------------------------

    def _wrapped(self, function: Any, named: Collection[str]) -> Any:
        """Return a function that calls `function`, and meanwhile stores which kinds of elements act.

        These are the kinds `named`, or if empty all kinds of its plugin. Without either, return `function` itself.
        """
        place = place_of(function)
        if function is None or (place is None and not named):
            return function
        kinds = frozenset(named)
        if place is not None and not kinds:
            kinds = self._kinds_of.get(place.plugin, kinds)
        entry = kinds, bool(named)

        @functools.wraps(function)
        def call(match: Any, *arguments: Any, **values: Any) -> Any:
            if match.__class__ is not Match or match.watch is None:
                return function(match, *arguments, **values)
            self._running.append(entry)
            try:
                return function(match, *arguments, **values)
            finally:
                self._running.pop()

        return call
