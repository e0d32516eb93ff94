"""`Display`, the state of a match that the window shows: copied from an observation, then changed by events alone."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields
from typing import Any, get_args

from roborally.base.errors import any_fault
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.match import Match
from roborally.core.observation import Observation
from roborally.core.state import Piece
from roborally.narration.causes import Causes
from roborally.narration.chronicle import topic
from roborally.plugin import FACTS, Fact, PluginError, read_fact
from roborally.plugin_system.faults import error_text
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import Attribute, GaugeManifest, OptionManifest, PieceManifest

LOG = logging.getLogger("roborally.ui")
UNKNOWN = "?"
"""The content of a program's slot whose card is hidden."""
COUNT_ON = "+1"
"""The text in a manifest for an event that increases a gauge by one."""
NOBODY = -1
UNCHECKED = frozenset({"index", "kind", "seat", "team", "goals", "slots", "order", "marks", "destroyed", "lost_at"})
"""Fields of a robot that `differences` does not compare: they never change, or have another source."""
ON_FLOOR = frozenset({"facing", "solid", "waiting"})
"""Fields that `differences` compares only for robots on the board, because no event changes them elsewhere."""

Change = Callable[["Display", Event], None]
"""A function that changes the display for an event."""
Changes = Mapping[str, Sequence[Change]]
"""The functions that change the display, by types of event."""


@dataclass
class Robot:
    """A robot or another piece as it is displayed; `cell` is `None` while it is off the board.

    `seat` is -1 for a piece of no player. Others pass below a piece that is not `solid`. `gauges` are numbers such as
    lives by name, `goals` the numbers to be reached, `marks` the markers on equipment by card. `slots` is the known
    part of the program, with `""` for empty and hidden slots. `order` is the robot's place among those that act in this
    stage, 0 if unknown. `entry` is the cell that a `waiting` robot will enter, if known, `lost_at` the one where it was
    destroyed in this turn. Other fields come from plugins (`roborally.plugin_system.manifest.Attribute`).
    """

    index: int
    kind: str
    seat: int
    cell: Cell | None
    facing: int
    damage: int
    solid: bool = True
    destroyed: bool = False
    gauges: dict[str, int] = field(default_factory=dict)
    goals: dict[str, int] = field(default_factory=dict)
    marks: dict[str, Any] = field(default_factory=dict)
    team: int = 0
    waiting: bool = False
    entry: Cell | None = None
    lost_at: Cell | None = None
    eliminated: bool = False
    resting: bool = False
    announced: bool = False
    marker: Cell | None = None
    locks: set[int] = field(default_factory=set)
    slots: list[str] = field(default_factory=list)
    order: int = 0
    options: list[str] = field(default_factory=list)

    @property
    def livery(self) -> int:
        """The number of the robot's colours and emblem, from 0; team mates share it."""
        return self.team - 1 if self.team else self.seat

    def empty_slots(self, *, but: Iterable[int] = ()) -> None:
        """Empty the slots of the program, except those with the numbers `but`, counted from 1."""
        self.slots = [content if number in but else "" for number, content in enumerate(self.slots, 1)]


