"""What is shown of a match: begun from a view, and from then on changed by events alone."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.core.views import View
from roborally.plugin import FACTS
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import GaugeManifest, PieceManifest

UNKNOWN = "?"
COUNT_ON = "+1"
"""What a manifest says of an event with which a gauge grows by one."""
CHECKED: tuple[str, ...] = ("cell", "facing", "damage", "gauges", "locks", "archive", "eliminated", "down")
CHECKED += ("waiting", "virtual", "options")
"""What is compared with a view."""


@dataclass
class Robot:
    """A piece as it is shown; `cell` is `None` off the floor.

    `slots` is the program as far as it is known (`""` for what is empty or hidden), `locks` the numbers of the slots
    that are locked. What a mode knows nothing of stays as it is. Who is `waiting` has not entered the floor yet;
    `options` are the equipment that lies before the owner. `gauges` are the numbers that manifests name, by their
    names, and `goals` what must be reached of them. `team` is 0 where everybody plays alone.
    """

    index: int
    kind: str
    seat: int
    cell: Cell | None
    facing: int
    damage: int
    team: int = 0
    gauges: dict[str, int] = field(default_factory=dict)
    goals: dict[str, int] = field(default_factory=dict)
    locks: set[int] = field(default_factory=set)
    slots: list[str] = field(default_factory=list)
    archive: Cell | None = None
    announced: bool = False
    down: bool = False
    eliminated: bool = False
    destroyed: bool = False
    waiting: bool = False
    virtual: bool = False
    options: list[str] = field(default_factory=list)

    @property
    def livery(self) -> int:
        """The number of its colours and its emblem, from 0: team mates have the same."""
        return self.team - 1 if self.team else self.seat


class Display:
    """All pieces, the turn and the stage of the turn, as far as the events have been played."""

    def __init__(self, view: View, plugins: Sequence[Plugin]) -> None:
        """Take over what a view says; the manifests of the plugins say what there is to show."""
        self._plugins = plugins
        self._floor = view.floor
        self._gauges: dict[str, GaugeManifest] = {}
        self._solid: dict[str, bool] = {}
        for plugin in plugins:
            self._gauges |= plugin.manifest.gauge
            for piece in plugin.manifest.piece.values():
                self._solid |= _solid_events(piece)
        data = view.data
        self.turn: int = data["turn"]
        self.stage: int = data["stage"]
        self.over: bool = data["over"]
        self.winners: tuple[int, ...] = tuple(data["winners"])
        self.shut = frozenset(self._floor.board.gates[number] for number in data["shut"])
        match = view.match()
        self.robots = [self._robot(match, piece) for piece in match.state.pieces]

    def _robot(self, match: Match, piece: Piece) -> Robot:
        facts = FACTS.of(match.rules)

        def read(name: str, otherwise: Any) -> Any:
            """Read a fact that some plugin may have registered."""
            known = facts.get(name)
            return known.read(match, piece) if known is not None and known.read is not None else otherwise

        robot = Robot(piece.index, piece.kind, piece.seat, match.cell_of(piece), piece.facing, piece.damage)
        robot.virtual = not piece.solid
        robot.waiting = read("entering", False)
        robot.destroyed = robot.cell is None and not robot.waiting
        robot.eliminated = read("eliminated", False)
        robot.down = read("powered_down", False)
        robot.archive = read("archive", None)
        robot.team = read("team", 0)
        robot.locks = set(read("locked", ()))
        robot.slots = [slot if slot != UNKNOWN else "" for slot in read("slots", {}).values()]
        robot.options = list(read("options", ()))
        for name, gauge in self._gauges.items():
            value = read(gauge.fact, None)
            if value is not None:
                robot.gauges[name] = int(value)
                robot.goals[name] = int(read(gauge.goal, 0)) if gauge.goal else 0
        return robot

    def know(self, view: View) -> None:
        """Take over what another seat at this machine knows: its own list, and nothing of the others' secret ones."""
        for shown, robot in zip(self.robots, Display(view, self._plugins).robots, strict=True):
            shown.gauges, shown.goals = robot.gauges, robot.goals

    # --- moments --------------------------------------------------------------------------------------------------

    def keep(self) -> dict[str, Any]:
        """Return what is shown now, to be taken up again by `restore`."""
        kept = {name: value for name, value in vars(self).items() if name != "robots"}
        return {**kept, "robots": [deepcopy(vars(robot)) for robot in self.robots]}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Show what was kept; the robots stay the same objects, because others hold on to them."""
        vars(self).update({name: value for name, value in kept.items() if name != "robots"})
        for robot, values in zip(self.robots, kept["robots"], strict=True):
            vars(robot).update(deepcopy(values))

    # --- events ---------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Change what is shown as an event says; types that change nothing to be seen are let pass."""
        type_ = event["type"]
        change = getattr(self, "_on_" + type_.replace("-", "_"), None)
        if change is not None:
            change(event)
        for name, gauge in self._gauges.items():
            if type_ in gauge.events and name in self.robots[event["piece"]].gauges:
                self._count(name, gauge.events[type_], event)
        if type_ in self._solid:
            self.robots[event["piece"]].virtual = not self._solid[type_]

    def _count(self, name: str, change: int | str, event: Mapping[str, Any]) -> None:
        gauges = self.robots[event["piece"]].gauges
        if isinstance(change, int):
            gauges[name] = change
        elif change == COUNT_ON:
            gauges[name] += 1
        else:
            gauges[name] = event[change]

    def _on_moment(self, event: Event) -> None:
        self.turn = event["turn"]
        self.stage = event["stage"]
        if event["name"] == "turn":
            for robot in self.robots:
                robot.slots = [slot if number in robot.locks else "" for number, slot in enumerate(robot.slots, 1)]

    def _on_step(self, event: Event) -> None:
        self.robots[event["piece"]].cell = tuple(event["to"])

    def _on_turn(self, event: Event) -> None:
        self.robots[event["piece"]].facing = event["to"]

    def _on_place(self, event: Event) -> None:
        robot = self.robots[event["piece"]]
        robot.cell, robot.facing = tuple(event["cell"]), event["facing"]
        robot.destroyed = robot.waiting = False

    def _on_hurt(self, event: Event) -> None:
        self.robots[event["piece"]].damage = event["damage"]

    _on_heal = _on_hurt

    def _on_destroy(self, event: Event) -> None:
        robot = self.robots[event["piece"]]
        robot.cell = None
        robot.destroyed = True
        robot.virtual = False  # it comes back real, unless an event says otherwise before
        robot.announced = False
        robot.locks = set()
        robot.slots = [""] * len(robot.slots)

    def _on_eliminated(self, event: Event) -> None:
        self.robots[event["piece"]].eliminated = True

    def _on_archive(self, event: Event) -> None:
        self.robots[event["piece"]].archive = tuple(event["cell"])

    def _on_lock(self, event: Event) -> None:
        self.robots[event["piece"]].locks.add(event["register"])

    def _on_unlock(self, event: Event) -> None:
        self.robots[event["piece"]].locks.discard(event["register"])

    def _on_program(self, event: Event) -> None:
        self.robots[event["piece"]].slots = list(event["cards"])

    def _on_reveal(self, event: Event) -> None:
        self.stage = event["register"]
        for index, content in event["cards"]:
            self.robots[index].slots[event["register"] - 1] = content

    def _on_exchange(self, event: Event) -> None:
        self.robots[event["piece"]].slots[event["register"] - 1] = ""  # known when it is revealed or executed

    def _on_card(self, event: Event) -> None:
        robot = self.robots[event["piece"]]
        if event["card"] and event["card"] != UNKNOWN:
            robot.slots[event["register"] - 1] = event["card"]

    def _on_option_drawn(self, event: Event) -> None:
        self.robots[event["piece"]].options.append(event["card"])

    def _on_option_returned(self, event: Event) -> None:
        robot = self.robots[event["piece"]]
        robot.options = [card for card in robot.options if card != event["card"]]

    def _on_gates(self, event: Event) -> None:
        self.shut = frozenset((tuple(cell), direction) for cell, direction in event["shut"])

    def _on_real(self, event: Event) -> None:
        self.robots[event["piece"]].virtual = False

    def _on_virtual(self, event: Event) -> None:
        self.robots[event["piece"]].virtual = True

    def _on_announce(self, event: Event) -> None:
        self.robots[event["piece"]].announced = True

    def _on_down(self, event: Event) -> None:
        for robot in self.robots:
            robot.down = robot.index in event["pieces"]
            robot.announced = robot.announced and not robot.down

    def _on_over(self, event: Event) -> None:
        self.over = True
        self.winners = tuple(event["winners"])

    # --- the check ------------------------------------------------------------------------------------------------

    def differences(self, view: View) -> Iterator[str]:
        """Yield a sentence for everything that is shown otherwise than a view says."""
        true = Display(view, self._plugins)
        if (self.over, self.winners) != (true.over, true.winners):
            yield f"over {self.over}, winners {self.winners} are shown, not {true.over}, {true.winners}"
        if self.shut != true.shut:
            yield f"the gates {sorted(self.shut)} are shown shut, not {sorted(true.shut)}"
        for shown, robot in zip(self.robots, true.robots, strict=True):
            for name in CHECKED:
                # Who is asked on which cell to enter does not wait any more by the rules, but no event says so.
                if name in ("facing", "virtual", "waiting") and robot.cell is None:
                    continue
                if getattr(shown, name) != getattr(robot, name):
                    yield f"robot {robot.index}: {name} {getattr(shown, name)} is shown, not {getattr(robot, name)}"

    def assert_equals(self, view: View) -> None:
        """Raise `AssertionError` when anything is shown that is not so; for tests and debugging."""
        found = list(self.differences(view))
        assert not found, "; ".join(found)


def _solid_events(piece: PieceManifest) -> dict[str, bool]:
    """Return the events that change whether a piece of no seat is solid, with what it is afterwards."""
    events = {piece.leaves: False, piece.returns: True}
    return {event: solid for event, solid in events.items() if event}
