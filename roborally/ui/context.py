"""The common data of all parts that show a match: the session, the display, names, pictures.

Panels and overlays of plugins receive it, too.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import arcade

from roborally.base.templates import fill
from roborally.base.translation import _, plugin_text
from roborally.core.data import Decision
from roborally.core.geometry import NAMES
from roborally.core.observation import SPECTATOR, Observation
from roborally.game.factory import Game
from roborally.game.match_file import PEOPLE
from roborally.game.session.protocol import Session
from roborally.narration.chronicle import Chronicle
from roborally.narration.match_log import MatchLog
from roborally.narration.words import Words, numbers
from roborally.plugin import AnswerChoice, Listed, QuestionView, read_fact, usual_view, view_of
from roborally.plugin_system.art import find_picture
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import GaugeManifest, RobotManifest
from roborally.ui.board import actors
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.board.display import Display, Robot
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.line_breaks import SOFT_HYPHEN


@dataclass(frozen=True)
class Gauge:
    """A robot's number named in a manifest, and the plugin that provides it."""

    name: str
    manifest: GaugeManifest
    plugin: Plugin
    others: Sequence[Plugin] = ()
    """All plugins of the match."""

    def picture(self, side: int) -> arcade.Texture:
        """Return its symbol: the plugin's, a shared one, or another plugin's; without any, a tile with a letter."""
        name = f"{self.manifest.icon}.png"
        shared = theme.asset("icons", name)
        own = find_picture(name, self.plugin, ())
        path = own or (shared if shared.is_file() else find_picture(name, self.plugin, self.others))
        return pictures.picture(path, side) if path else pictures.missing_tile(self.name[:1].upper(), side)

    @property
    def title(self) -> str:
        """The title without soft hyphens."""
        return self.heading.replace(SOFT_HYPHEN, "")

    @property
    def heading(self) -> str:
        """The title with soft hyphens, so that a narrow column can break it."""
        return plugin_text(self.plugin.folder, self.manifest.title)

    def text(self, robot: Robot) -> str:
        """Return a robot's number in words."""
        value, manifest = robot.gauges[self.name], self.manifest
        text = plugin_text(self.plugin.folder, manifest.text if value or not manifest.none else manifest.none)
        return fill(text, {"value": value, "goal": robot.goals[self.name]})


