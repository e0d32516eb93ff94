"""Sums up a turn: for each robot a line or two about what mattered to it and who caused it (CLI-2033).

A fact is a sentence without its subject, such as "is pushed 2 spaces by Cog": the window writes the robot before it.
Most are sentences of the log; a manifest lists the plugin's events that matter in `[recap]`. The fact with the largest
weight comes first; others join it while there is room.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeGuard

from roborally.base.templates import fill
from roborally.base.translation import _
from roborally.core.board import Board
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.narration.causes import Causes, follow
from roborally.narration.chronicle import Chronicle, distance_text, topic
from roborally.narration.words import BY, OFF, listed

ROOM = 60
"""The length of a line in characters up to which further facts join it."""
LIGHT, SMALL, DEED, HARM, MOVED, GRAVE, GOAL, LOSS, WIN = range(9)
"""The weights of facts, lightest first: `LIGHT` is for the player only; from `DEED` on there may be a second line."""
GRAVE_HARM = 3
"""The minimum number of points of damage in a turn that have the weight `GRAVE`."""
MAX_UNSEEN = 400
"""A turn with at least this many events that was not recalled is dropped, and not recalled with the next one."""
WEIGHTS: dict[str, int] = {"small": SMALL, "deed": DEED, "goal": GOAL, "loss": LOSS}
"""The weights of facts by the names that they have in manifests."""


class TurnFact(NamedTuple):
    """A fact about a robot in a turn: a weight (`LIGHT` to `WIN`), and a sentence without its subject."""

    weight: int
    text: str


class RobotLines(NamedTuple):
    """The summary of a robot's turn: the index of its piece, and one text, or two if one line is not enough."""

    piece: int
    texts: tuple[str, ...]


