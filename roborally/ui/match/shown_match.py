"""The context shared by all parts of a match's screen: the session, the displayed state, and additions of plugins."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from roborally.base.templates import fill
from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.core.events import Event, is_for
from roborally.core.geometry import Cell
from roborally.core.observation import SPECTATOR
from roborally.game.session.protocol import Session
from roborally.narration.chronicle import Chronicle
from roborally.narration.match_log import MAX_LINES, MAX_SIZE, MatchLog
from roborally.narration.recap import RobotLines, recap
from roborally.narration.remarks import Remarks
from roborally.narration.turn_events import PlayedTurn, TurnEvents
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.board.display import Display, Robot
from roborally.ui.context import MatchContext
from roborally.ui.plugin import SlotLook, Views, plain_look, views_of


@dataclass
class ShownMatch(MatchContext):
    """The context of a match in the window, with the `views` that its plugins have registered."""

    views: Views = field(kw_only=True)
    turn: TurnEvents = field(kw_only=True)
    confirmed: tuple[int, int, Any] | None = None
    """The last answer given in a panel, as (seat, turn, answer), `None` before; it is visible during this turn."""

    @staticmethod
    def of(session: Session, past: Iterable[Event] = (), views: Views | None = None) -> "ShownMatch":
        """Prepare to show a session; call it before the session is polled for the first time.

        `past` are the earlier events of a continued match, for the log and the recap. `views` are the plugins'
        additions to the window, if they have been registered already.
        """
        game = session.game
        humans = session.humans()
        own = humans[0] if len(humans) == 1 else SPECTATOR  # several people take turns at the screen
        views = views_of(game.plugins) if views is None else views
        observation = session.observe(own)
        display = Display(observation, game.plugins, views.changes)
        chronicle = Chronicle.of(game)
        painter = BoardPainter(game.plugins)
        log = MatchLog(Chronicle.of(game, short=True), MAX_LINES, MAX_SIZE)
        before = [event for event in past if is_for(event, own)]
        log.narrate_all(before)
        log.causes = display.causes()
        turn = TurnEvents(log.causes.cells, before)
        shown = ShownMatch(session, own, display, painter, chronicle, log, views=views, turn=turn)
        data = observation.data
        for entry in data["decisions"]:  # laid before the connection was lost, or meanwhile by a bot
            if entry["id"] in data["sealed"] and shown.has_panel(entry["kind"]):
                shown.confirmed = own, display.turn, data["sealed"][entry["id"]]
        return shown

    @cached_property
    def remarks(self) -> Remarks:
        """Return the chooser of remarks, with the lines of all robots of the match."""
        models = {robot.index: self.model(robot.index) for robot in self.display.robots}
        return Remarks({index: model.lines for index, model in models.items() if model is not None and model.lines})

    @cached_property
    def look(self) -> SlotLook:
        """Return the look of the programs' slots: the one that a plugin has registered, or a plain one."""
        return self.views.look or plain_look()

    def recap(self, turn: PlayedTurn) -> list[RobotLines]:
        """Return what mattered to each robot in a turn by the gauges that are shown, the player first (CLI-2033)."""
        robots, own = self.display.robots, self.own_piece
        gauges = (entry for plugin in self.game.plugins for entry in plugin.manifest.gauge.items())
        unused = {type_ for name, gauge in gauges if name not in robots[own].gauges for type_ in gauge.events}
        events = [event for event in turn.events if event["type"] not in unused]  # such as unlimited lives
        count, first = sum(robot.seat >= 0 for robot in robots), own if self.own != SPECTATOR else SPECTATOR
        return recap(turn._replace(events=events), self.chronicle, count, self.game.course.board, first)

    @property
    def facings(self) -> bool:
        """Return whether robots have a facing in this game."""
        return self.views.facings

    def has_panel(self, kind: str) -> bool:
        """Return whether a kind of question has its own panel."""
        return kind in self.views.panels

    def beside(self, seat: int) -> list[Decision]:
        """Return the open questions that a panel of a seat asks together with its main question (`Views.beside`)."""
        found = self.session.decisions(seat)
        pieces = {entry["piece"] for entry in found if self.has_panel(entry["kind"])}
        return [entry for entry in found if entry["kind"] in self.views.together and entry["piece"] in pieces]

    def heading(self, turn: int, stage: int) -> str:
        """Return the title of a moment: the turn, and the current stage unless that is 0."""
        if stage and self.look.heading:
            return fill(self.words.translated(self.look.heading), {"turn": turn, "number": stage})
        return _("Turn {turn}").format(turn=max(1, turn))

    @property
    def only_watches(self) -> bool:
        """Return whether nobody here plays on, and the match waits for the programs of people elsewhere."""
        here = self.session.humans()
        plays = any(robot.seat in here and not robot.eliminated for robot in self.display.robots)
        return not plays and any(self.is_person(seat) for seat in self.session.waiting_for())

    @property
    def has_laid(self) -> bool:
        """Return whether the program of the seat at the screen is confirmed, while others are still programming."""
        return (
            self.confirmed is not None
            and self.confirmed[:2] == (self.own, self.display.turn)
            and not self.display.stage
        )

    def program(self, robot: Robot) -> Sequence[str]:
        """Return the content of a robot's slots, empty texts where unknown; the own program once it is confirmed."""
        answer = self.confirmed[2] if self.confirmed is not None else ()
        if (
            not self.has_laid
            or robot.seat != self.own
            or not isinstance(answer, Sequence)
            or len(answer) < len(robot.slots)
        ):
            return robot.slots
        pairs = zip(robot.slots, answer, strict=False)
        return [known or (laid if isinstance(laid, str) else "") for known, laid in pairs]

    def place_of(self, number: int) -> Cell | None:
        """Return the cell of the event of a log line; `None` for an event without a cell, or for a line not kept."""
        if not self.log.first <= number < self.log.written:
            return None
        event = self.log.event(number)
        cell = event.get("to", event.get("cell", event.get("at")))
        return (cell[0], cell[1]) if cell else None

    def line(self) -> str:
        """Return the lines of the plugins about the match's state, joined into one; empty if there are none."""
        return "   ".join(line for describe in self.views.lines if (line := describe(self)))
