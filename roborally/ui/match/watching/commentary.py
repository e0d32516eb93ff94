"""Comments on a match for the strip below the board, made from events, manifests and gauges."""

from collections.abc import Callable
from typing import NamedTuple

from roborally.base.translation import _
from roborally.core.events import Event
from roborally.narration.words import listed
from roborally.ui.board.marks import ActMarks
from roborally.ui.context import Gauge
from roborally.ui.match.shown_match import ShownMatch

STANDING, SMALL, LARGE, LOSS, END = range(1, 6)
"""The weights of comments: on the standings, an event with a remark, one with a banner, a destruction, the end."""
NOBODY = -1


class Comment(NamedTuple):
    """A comment of one or two sentences, the index of its piece (`NOBODY` for all), and its weight."""

    text: str
    piece: int
    weight: int


class Commentator:
    """Selects the events that are worth a comment.

    These are destructions and the end, events that a manifest marks as a remark or banner, and a new leader: by the
    first gauge that ranks robots and has a goal, in modes that have one.
    """

    def __init__(self, context: ShownMatch, marks: ActMarks) -> None:
        self._context = context
        self._marks = marks
        self._leaders = self._first()

    def remark(self, event: Event, line: str) -> Comment | None:
        """Return the comment on a displayed event, or `None`; `line` is its sentence in the log."""
        if event["type"] == "moment":
            if event["name"] != "start" or event["turn"] == 1:
                return None
            return self.standing(event["turn"])  # the remarks of the last turn are over
        remark = self._of_event(event, line)
        overtaken = self._overtaking() if remark is not None else None
        if remark is None or overtaken is None or remark.weight == END:
            return remark
        return Comment(f"{remark.text} {overtaken}", remark.piece, max(remark.weight, LARGE))

    def _of_event(self, event: Event, line: str) -> Comment | None:
        if not line:
            return None
        piece = int(event.get("piece", NOBODY))
        if event["type"] == "over":
            return Comment(line, next(iter(event["winners"]), NOBODY), END)
        if event["type"] == "destroy":
            names = listed([self._context.name(index) for index in event["by"] if index != piece])
            credit = " " + _("Credit goes to {by}.").format(by=names) if names else ""
            return Comment(line + credit, piece, LOSS)
        act = self._marks.find(event)
        if act is None or not (act.banner or act.remark):
            return None
        return Comment(line, piece, LARGE if act.banner else SMALL)

    # --- who leads ------------------------------------------------------------------------------------------------

    def _gauge(self) -> Gauge | None:
        """Return the gauge of the robots' progress towards their goal, or `None` if the mode has none."""
        found = [gauge for gauge in self._context.gauges(0) if gauge.manifest.ranked and gauge.manifest.goal]
        return found[0] if found else None

    def _first(self) -> list[int]:
        """Return the indexes of the robots nearest to their goal; none before any robot has made progress."""
        gauge = self._gauge()
        if gauge is None:
            return []
        robots = [robot for robot in self._context.display.robots if robot.seat >= 0 and not robot.eliminated]
        best = max((robot.gauges.get(gauge.name, 0) for robot in robots), default=0)
        return [robot.index for robot in robots if best and robot.gauges.get(gauge.name, 0) == best]

    def _overtaking(self) -> str | None:
        """Return a sentence about the robot that has taken the lead since the last call, `None` without one."""
        before, self._leaders = self._leaders, self._first()
        if len(self._leaders) != 1 or self._leaders == before:
            return None
        return _("{name} takes the lead.").format(name=self._context.name(self._leaders[0]))

    def standing(self, turn: int | None = None) -> Comment:
        """Return a comment on which robots lead; before any has made progress, on the turn (`None`: the shown one)."""
        gauge, self._leaders = self._gauge(), self._first()
        if gauge is None or not self._leaders:
            number = max(1, self._context.display.turn) if turn is None else turn
            return Comment(_("Turn {turn}").format(turn=number), NOBODY, STANDING)
        names = listed([self._context.name(index) for index in self._leaders])
        text = _("{names} leads.") if len(self._leaders) == 1 else _("{names} share the lead.")
        sentence = gauge.text(self._context.display.robots[self._leaders[0]])
        piece = self._leaders[0] if len(self._leaders) == 1 else NOBODY
        return Comment(f"{text.format(names=names)} {sentence.rstrip('.')}.", piece, STANDING)


class Speech:
    """Chooses the comment to show: each stays for a while; then the most important new one follows.

    After `MAX_SECONDS` without a new one, the comment `standing()` follows.
    """

    SHORTEST = 1.8
    """The minimum number of seconds for which a comment is shown, unless a more important one comes."""
    MAX_SECONDS = 7.0
    """The seconds for which a comment is shown before the standings replace it."""

    def __init__(self, standing: Callable[[], Comment]) -> None:
        self._standing = standing
        self.said = standing()
        self._next: Comment | None = None
        self._age = 0.0

    def add(self, remark: Comment) -> None:
        """Show a comment now or after the current one; drop the comment if a more important one is waiting."""
        if self._age >= self.SHORTEST or remark.weight > self.said.weight:
            self._say(remark)
        elif self._next is None or remark.weight >= self._next.weight:
            self._next = remark

    def update(self, seconds: float) -> None:
        """Advance the time by some seconds, and show the next comment when its time has come."""
        self._age += seconds
        if self._next is None and self._age >= self.MAX_SECONDS and self.said.weight < END:
            self._next = self._standing()
        if self._next is not None and self._age >= self.SHORTEST:
            self._say(self._next)

    def _say(self, remark: Comment) -> None:
        self.said, self._next, self._age = remark, None, 0.0