@dataclass
class _Story:
    """All that has happened to one robot in a turn, from which the lines about it are made."""

    facts: list[TurnFact] = field(default_factory=list)
    harm: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The points of damage by pairs of names: the source, and the robot that pushed this one there or an empty text."""
    moved: dict[str, Counter[str]] = field(default_factory=dict)
    """The steps that others made the robot take, counted by sentence and by the name of who or what did it."""
    carried: Counter[str] = field(default_factory=Counter)
    """The steps and turns that belts and other elements made the robot take, counted by sentence."""
    pushes: dict[int, None] = field(default_factory=dict)
    """The indexes of the pieces that the robot has pushed, in order."""
    tows: dict[int, None] = field(default_factory=dict)
    """The indexes of the pieces, such as a ball, that have followed the robot into cells it left."""
    hits: dict[int, None] = field(default_factory=dict)
    """The indexes of the pieces that the robot has damaged, in order."""
    stopped: dict[str, None] = field(default_factory=dict)
    repaired: dict[str, Event] = field(default_factory=dict)
    """The last repair of the robot, by sentence, with the points of all its repairs."""
    pusher: str = ""
    """The name of the robot or element that last pushed this robot since it was put on the floor, or an empty text."""
    mover: str = ""
    """The name of the robot or element that caused the last step, empty for the robot itself or an unnamed element."""
    has_driven: bool = False
    """Whether the robot has moved by itself since it was last pushed."""
    shift: Cell = (0, 0)
    """The total distance by which pushes have moved the robot, in cells to the right and down."""


class PlayedTurn(NamedTuple):
    """The cells of the pieces when a turn began, by index, and its events as one player may see them."""

    cells: Mapping[int, Cell]
    events: Sequence[Event]


class TurnEvents:
    """Keeps the events of the running turn, and those of the last one for its recap.

    A turn that was not recalled, because the player had nothing to program after it, is recalled with the next one.
    """

    def __init__(self, cells: Mapping[int, Cell], past: Sequence[Event] = ()) -> None:
        """Start with the cells of all pieces on the floor, and the `past` events of a continued match."""
        self.last = PlayedTurn({}, [])
        self.is_recalled = False
        """Whether the recap of the last turn has been shown; the window sets it."""
        self._cells = dict(cells)
        self._running: list[Event] = []
        self._begun_at: Mapping[int, Cell] = {}
        for event in past:
            self.on_event(event)
            self.is_recalled = True

    def on_event(self, event: Event) -> None:
        """Keep an event that is being shown; the first event of a turn makes the previous turn the last one."""
        if event["type"] == "moment" and event["name"] == "start":
            turn = PlayedTurn(self._begun_at, self._running)
            if not self.is_recalled and self.last.events and len(self.last.events) < MAX_UNSEEN:
                turn = PlayedTurn(self.last.cells, [*self.last.events, *self._running])
            self.last, self.is_recalled, self._running = turn, False, []
            self._begun_at = dict(self._cells)
        follow(self._cells, event)
        self._running.append(event)


def recap(
    turn: PlayedTurn, chronicle: Chronicle, robots: int, board: Board, own: int | None = None
) -> list[RobotLines]:
    """Return the lines about each robot to which something happened, in the order of pieces.

    `robots` is the number of robots, which are the first pieces. `own` is the player's robot or `None`; only its lines
    have `LIGHT` facts.
    """
    facts = _Facts(chronicle, robots, board, turn.cells)
    for event in turn.events:
        facts.on_event(event)
    return facts.lines(own)


class _Facts:
    """Collects the facts of a turn, event by event, and writes the lines."""

    def __init__(self, chronicle: Chronicle, robots: int, board: Board, cells: Mapping[int, Cell]) -> None:
        self._chronicle = chronicle
        self._board = board
        self._causes = Causes(board, cells)
        self._stories = [_Story() for _ in range(robots)]
        self._last: Event = {"type": ""}

    def on_event(self, event: Event) -> None:
        """Add the facts of an event to the robot it is about and to the robots that caused it."""
        event = self._causes.explained(event)
        piece, type_ = event.get("piece"), event["type"]
        own = self._stories[piece] if self._is_robot(piece) else None
        match type_:
            case "step" if own:
                self._step(event, own)
            case "step":
                self._step_without_seat(event)
            case "turn" if own:
                own.carried[self._chronicle.words.find("turn", f"{event['how']}{BY}") or ""] += 1
            case "place" if own:
                own.pusher, own.shift = "", (0, 0)
            case "blocked" if own:
                if event["how"] != "push":
                    own.stopped[self._chronicle.filled(self._chronicle.predicate(event), event)] = None
            case "hurt" if own:
                self._hurt(event, own)
            case "heal" if own and piece in self._causes.cells:
                self._heal(event, own)
            case "destroy" if own:
                self._destroy(event, own)
            case "over":
                for winner in event["winners"]:
                    self._add(winner, WIN, _("wins"))
            case _:
                self._note(event)
        self._last = event

    def lines(self, own: int | None) -> list[RobotLines]:
        """Return the lines of all robots that have any, in the order of pieces; only `own` gets `LIGHT` facts."""
        lines = [RobotLines(piece, self._lines(story, light=piece == own)) for piece, story in enumerate(self._stories)]
        return [line for line in lines if line.texts]

    def _is_robot(self, piece: object) -> TypeGuard[int]:
        return isinstance(piece, int) and 0 <= piece < len(self._stories)

    def _add(self, piece: int, weight: int, text: str) -> None:
        if text and self._is_robot(piece):
            self._stories[piece].facts.append(TurnFact(weight, text))

    def _agent(self, name: str) -> str:
        return self._chronicle.words.find("agent", name) or ""

    def _note(self, event: Event) -> None:
        """Add the fact of a plugin's event to the robot it is about, or else to the robots that caused it."""
        weight = self._chronicle.words.weights.get(topic(event))
        if weight is None:
            return
        text = self._chronicle.words.find("log", f"{topic(event)}{BY}") or self._chronicle.predicate(event)
        own = event.get("piece")
        about = (own,) if self._is_robot(own) else event.get("by", ())
        for piece in about:
            self._add(piece, WEIGHTS[weight], self._said(text.partition(". ")[0], event))

    def _said(self, text: str, event: Event) -> str:
        """Return a manifest's sentence about an event with its values filled in, without its subject and full stop."""
        text = text.removeprefix("{piece} ").removeprefix("{by} ").rstrip(".!")
        return self._chronicle.filled(text, event)

    # --- the kernel's events --------------------------------------------------------------------------------------

    def _step(self, event: Event, own: _Story) -> None:
        by, how = event["by"], event["how"]
        if by == event["piece"]:
            own.mover, own.has_driven = "", True
            return
        own.mover = self._chronicle.name(by) if by >= 0 else self._agent(how)
        if not own.mover:
            own.carried[self._chronicle.words.find("move", f"{how}{BY}") or ""] += 1
            return
        own.pusher, own.has_driven = own.mover, False
        (x, y), (before_x, before_y) = event["to"], event["from"]
        own.shift = own.shift[0] + x - before_x, own.shift[1] + y - before_y
        way = self._chronicle.predicate(event) if how != "push" else ""
        if not way or (by < 0 and "{piece}" in way):
            way = _("is pushed {distance} by {by}")
        text = way.replace("{piece}", self._chronicle.name(event["piece"])).replace("{leader}", "{by}")
        text += "" if "{by}" in text else " ({by})"
        own.moved.setdefault(text, Counter())[own.mover] += 1
        if self._is_robot(by):
            self._stories[by].pushes[event["piece"]] = None

    def _step_without_seat(self, event: Event) -> None:
        """Note a step of a piece without a seat, such as a ball, for the robot that pushes it or that it follows."""
        by, leader = event["by"], event.get("leader", -1)
        if self._is_robot(by):
            self._stories[by].pushes[event["piece"]] = None
        elif self._is_robot(leader) and self._agent(event["how"]):
            self._stories[leader].tows[event["piece"]] = None

    def _hurt(self, event: Event, own: _Story) -> None:
        by, cause = event["by"], event["cause"]
        agent, pusher = self._agent(cause), ""
        if by < 0:
            name, pusher = agent, "" if own.has_driven else own.pusher
        elif "{by}" in agent:
            name = fill(agent, {"by": self._chronicle.name(by)})
        else:
            name = _("itself") if by == event["piece"] else self._chronicle.name(by)
            if by != event["piece"] and self._is_robot(by):
                self._stories[by].hits[event["piece"]] = None
        if name:
            own.harm[name, pusher] += event["points"]
        self._add(event["piece"], GOAL, self._said(self._chronicle.words.find("hurt", f"{cause}{BY}") or "", event))

    def _heal(self, event: Event, own: _Story) -> None:
        text = self._chronicle.predicate(event)
        before = own.repaired.get(text, {"points": 0})
        own.repaired[text] = {**event, "points": before["points"] + event["points"]}

    def _destroy(self, event: Event, own: _Story) -> None:
        by = [piece for piece in event["by"] if piece != event["piece"]]
        text = self._chronicle.predicate({**event, "by": by})
        sentence, agent = ("{what}", "") if "{by}" in text else self._blame(event, own, by)
        what = self._chronicle.filled(text, {**event, "by": by})
        own.facts.append(TurnFact(LOSS, sentence.format(what=what, by=agent)))
        for piece in by:
            self._add(piece, GOAL, _("destroys {piece}").format(piece=self._chronicle.name(event["piece"])))
            if self._is_robot(piece):
                for deeds in (self._stories[piece].pushes, self._stories[piece].hits):
                    deeds.pop(event["piece"], None)
        own.moved.clear()
        own.carried.clear()
        own.pusher, own.shift = "", (0, 0)

    def _blame(self, event: Event, own: _Story, by: Sequence[int]) -> tuple[str, str]:
        """Return a sentence about a loss with `{what}` and maybe `{by}`, and the name of the cause for `{by}`."""
        is_moved_there = self._last["type"] == "step" and self._last["piece"] == event["piece"]
        if is_moved_there and own.mover:
            return _("{what}, pushed by {by}"), own.mover
        if own.pusher and not own.has_driven:
            return _("{what} after a push by {by}"), own.pusher
        if by:
            return "{what} ({by})", listed([self._chronicle.name(piece) for piece in by])
        if own.pusher and is_moved_there and not self._is_fatal_anyway(event, own):
            return _("{what}, knocked off course by {by}"), own.pusher
        carrier = self._agent(f"{self._last['how']}{OFF}") if is_moved_there else ""
        return _("{what}, carried by {by}") if carrier else "{what}", carrier

    def _is_fatal_anyway(self, event: Event, own: _Story) -> bool:
        """Return whether the robot would have ended on an equally deadly cell without the pushes, too."""
        x, y = event["cell"]
        cell = x - own.shift[0], y - own.shift[1]
        kinds = {element.kind for element in self._board.elements if element.cell == (x, y)}
        return cell not in self._board.inside or any(
            element.cell == cell and element.kind in kinds for element in self._board.elements
        )

    def _lines(self, own: _Story, *, light: bool) -> tuple[str, ...]:
        """Return a robot's most important facts, `LIGHT` ones only if `light`, in one line or, if needed, two."""
        order = {fact: at for at, fact in enumerate(own.facts)}
        facts = list(order)
        for text, steps in own.moved.items():
            by, count = listed([name for name, _steps in steps.most_common()]), sum(steps.values())
            facts.append(TurnFact(MOVED, fill(text, {"distance": distance_text(count), "by": by})))
        if own.harm:
            facts.append(TurnFact(GRAVE if own.harm.total() >= GRAVE_HARM else HARM, _harm_text(own.harm)))
        deeds = (_("drags {pieces}"), own.tows), (_("pushes {pieces}"), own.pushes), (_("hits {pieces}"), own.hits)
        for text, pieces in deeds:
            if pieces:
                named = listed([self._chronicle.name(piece) for piece in pieces])
                facts.append(TurnFact(DEED, text.format(pieces=named)))
        repaired = [self._chronicle.filled(text, event) for text, event in own.repaired.items()]
        facts += [TurnFact(DEED, text) for text in repaired if text]
        facts += [TurnFact(SMALL, text) for text in own.stopped]
        for text, times in own.carried.items():
            if text and light:
                facts.append(TurnFact(LIGHT, self._said(text, {"type": "", "distance": distance_text(times)})))
        # Of equals the latest is chosen first, because it holds at the end; a line has them in the order of events.
        lines: list[list[TurnFact]] = []
        for fact in sorted(dict.fromkeys(facts), key=lambda fact: (-fact.weight, -order.get(fact, -1))):
            if lines and sum(len(each.text) + 2 for each in (*lines[-1], fact)) <= ROOM + 2:
                lines[-1].append(fact)
            elif not lines or (len(lines) == 1 and fact.weight >= DEED):
                lines.append([fact])
        for line in lines:
            line.sort(key=lambda fact: (-fact.weight, order.get(fact, len(order))))
        return tuple("; ".join(fact.text for fact in line) for line in lines)


def _harm_text(harm: Counter[tuple[str, str]]) -> str:
    """Return a robot's damage and its sources, the largest first, in words; without pushers if that is too long."""
    sources, points = sorted(harm, key=lambda source: (source[1] != "", -harm[source])), sum(harm.values())
    text, pushed = _("takes {points} damage ({by})"), _("{name} after a push by {by}")
    names = [pushed.format(name=name, by=pusher) if pusher else name for name, pusher in sources]
    whole = text.format(points=points, by=listed(names))
    if len(whole) <= ROOM:
        return whole
    return text.format(points=points, by=listed(list(dict.fromkeys(name for name, _pusher in sources))))
