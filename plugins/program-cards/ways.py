"""The shortest ways to some ends, found backwards, and only as far as somebody asks (Dijkstra's algorithm)."""

import heapq
from collections.abc import Mapping

FAR = 200.0
"""The registers that count for a place from which there is no way to the goal."""

Edges = list[list[tuple[int, float]]]
"""For every place, from which places a register leads there, and what that costs; a place is `cell * 4 + facing`."""


class Ways:
    """The registers from every place to the nearest end."""

    def __init__(self, before: Edges, ends: Mapping[int, float]) -> None:
        """Begin at the ends, each with the registers that are left there."""
        self._before = before
        self._registers = [FAR] * len(before)
        for place, cost in ends.items():
            self._registers[place] = min(cost, FAR)
        self._waiting = [(cost, place) for place, cost in enumerate(self._registers) if cost < FAR]
        heapq.heapify(self._waiting)

    def from_everywhere(self) -> list[float]:
        """Return the registers from every place."""
        self._find(range(0))
        return self._registers

    def from_places(self, places: range) -> list[float]:
        """Return the registers from some places; ways from farther ones are not looked for."""
        self._find(places)
        return self._registers[places.start : places.stop]

    def _find(self, wanted: range) -> None:
        """Go on until the ways from the wanted places are known, or all ways if no place is named."""
        registers, waiting = self._registers, self._waiting
        left = set(wanted)
        while waiting:
            cost, place = heapq.heappop(waiting)
            if cost > registers[place]:
                continue
            for earlier, step_cost in self._before[place]:
                if cost + step_cost < registers[earlier]:
                    registers[earlier] = cost + step_cost
                    heapq.heappush(waiting, (cost + step_cost, earlier))
            if place in left:
                left.remove(place)
                if not left:
                    return