@dataclass
class MatchContext:
    """A match as one player sees it; `own` is this player's seat, or `SPECTATOR`."""

    session: Session
    own: int
    display: Display
    painter: BoardPainter
    chronicle: Chronicle
    log: MatchLog
    inform: Callable[[int], None] = field(default=lambda index: None)
    """Opens the window with the details of a piece's owner."""
    show_log: Callable[[], None] = field(default=lambda: None)
    """Opens the whole log."""
    watch_last_turn: Callable[[], None] | None = None
    """Shows the last turn again; `None` if a running match cannot be replayed."""
    called: str = ""
    """The name of the player at this window."""
    stand_ins: Collection[int] = ()
    """The seats of absent people for whom bots play."""

    def last_turn(self) -> tuple[int, int] | None:
        """Return the beats at which the previous and the current turn began, `None` in the first turn."""
        begins: list[int] = []
        for number in range(self.log.written - 1, self.log.first - 1, -1):
            event = self.log.event(number)
            if event["type"] == "moment":
                begins.append(event["beat"])
                if len(begins) > 1:
                    return begins[1], begins[0]
        return None

    def turn_end(self, number: int) -> int | None:
        """Return the beat at which the turn after that of a line of the log began, `None` if it has not begun yet."""
        later = (self.log.event(at) for at in range(number + 1, self.log.written))
        return next((event["beat"] for event in later if event["type"] == "moment"), None)

    def translate(self) -> None:
        """Name the pieces in the current language, and rewrite the log."""
        self.chronicle = Chronicle.of(self.game)
        self.log.narrate_again(Chronicle.of(self.game, short=True))

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.session.game

    @property
    def plugins(self) -> tuple[Plugin, ...]:
        """The plugins of the game."""
        return self.game.plugins

    @property
    def words(self) -> Words:
        """The texts of the game's plugins."""
        return self.chronicle.words

    @cached_property
    def lethal(self) -> int:
        """The damage that destroys a robot."""
        return self.game.rules.toughness

    @cached_property
    def _gauges(self) -> list[Gauge]:
        found = [
            Gauge(name, manifest, plugin, self.plugins)
            for plugin in self.plugins
            for name, manifest in plugin.manifest.gauge.items()
        ]
        return sorted(found, key=lambda gauge: (gauge.manifest.order, gauge.name))

    def gauges(self, index: int) -> list[Gauge]:
        """Return the gauges shown for a robot besides its damage, in order."""
        return [gauge for gauge in self._gauges if gauge.name in self.display.robots[index].gauges]

    def name(self, index: int) -> str:
        """Return the name of a robot's owner, or of a piece without an owner."""
        return self.chronicle.name(index)

    @property
    def menu_hint(self) -> str:
        """The tooltip of the menu button: says whether the clock runs on in the menu (CLI-706)."""
        if not self.game.config.match.timer:
            return _("Menu (Esc)")
        return (
            _("Menu (Esc); the timer stands still")
            if self.session.can_pause
            else _("Menu (Esc); the timer keeps running")
        )

    @property
    def own_piece(self) -> int:
        """The robot of this player's seat, the first one for spectators."""
        return next((robot.index for robot in self.display.robots if robot.seat == self.own), 0)

    def in_rows(self, robots: Iterable[Robot]) -> list[Robot]:
        """Return robots in the order of their rows (CLI-302): the own one last, in a replay that of the same person."""
        seats = enumerate(self.game.config.seats)
        people = {seat.name: number for number, seat in seats if seat.controller in PEOPLE}
        only = next(iter(people.values())) if len(people) == 1 else SPECTATOR
        last = self.own if self.own != SPECTATOR else people.get(self.called, only)
        return sorted(robots, key=lambda robot: (0 <= robot.seat == last, robot.seat))

    @property
    def facings(self) -> bool:
        """Whether robots have a facing in this game."""
        return True

    def picture(self, index: int, side: int, *, resting: bool = False) -> arcade.Texture:
        """Return the top view of a piece; a robot that rests is grey."""
        robot = self.display.robots[index]
        if robot.seat < 0:
            return actors.piece_picture(robot.kind, self.plugins, side)
        model = self.game.seats[robot.seat].model
        given = model, robot.seat, robot.livery, self.plugins, side
        return actors.robot_picture(*given, resting=resting, facing=self.facings)

    def model(self, index: int) -> RobotManifest | None:
        """Return the model of a robot, or `None`."""
        seat = self.display.robots[index].seat
        model = self.game.seats[seat].model if seat >= 0 else ""
        return next((plugin.manifest.robot[model] for plugin in self.plugins if model in plugin.manifest.robot), None)

    def robot_title(self, index: int) -> str:
        """Return the name of a robot's model, empty without one and where the player is called as the robot."""
        model = self.model(index)
        title = self.words.translated(model.title) if model is not None else ""
        return "" if title in self.name(index) else title

    def question(self, seat: int, kind: str = "") -> Decision | None:
        """Return the first open question of a seat (of a kind), beginning with those that hold up the match.

        A question with a panel comes last: programming may depend on the other answers. Questions that this panel asks
        itself, such as a facing (CNB-R05), are found only by their kind.
        """
        beside = [entry["id"] for entry in self.beside(seat)] if not kind else []
        found = [
            entry for entry in self.session.decisions(seat) if kind in ("", entry["kind"]) and entry["id"] not in beside
        ]
        return min(found, key=lambda entry: (entry["optional"], self.has_panel(entry["kind"])), default=None)

    def has_panel(self, kind: str) -> bool:
        """Return whether a kind of question has its own panel."""
        return False

    def beside(self, seat: int) -> list[Decision]:
        """Return the open questions that a panel of a seat asks together with its own (`Views.beside`)."""
        return []

    def view(self, question: Decision) -> QuestionView:
        """Return the view of a question, from what its owner knows."""
        return view_of(self.session.observe(question["seat"]).match(), question)

    def listed(self, question: Decision) -> Listed:
        """Return the answers of a question to show; one that is no list is answered by its panel, or by default."""
        view = self.view(question)
        return view if isinstance(view, Listed) else usual_view(question)

    def caption(self, question: Decision, choice: AnswerChoice) -> str:
        """Return the words of an answer."""
        if choice.text:
            return self.words.translated(choice.text)
        return self.words.choice(question["kind"], choice.value)

    def direction_of(self, question: Decision, answer: Any) -> int | None:
        """Return the direction on the board that an answer names, as for a turret (CLI-2421); else `None`."""
        if answer in NAMES:
            return NAMES.index(answer)
        option = self.words.option(self.words.topic(question["kind"])[1])
        angle = option[1].angles.get(str(answer)) if option is not None else None
        return None if angle is None else (self.display.robots[question["piece"]].facing + angle // 90) % 4

    def checked(self, question: Decision, answer: Any) -> Any:
        """Return an answer as the match keeps it; raise `AnswerError` if its rules refuse it.

        Without all rules here it is returned as it is.
        """
        if not self.session.complete:
            return answer
        return self.session.observe(question["seat"]).match().checked(question, answer)

    def is_open(self, question: Decision) -> bool:
        """Return whether a question is still unanswered."""
        return any(entry["id"] == question["id"] for entry in self.session.decisions(question["seat"]))

    def waiting(self) -> str:
        """Return a text that names the players the match waits for."""
        names = [self.game.seats[seat].name for seat in self.session.waiting_for()]
        return _("Waiting for {names}").format(names=", ".join(names[:2]) + (" …" if len(names) > 2 else ""))

    def fact(self, observation: Observation, name: str, index: int) -> Any:
        """Return a robot's fact from an observation, or `None` if no plugin provides it."""
        match = observation.match()
        return read_fact(match, name, match.state.pieces[index])

    def hand(self, observation: Observation, index: int) -> Sequence[str]:
        """Return a robot owner's cards to choose from, as in an observation."""
        fact = self.display.fact_of("hand")
        return (self.fact(observation, fact, index) or ()) if fact is not None else ()

    def slot(self, observation: Observation, name: str) -> dict[str, Any]:
        """Return a plugin's part of an observation, empty if the plugin is not used."""
        slot: dict[str, Any] = observation.data["ext"].get(name, {})
        return slot

    def status(self, index: int) -> str:
        """Return a robot's public state in words (CLI-R01)."""
        robot = self.display.robots[index]
        model = self.model(index)
        lines = [" – ".join(filter(None, (self.name(index), self.robot_title(index))))]
        if model:
            lines.append(self.words.translated(model.ability))
        if robot.seat in self.stand_ins:
            lines.append(_("A bot plays for {name}").format(name=self.name(index)))
        if robot.team:
            lines.append(_("Team {team}").format(team=robot.team))
        if robot.seat >= 0:
            lines.append(_("Damage {damage} of {lethal}").format(damage=robot.damage, lethal=self.lethal))
        for gauge in self.gauges(index):
            if robot.gauges[gauge.name] or not gauge.manifest.mark:
                lines.append(gauge.text(robot))
        if robot.locks:
            lines.append(_("Locked registers: {list}").format(list=numbers(sorted(robot.locks))))
        return "\n".join([*lines, *self.condition(robot)])

    def summary(self, index: int) -> str:
        """Return what is not as usual about a robot among several, in a line that begins with its name."""
        robot, facts = self.display.robots[index], self.condition(self.display.robots[index])
        facts += [gauge.title for gauge in self.gauges(index) if gauge.manifest.mark and robot.gauges[gauge.name]]
        if robot.damage:
            facts.append(_("Damage {damage} of {lethal}").format(damage=robot.damage, lethal=self.lethal))
        return ": ".join(filter(None, (self.name(index), ", ".join(facts))))

    @staticmethod
    def condition(robot: Robot) -> list[str]:
        """Return the reasons why a robot is out of action, in a word or two each."""
        if robot.eliminated:
            return [_("Out of the game")]
        if robot.waiting:
            return [_("Waits outside the board")]
        if robot.destroyed:
            return [_("Destroyed; returns next turn")]
        if robot.resting:
            return [_("Powered down")]
        return [_("Will power down next turn")] if robot.announced else []
