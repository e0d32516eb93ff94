"""Comments on a game for spectators, in sentences made from events, manifests and gauges alone."""

from typing import NamedTuple

from roborally.base.translation import _
from roborally.core.events import Event
from roborally.narration.words import listed
from roborally.ui.board.marks import Marks
from roborally.ui.context import Gauge
from roborally.ui.match.shown_match import ShownMatch

STANDING, SMALL, LARGE, LOSS, END = range(1, 6)
"""How much a remark matters: how it stands, a remark of a manifest, a banner, a destruction, the end."""
NOBODY = -1


class Remark(NamedTuple):
    """A sentence or two, the piece that it is about (`NOBODY` for all), and how much it matters."""

    text: str
    piece: int
    weight: int


class Commentator:
    """Finds out which events are worth a remark.

    Remarkable are destructions and the end, what a manifest calls a remark or shows as a banner, and who leads: by the
    first gauge that ranks robots and has a goal, in modes that have one.
    """

    def __init__(self, context: ShownMatch, marks: Marks) -> None:
        """Begin with the match as it is displayed; `marks` say what is shown beside robots."""
        self._context = context
        self._marks = marks
        self._leaders = self._first()

    def remark(self, event: Event, line: str) -> Remark | None:
        """Return what is to be said of an event that has been displayed; `line` is its sentence in the log."""
        if event["type"] == "moment":
            return self._standing() if event["name"] == "start" else None
        remark = self._of_event(event, line)
        overtaken = self._overtaking() if remark is not None else None
        if remark is None or overtaken is None or remark.weight == END:
            return remark
        return Remark(f"{remark.text} {overtaken}", remark.piece, max(remark.weight, LARGE))

    def _of_event(self, event: Event, line: str) -> Remark | None:
        """Return the remark on an event by itself."""
        if not line:
            return None
        piece = int(event.get("piece", NOBODY))
        if event["type"] == "over":
            return Remark(line, next(iter(event["winners"]), NOBODY), END)
        if event["type"] == "destroy":
            names = listed([self._context.name(index) for index in event["by"] if index != piece])
            credit = " " + _("Credit goes to {by}.").format(by=names) if names else ""
            return Remark(line + credit, piece, LOSS)
        act = self._marks.find(event)
        if act is None or not (act.banner or act.remark):
            return None
        return Remark(line, piece, LARGE if act.banner else SMALL)

    # --- who leads ------------------------------------------------------------------------------------------------

    def _gauge(self) -> Gauge | None:
        """Return what tells how near a robot is to its goal, or `None` where nothing does."""
        found = [gauge for gauge in self._context.gauges(0) if gauge.manifest.ranked and gauge.manifest.goal]
        return found[0] if found else None

    def _first(self) -> list[int]:
        """Return the robots that are nearest to their goal, nobody as long as none has come nearer."""
        gauge = self._gauge()
        if gauge is None:
            return []
        robots = [robot for robot in self._context.display.robots if robot.seat >= 0 and not robot.eliminated]
        best = max((robot.gauges.get(gauge.name, 0) for robot in robots), default=0)
        return [robot.index for robot in robots if best and robot.gauges.get(gauge.name, 0) == best]

    def _overtaking(self) -> str | None:
        """Return who has taken the lead since this was asked the last time."""
        before, self._leaders = self._leaders, self._first()
        if len(self._leaders) != 1 or self._leaders == before:
            return None
        return _("{name} takes the lead.").format(name=self._context.name(self._leaders[0]))

    def _standing(self) -> Remark | None:
        """Return how it stands at the beginning of a turn."""
        gauge, self._leaders = self._gauge(), self._first()
        if gauge is None or not self._leaders:
            return None
        names = listed([self._context.name(index) for index in self._leaders])
        text = _("{names} leads.") if len(self._leaders) == 1 else _("{names} share the lead.")
        told = gauge.told(self._context.display.robots[self._leaders[0]])
        piece = self._leaders[0] if len(self._leaders) == 1 else NOBODY
        return Remark(f"{text.format(names=names)} {told}", piece, STANDING)


class Speech:
    """Which remark is heard: each for a while, and of those that come meanwhile the one that matters most."""

    SHORTEST = 1.8
    """Seconds for which a remark is read at least, unless one comes that matters more."""
    LONGEST = 7.0
    """Seconds after which it is taken away."""

    def __init__(self) -> None:
        """Begin silent."""
        self.said: Remark | None = None
        self._next: Remark | None = None
        self._age = 0.0

    def add(self, remark: Remark) -> None:
        """Say something at once, or when what is being said has been read."""
        if self.said is None or self._age >= self.SHORTEST or remark.weight > self.said.weight:
            self._say(remark)
        elif self._next is None or remark.weight >= self._next.weight:
            self._next = remark

    def update(self, seconds: float) -> None:
        """Advance time."""
        self._age += seconds
        if self._next is not None and self._age >= self.SHORTEST:
            self._say(self._next)
        elif self._age >= self.LONGEST:
            self.said = None

    def _say(self, remark: Remark) -> None:
        self.said, self._next, self._age = remark, None, 0.0
