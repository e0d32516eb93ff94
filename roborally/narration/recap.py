"""Sums up a turn: for each robot a line or two about what mattered to it and who caused it (CLI-2033).

A fact is a sentence without its subject, such as "is pushed 2 spaces by Cog": the window writes the robot before it.
Most are sentences of the log; a manifest lists the plugin's events that matter in `[recap]`. The fact with the largest
weight is always there; others join it while there is room, in the order of time.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeGuard

from roborally.base.templates import fill
from roborally.base.translation import _
from roborally.core.board import Board
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.narration.causes import Causes
from roborally.narration.chronicle import Chronicle, distance_text, topic
from roborally.narration.robot_story import (
    CARRIED,
    DEED,
    GOAL,
    GRAVE,
    GRAVE_HARM,
    HARM,
    LIGHT,
    LOSS,
    MOVED,
    SHOVE,
    SMALL,
    WEIGHTS,
    WIN,
    RobotStory,
    TurnFact,
)
from roborally.narration.turn_events import PlayedTurn
from roborally.narration.words import BY, OFF, ON, TURNED, listed

ROOM = 60
"""The length of a line in characters up to which further facts join it."""


class RobotLines(NamedTuple):
    """The summary of a robot's turn: the index of its piece, and a text of one line or two, in the order of time.

    `weight` is that of its most important fact.
    """

    piece: int
    text: str
    weight: int


def recap(
    turn: PlayedTurn, chronicle: Chronicle, robots: int, board: Board, own: int | None = None
) -> list[RobotLines]:
    """Return the lines about each robot to which something happened: the player's first, then those with most weight.

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
        self._stories = [RobotStory() for _ in range(robots)]
        self._last: Event = {"type": ""}
        self._drivers: dict[int, int] = {}
        """The robot that caused the last step of each piece without a seat."""
        self._counted = chronicle.words.counted
        self._now = 0
        """The number of the present event."""

    def on_event(self, event: Event) -> None:
        """Add the facts of an event to the robot it is about and to the robots that caused it."""
        event = self._causes.explained(event)
        self._now += 1
        piece, type_ = event.get("piece"), event["type"]
        own = self._stories[piece] if self._is_robot(piece) else None
        match type_:
            case "step" if own:
                self._step(event, own)
            case "step":
                self._step_without_seat(event)
            case "turn" if own:
                self._count(own, own.turned, event["how"], event["quarters"])
            case "place" if own:
                self._place(event, own)
            case "blocked" if own:
                if event["how"] != "push":
                    self._add(event["piece"], CARRIED, self._chronicle.filled(self._chronicle.predicate(event), event))
            case "hurt" if own:
                self._hurt(event, own)
            case "heal" if own and piece in self._causes.cells:
                self._heal(event, own)
            case "destroy" if own:
                self._destroy(event, own)
            case "unanswered" if own:
                text = self._said(self._chronicle.predicate(event), event)
                short, _sign, _rest = text.partition("; ")
                own.unanswered.append(TurnFact(HARM, text.replace("; ", ": "), self._now, short))
            case "moment" if event["name"] == "start":
                self._forget_what_was_ahead()
            case "over":
                for winner in event["winners"]:
                    self._add(winner, WIN, _("wins"))
            case _:
                self._note(event)
        self._last = event

    def lines(self, own: int | None) -> list[RobotLines]:
        """Return the lines of robots that have any: first of `own`, which alone has `LIGHT` facts, then by weight."""
        lines = [self._lines(piece, story, light=piece == own) for piece, story in enumerate(self._stories)]
        return sorted(filter(None, lines), key=lambda line: (line.piece != own, -line.weight))

    def _is_robot(self, piece: object) -> TypeGuard[int]:
        return isinstance(piece, int) and 0 <= piece < len(self._stories)

    def _add(self, piece: int, weight: int, text: str, *, costs: bool = False) -> None:
        """Add a fact; what a loss `costs` stands right after it, also if it is paid later, before a return."""
        if text and self._is_robot(piece):
            own = self._stories[piece]
            losses = (fact.at for fact in own.facts if costs and fact.weight == LOSS)
            own.facts.append(TurnFact(weight, text, max(losses, default=self._now)))
            own.has_led = own.has_led or (own.is_carried and weight >= HARM)

    def _count(self, own: RobotStory, counts: Counter[str], how: str, more: int = 1) -> None:
        counts[how] += more
        own.last[how] = self._now

    def _find(self, table: str, name: str) -> str:
        return self._chronicle.words.find(table, name) or ""

    def _by(self, table: str, name: str) -> str:
        return self._find(table, f"{name}{BY}")

    def _agent(self, name: str) -> str:
        return self._find("agent", name)

    def _note(self, event: Event) -> None:
        """Add the fact of a plugin's event to the robot it is about, or else to the robots that caused it."""
        weights, key = self._chronicle.words.weights, self._chronicle.key(event)
        weight = weights.get(key) or weights.get(topic(event))
        if weight is None:
            return
        aimed = next((name for name in (f"{key}{ON}", f"{topic(event)}{ON}") if self._find("log", name)), "")
        if aimed:
            text = self._said(self._find("log", aimed).removeprefix("{target} "), event)
            self._add(event.get("target", -1), WEIGHTS[weights.get(aimed, weight)], text)
        text = self._by("log", topic(event)) or self._chronicle.predicate(event)
        own = event.get("piece")
        about = (own,) if self._is_robot(own) else event.get("by", ())
        for piece in about:
            said = self._said(text.partition(". ")[0], event)
            self._add(piece, WEIGHTS[weight], said, costs=weight == "loss")
            if self._is_robot(piece):
                self._name_last(self._stories[piece], topic(event), alone=topic(event) in self._counted)

    def _forget_what_was_ahead(self) -> None:
        """Remove what was said about the turn that now begins; what happens in it is said instead."""
        for own in self._stories:
            for name, fact in own.latest.items():
                if self._chronicle.words.weights.get(name) == "ahead" and fact in own.facts:
                    own.facts.remove(fact)

    def _name_last(self, own: RobotStory, name: str, *, alone: bool) -> None:
        """Give a name to the last fact, which takes the place of the one before with this name if it stands `alone`."""
        before = own.latest.get(name)
        if alone and before in own.facts:
            own.facts.remove(before)
        own.latest[name] = own.facts[-1]

    def _said(self, text: str, event: Event) -> str:
        """Return a manifest's sentence about an event with its values filled in, without its subject and full stop."""
        text = text.removeprefix("{piece} ").removeprefix("{by} ").rstrip(".!")
        return self._chronicle.filled(text, event)

    # --- the kernel's events --------------------------------------------------------------------------------------

    def _step(self, event: Event, own: RobotStory) -> None:
        by, how, (x, y), (before_x, before_y) = event["by"], event["how"], event["to"], event["from"]
        carrier, own.is_carried = self._agent(f"{how}{OFF}"), False
        if by == event["piece"] and not carrier:
            own.mover, own.has_driven = "", True
            return
        driver = by if by >= 0 else self._drivers.get(event.get("leader", -1), -1)
        own.mover = self._chronicle.name(driver) if driver >= 0 else self._agent(how)
        if not own.mover or by == event["piece"]:
            own.mover, own.carrier, own.is_carried = "", carrier, True
            own.ride = own.ride[0] + x - before_x, own.ride[1] + y - before_y
            self._count(own, own.carried, how)
            return
        own.pusher, own.has_driven = own.mover, False
        own.shift = own.shift[0] + x - before_x, own.shift[1] + y - before_y
        way = self._chronicle.predicate(event) if how != "push" else ""
        if not way or (by < 0 and "{piece}" in way):
            way = _("is pushed {distance} by {by}")
        text = way.replace("{piece}", self._chronicle.name(event["piece"])).replace("{leader}", "{by}")
        text += "" if "{by}" in text else " ({by})"
        own.moved.setdefault(text, Counter())[own.mover] += 1
        own.last[text] = self._now
        if self._is_robot(driver):
            deeds = self._stories[driver].pushes if by >= 0 else self._stories[driver].tows
            deeds[event["piece"]] = self._now

    def _step_without_seat(self, event: Event) -> None:
        """Note a step of a piece without a seat, such as a ball, for the robot that pushes it or that it follows."""
        piece, by, leader = event["piece"], event["by"], event.get("leader", -1)
        self._drivers.pop(piece, None)
        if self._is_robot(by):
            self._stories[by].pushes[piece] = self._now
            self._drivers[piece] = by
        elif self._is_robot(leader) and self._agent(event["how"]):
            self._stories[leader].tows[piece] = self._now
            self._drivers[piece] = leader

    def _place(self, event: Event, own: RobotStory) -> None:
        """Note that a robot comes back or is moved elsewhere."""
        own.pusher, own.carrier, own.is_carried, own.shift, own.ride = "", "", False, (0, 0), (0, 0)
        self._add(event["piece"], CARRIED, self._said(self._by("move", event["how"]), event))

    def _hurt(self, event: Event, own: RobotStory) -> None:
        by, cause = event["by"], event["cause"]
        agent, pusher = self._agent(cause), ""
        if by < 0:
            name, pusher = agent, "" if own.has_driven else own.pusher
            own.has_led = own.has_led or own.is_carried
        elif "{by}" in agent:
            name = fill(agent, {"by": self._chronicle.name(by)})
        else:
            name = _("itself") if by == event["piece"] else self._chronicle.name(by)
            if by != event["piece"] and self._is_robot(by):
                self._stories[by].hits.setdefault(self._deed(cause), {})[event["piece"]] = self._now
        if name:
            own.harm[name, pusher] += event["points"]
            own.last[""] = self._now
        self._add(event["piece"], SMALL, self._said(self._by("hurt", cause), event))

    def _deed(self, cause: str) -> str:
        """Return a sentence with `{piece}` about who damages others, such as "shoots {piece}", from that of the log."""
        subject, _by, deed = self._find("hurt", cause).partition("{by} ")
        return deed.partition(":")[0] if not subject and "{piece}" in deed else _("hits {piece}")

    def _heal(self, event: Event, own: RobotStory) -> None:
        if whole := self._by("heal", event["cause"]):
            self._add(event["piece"], DEED, self._said(whole, event))
            self._name_last(own, event["cause"], alone=True)
            return
        text = self._chronicle.predicate(event)
        before = own.repaired.get(text, {"points": 0})
        own.repaired[text] = {**event, "points": before["points"] + event["points"]}
        own.last[text] = self._now

    def _destroy(self, event: Event, own: RobotStory) -> None:
        by = [piece for piece in event["by"] if piece != event["piece"]]
        text = self._chronicle.predicate({**event, "by": by})
        sentence, agent = ("{what}", "") if "{by}" in text else self._blame(event, own, by)
        what = self._chronicle.filled(text, {**event, "by": by})
        self._add(event["piece"], LOSS, sentence.format(what=what, by=agent))
        for piece in by:
            self._add(piece, GOAL, _("destroys {piece}").format(piece=self._chronicle.name(event["piece"])))
            if self._is_robot(piece):
                for deeds in (self._stories[piece].pushes, *self._stories[piece].hits.values()):
                    deeds.pop(event["piece"], None)
        for counts in (own.moved, own.carried, own.turned, own.harm):
            counts.clear()
        own.pusher, own.carrier, own.shift, own.ride, own.has_led = "", "", (0, 0), (0, 0), False

    def _blame(self, event: Event, own: RobotStory, by: Sequence[int]) -> tuple[str, str]:
        """Return a sentence about a loss with `{what}` and maybe `{by}`, and the name of the cause for `{by}`."""
        is_moved_there = self._last["type"] == "step" and self._last["piece"] == event["piece"]
        if is_moved_there and own.mover:
            return _("{what}, pushed by {by}"), own.mover
        if own.pusher and not own.has_driven:
            return _("{what} after a push by {by}"), own.pusher
        if by:
            return "{what} ({by})", listed([self._chronicle.name(piece) for piece in by])
        if own.pusher and is_moved_there and not self._is_fatal_anyway(event, own.shift):
            return _("{what}, knocked off course by {by}"), own.pusher
        if not own.carrier or not is_moved_there:
            return "{what}", ""
        if own.is_carried:
            return _("{what}, carried by {by}"), own.carrier
        return "{what}" if self._is_fatal_anyway(event, own.ride) else _("{what} after a ride on {by}"), own.carrier

    def _is_fatal_anyway(self, event: Event, shift: Cell) -> bool:
        """Return whether the robot would have ended on such a deadly cell without this shift, too."""
        x, y = event["cell"]
        cell = x - shift[0], y - shift[1]
        kinds = {element.kind for element in self._board.elements if element.cell == (x, y)}
        return cell not in self._board.inside or any(
            element.cell == cell and element.kind in kinds for element in self._board.elements
        )

    def _lines(self, piece: int, own: RobotStory, *, light: bool) -> RobotLines | None:
        """Return the most important facts about a robot, for one line, or two if another important one does not fit.

        `None` if there are no facts.
        """
        last = own.last
        facts = [*own.facts, *own.unanswered] if light else [fact for fact in own.facts if fact.weight > LIGHT]
        for text, steps in own.moved.items():
            by, count = listed([name for name, _steps in steps.most_common()]), sum(steps.values())
            facts.append(TurnFact(MOVED, fill(text, {"distance": distance_text(count), "by": by}), last[text]))
        if own.harm:
            points = own.harm.total()
            short = _("takes {points} damage").format(points=points)
            facts.append(TurnFact(GRAVE if points >= GRAVE_HARM else HARM, _harm_text(own.harm), last[""], short))
        moves = (SHOVE, _("drags {piece}"), own.tows), (SHOVE, _("pushes {piece}"), own.pushes)
        for weight, text, pieces in (*moves, *((DEED, text, pieces) for text, pieces in own.hits.items())):
            if pieces:
                named = listed([self._chronicle.name(piece) for piece in pieces])
                facts.append(TurnFact(weight, fill(text, {"piece": named}), max(pieces.values())))
        repaired = [(self._chronicle.filled(text, event), last[text]) for text, event in own.repaired.items()]
        facts += [TurnFact(DEED, text, at) for text, at in repaired if text]
        turned = {how: quarters for how, quarters in own.turned.items() if light and 0 < abs(quarters) < 3}
        for how, count in own.carried.items() if own.has_led or own.ride != (0, 0) else ():
            both = self._by("move", f"{how}{TURNED}") if how in turned else ""
            values = {"distance": distance_text(count), "quarters": turned.pop(how) if both else 0}
            text = self._said(both or self._by("move", how), {"type": "", **values})
            facts.append(TurnFact(CARRIED, text, last[how]))
        for how, quarters in turned.items():
            text = self._said(self._by("turn", how), {"type": "", "quarters": quarters})
            facts.append(TurnFact(LIGHT, text, last[how]))
        # Of equals the latest is chosen first, because it holds at the end, but what a loss costs comes after it.
        facts.sort(key=lambda fact: fact.at)
        chosen = {fact.text: fact for fact in facts if fact.text}.values()
        lines: list[list[TurnFact]] = []
        for fact in sorted(chosen, key=lambda fact: (-fact.weight, fact.at if fact.weight == LOSS else -fact.at)):
            forms = [fact, *([fact._replace(text=fact.short)] if fact.short else [])]
            room = ((line, form) for form in forms for line in lines if _length((*line, form)) <= ROOM)
            if (found := next(room, None)) is not None:
                found[0].append(found[1])
            elif not lines or (len(lines) == 1 and fact.weight >= (DEED if light else MOVED)):
                lines.append([fact])
        if not lines:
            return None
        shown = sorted(chain(*lines), key=lambda fact: fact.at)
        return RobotLines(piece, "; ".join(fact.text for fact in shown), lines[0][0].weight)


def _length(facts: Sequence[TurnFact]) -> int:
    """Return the length of a line of these facts, with the signs between them, in characters."""
    return sum(len(fact.text) for fact in facts) + 2 * (len(facts) - 1)


def _harm_text(harm: Counter[tuple[str, str]]) -> str:
    """Return a robot's damage and its sources, the largest first, in words; without pushers if that is too long."""
    alone = {name for name, pusher in harm if not pusher}
    sources = sorted(harm, key=lambda source: (source[1] != "", -harm[source]))
    text, pushed = _("takes {points} damage ({by})"), _("{name} after a push by {by}")
    names = [pushed.format(name=name, by=pusher) if pusher and name not in alone else name for name, pusher in sources]
    whole = text.format(points=harm.total(), by=listed(list(dict.fromkeys(names))))
    if len(whole) <= ROOM:
        return whole
    return text.format(points=harm.total(), by=listed(list(dict.fromkeys(name for name, _pusher in sources))))