class Display:
    """The displayed state of a match up to the last played event: robots, turn, stage, and so on.

    `acting` is the index of the active robot, -1 for none; `shut` are the gates that are shut.
    """

    def __init__(
        self, observation: Observation, plugins: Sequence[Plugin], changes: Changes, failed: set[str] | None = None
    ) -> None:
        """Copy an observation; `changes` are the functions for events. The manifests name the values (`Fact`) to show.

        `failed` collects the titles of gauges whose values cannot be read and are shown as 0.
        """
        self.failed = set() if failed is None else failed
        self._plugins = plugins
        self._changes = changes
        self._floor = observation.floor
        self.settings = observation.rules.settings
        """The settings of each plugin of the match, by plugin id."""
        self._facts = _facts_of(plugins, FACTS.of(observation.rules))
        self._gauges: dict[str, GaugeManifest] = {}
        self._counts: dict[str, list[tuple[str, int | str]]] = {}
        self._solid: dict[str, bool] = {}
        self._acts: set[str] = set()
        self._options: list[tuple[str, str, OptionManifest]] = []
        for plugin in plugins:
            manifest = plugin.manifest
            self._gauges |= manifest.gauge
            self._acts |= {name for name, act in manifest.act.items() if act.acts}
            self._options += [(plugin.id, card, option) for card, option in manifest.option.items() if option.mark]
            for piece in manifest.piece.values():
                self._solid |= _solid_events(piece)
        for name, gauge in self._gauges.items():
            for type_, change in gauge.events.items():
                self._counts.setdefault(type_, []).append((name, change))
        data = observation.data
        self.turn: int = data["turn"]
        self.stage: int = data["stage"]
        self.acting = NOBODY
        self.over: bool = data["over"]
        self.winners: tuple[int, ...] = tuple(data["winners"])
        self.shut = frozenset(self._floor.board.gates[number] for number in data["shut"])
        match = observation.match()
        self.robots = [self._robot(match, piece) for piece in match.state.pieces]
        self.read_marks(observation)

    def causes(self) -> Causes:
        """Return a new `Causes`, which finds the causes of the events after the displayed state."""
        cells = {robot.index: robot.cell for robot in self.robots if robot.cell is not None}
        return Causes(self._floor.board, cells, self.shut)

    def _robot(self, match: Match, piece: Piece) -> Robot:
        robot = Robot(
            piece.index, piece.kind, piece.seat, match.cell_of(piece), piece.facing, piece.damage, piece.solid
        )
        for name, fact in self._facts.items():
            if hasattr(robot, name) and (value := read_fact(match, fact, piece)) is not None:
                setattr(robot, name, _SHAPES[name](value) if name in _SHAPES else value)
        robot.waiting = robot.waiting and robot.cell is None  # in saved matches one may wait on its start space
        robot.destroyed = robot.cell is None and not robot.waiting
        for name, gauge in self._gauges.items():
            try:
                value = None if gauge.title in self.failed else read_fact(match, gauge.fact, piece)
                if value is not None:
                    robot.goals[name] = int(read_fact(match, gauge.goal, piece, 0)) if gauge.goal else 0
                    robot.gauges[name] = int(value)
            except any_fault() as error:  # also for invalid results: a wrong gauge must not end the match
                LOG.warning("the gauge %r has failed and is left out: %s", name, error_text(error))
                self.failed.add(gauge.title)
            if gauge.title in self.failed:
                robot.gauges[name] = robot.goals[name] = 0
        return robot

    def fact_of(self, attribute: Attribute) -> str | None:
        """Return the name of the registered value (`Fact`) for a robot's attribute, `None` if no plugin provides it."""
        return self._facts.get(attribute)

    def know(self, observation: Observation) -> None:
        """Copy the gauges (numbers such as lives) from an observation of another seat at this machine."""
        for shown, robot in zip(self.robots, self._of(observation).robots, strict=True):
            shown.gauges, shown.goals = robot.gauges, robot.goals

    def take_over(self, observation: Observation) -> None:
        """Copy an observation completely; for matches with plugins that are not installed here."""
        self.restore(self._of(observation).keep())

    def read_marks(self, observation: Observation) -> None:
        """Copy the markers on equipment from the places in an observation that the manifests name."""
        for robot in self.robots:
            robot.marks = {}
        for owner, card, option in self._options:
            plugin, _dot, place = option.mark.rpartition(".")
            found = observation.data["ext"].get(plugin or owner, {}).get(place, ())
            for robot in self.robots:
                if card not in robot.options:
                    continue
                if isinstance(found, dict):
                    robot.marks[card] = found.get(f"{robot.index}:{card}", option.fresh)
                elif robot.index < len(found):
                    robot.marks[card] = found[robot.index]

    def _of(self, observation: Observation) -> "Display":
        return Display(observation, self._plugins, self._changes, self.failed)

    # --- moments --------------------------------------------------------------------------------------------------

    def keep(self) -> dict[str, Any]:
        """Return a copy of the displayed state, to be passed to `restore`."""
        kept = {name: value for name, value in vars(self).items() if name != "robots"}
        return {**kept, "robots": [deepcopy(vars(robot)) for robot in self.robots]}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Show a state that `keep` has returned; the `Robot` objects stay the same."""
        vars(self).update({name: value for name, value in kept.items() if name != "robots"})
        for robot, values in zip(self.robots, kept["robots"], strict=True):
            vars(robot).update(deepcopy(values))

    # --- events ---------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Change the display for an event; ignore events without a visible effect."""
        type_ = event["type"]
        for change in self._changes.get(type_, ()):
            change(self, event)
        if "piece" not in event:  # such an event is about no robot
            return
        for name, count in self._counts.get(type_, ()):
            if name in self.robots[event["piece"]].gauges:
                self._count(name, count, event)
        if type_ in self._solid:
            self.robots[event["piece"]].solid = self._solid[type_]
        if topic(event) in self._acts:
            self.acting = event["piece"]

    def _count(self, name: str, change: int | str, event: Mapping[str, Any]) -> None:
        gauges = self.robots[event["piece"]].gauges
        if isinstance(change, int):
            gauges[name] = change
        elif change == COUNT_ON:
            gauges[name] += 1
        elif change in event:
            gauges[name] = event[change]

    def begin_stage(self, stage: int) -> None:
        """Show that a stage of the turn begins, in which no robot has acted yet; 0 begins a turn."""
        self.stage = stage
        self.acting = NOBODY
        self.forget_order()
        if stage == 0:  # another turn
            for robot in self.robots:
                robot.lost_at = None

    def reach(self, seen: Observation) -> None:
        """Copy turn and stage from an observation: a question may come before the event that begins them."""
        turn, stage = seen.data["turn"], seen.data["stage"]
        if (turn, stage) != (self.turn, self.stage):
            self.turn = turn
            self.begin_stage(stage)

    def act_in_order(self, indexes: Iterable[int]) -> None:
        """Show the order in which robots act in this stage; `indexes` begins with the first."""
        for place, index in enumerate(indexes, 1):
            self.robots[index].order = place

    def forget_order(self) -> None:
        """Clear the displayed order of robots until they act."""
        for robot in self.robots:
            robot.order = 0

    def act_next(self, index: int) -> None:
        """Give a robot that acts for the first time in this stage the next free place in the order."""
        robot = self.robots[index]
        robot.order = robot.order or 1 + max(other.order for other in self.robots)

    # --- the check ------------------------------------------------------------------------------------------------

    def differences(self, observation: Observation) -> Iterator[str]:
        """Yield a sentence for each difference between the display and an observation."""
        true = self._of(observation)
        if (self.over, self.winners) != (true.over, true.winners):
            yield f"over {self.over}, winners {self.winners} are shown, not {true.over}, {true.winners}"
        if self.shut != true.shut:
            yield f"the gates {sorted(self.shut)} are shown shut, not {sorted(true.shut)}"
        for shown, robot in zip(self.robots, true.robots, strict=True):
            for name in _CHECKED if robot.cell is not None else _CHECKED_AWAY:
                if name == "gauges" and self.failed:
                    continue  # events have changed what is 0 now
                if getattr(shown, name) != getattr(robot, name):
                    yield f"robot {robot.index}: {name} {getattr(shown, name)} is shown, not {getattr(robot, name)}"

    def assert_equals(self, observation: Observation) -> None:
        """Raise `AssertionError`, which lists the differences, if the display differs from an observation."""
        found = list(self.differences(observation))
        assert not found, "; ".join(found)


