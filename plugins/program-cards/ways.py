"""Finds the shortest ways from places (cell and facing) to some ends, backwards and only as far as needed.

This is Dijkstra's algorithm.
"""

import heapq
from collections.abc import Collection, Mapping
from typing import Final

FAR: Final = 200.0
"""The number of registers that counts for a place without a way to an end."""

Edges = list[list[tuple[int, float]]]
"""By place (`cell * 4 + facing`), the places from which a register leads there, each with the cost in registers."""


class Ways:
    """The number of registers from every place to the nearest end, computed only for the places that are asked for."""

    def __init__(self, before: Edges, ends: Mapping[int, float]) -> None:
        """Prepare a search backwards from `ends`, places with the registers that remain from there."""
        self._before = before
        self._registers = [FAR] * len(before)
        self._is_final = [False] * len(before)
        self._waiting: dict[float, list[int]] = {}
        """The places from which the search continues, listed by their number of registers to the nearest end."""
        for place, cost in ends.items():
            if cost < FAR:
                self._registers[place] = cost
                self._waiting.setdefault(cost, []).append(place)
        self._costs = list(self._waiting)
        heapq.heapify(self._costs)

    def from_everywhere(self) -> list[float]:
        """Return the number of registers to the nearest end from all places."""
        self._find(())
        return self._registers

    def from_place(self, place: int) -> float:
        """Return the number of registers from a place to the nearest end; do not search farther places."""
        if not self._is_final[place]:
            self._find((place,))
        return self._registers[place]

    def from_places(self, places: range) -> list[float]:
        """Return the number of registers from each of some places to the nearest end; do not search farther places."""
        self._find(places)
        return self._registers[places.start : places.stop]

    def _find(self, wanted: Collection[int]) -> None:
        """Search until the ways from the wanted places are known; from all places if none is given."""
        registers, is_final, waiting, before = self._registers, self._is_final, self._waiting, self._before
        left = {place for place in wanted if not is_final[place]}
        if wanted and not left:
            return
        # A bot may be interrupted anywhere in here, and what is known by then is kept. So a waiting place is removed
        # only when it is done.
        while self._costs:
            cost = self._costs[0]
            for place in waiting.get(cost, ()):
                if is_final[place] or cost > registers[place]:
                    continue
                for earlier, step_cost in before[place]:
                    farther = cost + step_cost
                    if farther < registers[earlier]:
                        others = waiting.get(farther)
                        if others is None:
                            heapq.heappush(self._costs, farther)
                            waiting[farther] = [earlier]
                        else:
                            others.append(earlier)
                        registers[earlier] = farther
                is_final[place] = True
                left.discard(place)
            heapq.heappop(self._costs)
            waiting.pop(cost, None)
            if wanted and not left:
                return
        for place in left:
            is_final[place] = True  # there is no way from it
