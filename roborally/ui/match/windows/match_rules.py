"""Finds the rules for a cell, a line of the log or a question of the displayed match, and follows a turn's steps."""

from roborally.base.errors import GameError
from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.observation import Observation
from roborally.narration.rulebook.links import RuleLinks
from roborally.narration.rulebook.pages import Rulebook, read_rulebook
from roborally.narration.rulebook.turn import TurnStep, TurnSteps
from roborally.ui.match.shown_match import ShownMatch


def rulebook_or_nothing() -> Rulebook:
    """Return the rulebook, or an empty one if its files cannot be read; the rulebook's page shows the error."""
    try:
        return read_rulebook()
    except GameError:
        return Rulebook({})


class MatchRules:
    """Finds the ids of rules about a match, empty texts if there are none, and follows the turn's steps (CLI-1501)."""

    def __init__(self, context: ShownMatch) -> None:
        self._context = context
        self.links = RuleLinks(context.plugins, rulebook_or_nothing())
        self.running: TurnStep | None = None
        """The step of the turn being shown, or in which the match waits for an answer; `None` before the first."""
        self._turn = 0
        self.shown = ""
        """The id of the rule behind the latest event shown in this turn, or an empty text."""
        self.steps = self._read()

    def _read(self) -> TurnSteps:
        return TurnSteps(self._context.game.floor, self._context.plugins, self.links)

    def translate(self) -> None:
        """Translate the names of the steps to the current language."""
        self.steps, before = self._read(), self.running
        self.running = next((step for step in self.steps.all if before and step.place == before.place), None)

    def at(self, cell: Cell) -> str:
        """Return the id of the rule about the piece on a cell, or else about an element there, or an empty text."""
        robots, elements = self._context.display.robots, self._context.game.course.board.elements
        here = [(robot.kind, not robot.solid) for robot in robots if robot.cell == cell]
        here += [(element.kind, False) for element in elements if element.cell == cell]
        return next((rule for kind, raised in here if (rule := self.links.thing(kind, raised=raised))), "")

    def line(self, number: int) -> str:
        """Return the id of the rule behind the log's line with this number, or an empty text."""
        log = self._context.log
        return self.links.event(log.event(number)) if log.first <= number < log.written else ""

    def now(self, asked: Decision | None, *, moving: bool) -> str:
        """Return the rule's id for the question `asked`, else with `moving` for the latest event, else for the step."""
        rule = self.links.question(self._context.about(asked)) if asked is not None else self.shown if moving else ""
        return rule or (self.running.rule if self.running is not None else "")

    def on_event(self, event: Event) -> None:
        """Update the step and the rule at an event being shown."""
        if event["type"] == "moment" and event.get("turn", self._turn) != self._turn:
            self._turn = event.get("turn", self._turn)
            self.running = None
            self.shown = ""
        self.shown = self.links.event(event) or self.shown
        self.running = self.steps.after(self.running, event)

    def rest(self, seen: Observation) -> None:
        """Update the step from the match, once everything has been shown."""
        running = self.steps.running(seen.data.get("agenda", ()))
        self.running = running[-1] if running else self.running

    def path(self) -> list[TurnStep]:
        """Return the running step of the turn, preceded by the steps that contain it, the outermost first."""
        found: list[TurnStep] = []
        step = self.running
        while step is not None and step not in found:
            found.insert(0, step)
            step = next((other for other in self.steps.all if other.inner == found[0].sequence), None)
        return found