_CHECKED = [entry.name for entry in fields(Robot) if entry.name not in UNCHECKED]
_CHECKED_AWAY = [name for name in _CHECKED if name not in ON_FLOOR]
_SHAPES: dict[str, Callable[[Any], Any]] = {
    "marker": tuple,
    "entry": tuple,
    "locks": set,
    "options": list,
    "slots": lambda table: [content if content != UNKNOWN else "" for content in table.values()],
}
"""Functions that convert registered values (`Fact`) into fields of a `Robot`, by field."""


def _facts_of(plugins: Iterable[Plugin], known: Mapping[str, Fact]) -> dict[str, str]:
    """Return the name in `known` of the value for each attribute; raise `PluginError` if two plugins provide one."""
    found: dict[str, str] = {}
    for plugin in plugins:
        for attribute, fact in plugin.manifest.attribute.items():
            if attribute in found:
                raise PluginError(
                    "plugin {id!r} tells {name!r} of robots, but another plugin does so already",
                    id=plugin.id,
                    name=attribute,
                )
            found[attribute] = fact
    return {name: found[name] for name in get_args(Attribute) if name in found and found[name] in known}


def _solid_events(piece: PieceManifest) -> dict[str, bool]:
    """Return the types of event that change whether pieces of a kind are solid, each with the new state."""
    events = {piece.leaves: False, piece.returns: True}
    return {event: solid for event, solid in events.items() if event}


# --- the kernel's events --------------------------------------------------------------------------------------------


def _moment(display: Display, event: Event) -> None:
    display.turn = event["turn"]
    display.begin_stage(event["stage"])


def _step(display: Display, event: Event) -> None:
    display.robots[event["piece"]].cell = tuple(event["to"])


def _turn(display: Display, event: Event) -> None:
    display.robots[event["piece"]].facing = event["to"]


def _place(display: Display, event: Event) -> None:
    robot = display.robots[event["piece"]]
    robot.cell, robot.facing = tuple(event["cell"]), event["facing"]
    robot.destroyed = robot.waiting = False
    robot.entry = robot.lost_at = None


def _damage(display: Display, event: Event) -> None:
    display.robots[event["piece"]].damage = event["damage"]


def _destroy(display: Display, event: Event) -> None:
    robot = display.robots[event["piece"]]
    robot.cell, robot.lost_at = None, tuple(event["cell"])
    robot.destroyed = True
    robot.solid = True  # it returns solid, unless an earlier event says otherwise


def _gates(display: Display, event: Event) -> None:
    display.shut = frozenset((tuple(cell), direction) for cell, direction in event["shut"])


def _over(display: Display, event: Event) -> None:
    display.over = True
    display.winners = tuple(event["winners"])


KERNEL_CHANGES: dict[str, Change] = {
    "moment": _moment,
    "step": _step,
    "turn": _turn,
    "place": _place,
    "hurt": _damage,
    "heal": _damage,
    "destroy": _destroy,
    "gates": _gates,
    "over": _over,
}
"""The functions that change the display for the kernel's events, by type; plugins add theirs (`Views.on`)."""
