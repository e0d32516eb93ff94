"""What is shown of a match: begun from a view, and from then on changed by events alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.views import View

REGISTERS = 5
UNKNOWN = "?"
CHECKED: tuple[str, ...] = ("cell", "facing", "damage", "lives", "reached", "locks", "archive", "eliminated", "down")
CHECKED += ("waiting", "virtual", "options")
"""What is compared with a view."""


@dataclass
class Robot:
    """A piece as it is shown; `cell` is `None` off the floor.

    `cards` are the registers as far as they are known (`""` for an empty one), `locks` the numbers of the locked
    ones. `lives`, `reached` (checkpoints) and `down` stay as they are where a mode knows no such thing. Who is
    `waiting` has not entered the floor yet; `goal` is how much the robot must reach (0: not known here); `options` are
    the equipment that lies before the owner.
    """

    index: int
    kind: str
    seat: int
    cell: Cell | None
    facing: int
    damage: int
    lives: int = 0
    reached: int = 0
    locks: set[int] = field(default_factory=set)
    cards: list[str] = field(default_factory=lambda: [""] * REGISTERS)
    archive: Cell | None = None
    announced: bool = False
    down: bool = False
    eliminated: bool = False
    destroyed: bool = False
    waiting: bool = False
    virtual: bool = False
    goal: int = 0
    options: list[str] = field(default_factory=list)


class Display:
    """All pieces, the turn and the register, as far as the events have been played."""

    def __init__(self, view: View) -> None:
        """Take over what a view says."""
        self._floor = view.floor
        self.turn = 0
        self.register = 0
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.robots: list[Robot] = []
        self.shut: frozenset[tuple[Cell, int]] = frozenset()
        self._take(view)

    def _take(self, view: View) -> None:
        data, ext = view.data, view.data["ext"]
        self.turn, self.over = data["turn"], data["over"]
        self.register = data["stage"]
        self.winners = tuple(data["winners"])
        self.shut = frozenset(self._floor.board.gates[number] for number in data["shut"])
        self.robots = [self._robot(piece, ext) for piece in data["pieces"]]

    def _robot(self, piece: dict[str, Any], ext: dict[str, Any]) -> Robot:
        index = piece["index"]
        robot = Robot(index, piece["kind"], piece["seat"], self._cell(piece["cell"]), piece["facing"], piece["damage"])
        robot.virtual = not piece["solid"]
        for slot, name, attribute in (
            ("archive", "lives", "lives"),
            ("archive", "out", "eliminated"),
            ("race", "reached", "reached"),
            ("power-down", "down", "down"),
            ("entering", "waiting", "waiting"),
        ):
            if slot in ext and index < len(ext[slot][name]):
                setattr(robot, attribute, ext[slot][name][index])
        if "race" in ext and index < len(ext["race"]["routes"]):
            robot.goal = len(ext["race"]["routes"][index])
        if "option-cards" in ext and index < len(ext["option-cards"]["held"]):
            robot.options = list(ext["option-cards"]["held"][index])
        robot.destroyed = robot.cell is None and not robot.waiting
        if "archive" in ext and index < len(ext["archive"]["cells"]):
            robot.archive = self._cell(ext["archive"]["cells"][index])
        cards = ext.get("program-cards")
        if cards is not None and index < len(cards["slots"]):
            robot.locks = set(cards["locks"][index])
            robot.cards = [card if card != UNKNOWN else "" for card in cards["slots"][index]]
        return robot

    def know(self, view: View) -> None:
        """Take over what another seat at this machine knows: its own list, and nothing of the others' secret ones."""
        for shown, robot in zip(self.robots, Display(view).robots, strict=True):
            shown.reached, shown.goal = robot.reached, robot.goal

    def _cell(self, index: int) -> Cell | None:
        return self._floor.cells[index] if index >= 0 else None

    # --- events ---------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Change what is shown as an event says; types that change nothing to be seen are let pass."""
        change = getattr(self, "_on_" + event["type"].replace("-", "_"), None)
        if change is not None:
            change(event)

    def _on_moment(self, event: Event) -> None:
        self.turn = event["turn"]
        self.register = event["stage"]
        if event["name"] == "turn":
            for robot in self.robots:
                robot.cards = [card if number in robot.locks else "" for number, card in enumerate(robot.cards, 1)]

    def _on_step(self, event: Event) -> None:
        self.robots[event["piece"]].cell = tuple(event["to"])

    def _on_turn(self, event: Event) -> None:
        self.robots[event["piece"]].facing = event["to"]

    def _on_place(self, event: Event) -> None:
        robot = self.robots[event["piece"]]
        robot.cell, robot.facing = tuple(event["cell"]), event["facing"]
        robot.destroyed = robot.waiting = False

    def _on_lives(self, event: Event) -> None:
        self.robots[event["piece"]].lives = event["lives"]

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
        robot.cards = [""] * REGISTERS

    def _on_eliminated(self, event: Event) -> None:
        self.robots[event["piece"]].eliminated = True

    def _on_checkpoint(self, event: Event) -> None:
        self.robots[event["piece"]].reached += 1  # the number is the cell's, and lists may have an order of their own

    def _on_archive(self, event: Event) -> None:
        self.robots[event["piece"]].archive = tuple(event["cell"])

    def _on_lock(self, event: Event) -> None:
        self.robots[event["piece"]].locks.add(event["register"])

    def _on_unlock(self, event: Event) -> None:
        self.robots[event["piece"]].locks.discard(event["register"])

    def _on_program(self, event: Event) -> None:
        self.robots[event["piece"]].cards = list(event["cards"])

    def _on_reveal(self, event: Event) -> None:
        self.register = event["register"]
        for index, card in event["cards"]:
            self.robots[index].cards[event["register"] - 1] = card

    def _on_exchange(self, event: Event) -> None:
        self.robots[event["piece"]].cards[event["register"] - 1] = ""  # known when it is revealed or executed

    def _on_card(self, event: Event) -> None:
        robot = self.robots[event["piece"]]
        if event["card"] and event["card"] != UNKNOWN:
            robot.cards[event["register"] - 1] = event["card"]

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
        true = Display(view)
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
