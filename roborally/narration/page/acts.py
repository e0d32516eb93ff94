"""The visible effects of events on an HTML page, as plain data: the page's script draws them and knows no rules.

An act is a list: a letter, then its values. Places are in cells from the upper left corner, the middle of a cell is
`x + 0.5`. Pieces, pictures and colours are numbers in the lists of the page.

| act | is |
|---|---|
| `m`, piece, x, y | it glides to a cell |
| `a` | the belts of the board run |
| `t`, piece, facing, quarters | it turns by quarters to the right, and faces a direction then |
| `b`, piece, dx, dy | it bumps against something |
| `p`, piece, x, y, facing | it appears on a cell |
| `f`, piece | it falls, and is gone |
| `x`, piece, x, y | it is destroyed on a cell, and is gone |
| `l`, x, y, x, y, colour, hit | a beam; `hit` is 0 if it hits nothing |
| `h`, piece / `r`, piece | it is hurt / repaired |
| `s`, x, y, picture, colour, way | a picture rises (1) or sinks (-1) beside a place, -1 for no picture |
| `o`, x, y, colour | a ring spreads around a place |
| `c`, cells | these cells light up |
| `g`, edges | the gates that are shut now, as x, y, direction |
| `w`, pieces | they have won |
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from roborally.base.templates import fill
from roborally.core.events import KERNEL_EVENTS, Event
from roborally.core.geometry import DELTAS, Cell
from roborally.narration.chronicle import topic
from roborally.narration.page.collected import Collected

Act = list[Any]
BEYOND = 0.48
"""The distance that a beam without a target goes beyond the middle of its last cell, in cells."""
MUZZLE = 0.36
"""The distance between the middle of a robot and the start of its beam, in cells."""
MOUTH = 0.3
"""The distance between the start of a board laser's beam and the middle of its first cell, in cells."""


class Acts:
    """Turns the events of a match into acts, lists of a letter and values, and keeps the cells of the pieces."""

    def __init__(
        self, collected: Collected, places: Sequence[Cell | None], belts: Mapping[Cell, int] = MappingProxyType({})
    ) -> None:
        """Start with the cells of the pieces, `None` off the board, and the directions of belts by cell.

        Pictures and colours are added to `collected`.
        """
        self._collected = collected
        self._belts = belts
        self.places = list(places)
        self._kernel: dict[str, Callable[[Event], list[Act]]] = {
            "step": self._step,
            "turn": self._turn,
            "blocked": self._blocked,
            "place": self._place,
            "destroy": self._destroy,
            "hurt": self._hurt,
            "heal": self._heal,
            "beam": self._beam,
            "gates": self._gates,
            "over": self._over,
        }

    def of_beat(self, events: Iterable[Event]) -> list[Act]:
        """Return the acts of the events of one beat, which happen at the same time."""
        acts: list[Act] = []
        for event in events:
            run: list[Act] = [["a"]] if ["a"] not in acts and self._is_carried(event) else []
            own = self._kernel.get(event["type"])
            acts += [*run, *(own(event) if own else []), *self._marks(event)]
        return acts

    def _is_carried(self, event: Event) -> bool:
        """Return whether an event is a step from a belt, in the belt's direction, that no robot has caused."""
        if event["type"] != "step" or event["by"] >= 0:
            return False
        return bool(self._belts.get(_cell(event["from"]), -1) == event["direction"])

    def _middle(self, piece: int) -> tuple[float, float] | None:
        cell = self.places[piece] if 0 <= piece < len(self.places) else None
        return None if cell is None else (cell[0] + 0.5, cell[1] + 0.5)

    def _marks(self, event: Event) -> list[Act]:
        """Return the acts that a plugin's manifest defines for an event, or else one that lights the cells it names."""
        act = self._collected.acts.get(topic(event))
        if act is None:
            return [] if event["type"] in KERNEL_EVENTS or "piece" in event else _lit(event)
        at = self._middle(event["piece"]) if isinstance(event.get("piece"), int) else None
        if at is None:
            return []
        colour = self._collected.colour(act.tint)
        found: list[Act] = []
        if name := fill(act.symbol, event):
            picture = self._collected.symbol(name, act.tint)
            found.append(["s", *at, picture, colour, 1 if act.motion == "rise" else -1])
        if act.ring:
            found.append(["o", *at, self._collected.piece_colour(event["piece"])])
        target = self._middle(event["target"]) if act.ray and isinstance(event.get("target"), int) else None
        if target is not None:
            found.append(["l", *at, *target, self._collected.piece_colour(event["piece"]), 1])
        return found

    # --- the kernel's events --------------------------------------------------------------------------------------

    def _step(self, event: Event) -> list[Act]:
        self.places[event["piece"]] = _cell(event["to"])
        return [["m", event["piece"], *event["to"]]]

    def _turn(self, event: Event) -> list[Act]:
        return [["t", event["piece"], event["to"], event["quarters"]]]

    def _blocked(self, event: Event) -> list[Act]:
        return [["b", event["piece"], *DELTAS[event["direction"]]]]

    def _place(self, event: Event) -> list[Act]:
        self.places[event["piece"]] = _cell(event["cell"])
        return [["p", event["piece"], *event["cell"], event["facing"]]]

    def _destroy(self, event: Event) -> list[Act]:
        self.places[event["piece"]] = None
        if event["cause"] == "edge":
            return [["f", event["piece"]]]
        return [["x", event["piece"], *event["cell"]]]

    def _hurt(self, event: Event) -> list[Act]:
        return [["h", event["piece"]]]

    def _heal(self, event: Event) -> list[Act]:
        return [["r", event["piece"]]] if self.places[event["piece"]] is not None else []

    def _beam(self, event: Event) -> list[Act]:
        cells = [_cell(cell) for cell in event["cells"]]
        if not cells:
            return []
        dx, dy = DELTAS[event["direction"]]
        shooter = self._middle(event["piece"])
        first, last = cells[0], cells[-1]
        start = (first[0] + 0.5 - dx * MOUTH, first[1] + 0.5 - dy * MOUTH)
        if shooter is not None:
            start = (shooter[0] + dx * MUZZLE, shooter[1] + dy * MUZZLE)
        hit = bool(event["targets"])
        beyond = 0.0 if any(self.places[target] == last for target in event["targets"]) else BEYOND
        end = (last[0] + 0.5 + dx * beyond, last[1] + 0.5 + dy * beyond)
        colour = self._collected.piece_colour(event["piece"])
        return [["l", *(round(value, 2) for value in (*start, *end)), colour, int(hit)]]

    def _gates(self, event: Event) -> list[Act]:
        return [["g", shut_edges(event["shut"])]]

    def _over(self, event: Event) -> list[Act]:
        return [["w", list(event["winners"])]]


def shut_edges(edges: Sequence[Any]) -> list[list[int]]:
    """Return sides of cells with shut gates as sorted lists of x, y and direction."""
    return sorted([cell[0], cell[1], direction] for cell, direction in edges)


def _lit(event: Event) -> list[Act]:
    """Return a list with one act that lights the cells named by an event, empty if it names none."""
    cells = event.get("cells") or ([event["cell"]] if event.get("cell") is not None else [])
    whole = [[int(value) for value in cell[:2]] for cell in cells if _is_cell(cell)]
    return [["c", whole]] if whole else []


def _is_cell(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(part, int) for part in value)


def _cell(value: Sequence[int]) -> Cell:
    return (value[0], value[1])
