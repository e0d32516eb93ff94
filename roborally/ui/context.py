"""`MatchContext`: the data that all parts of a match's screen share, such as the session, the display and the log.

The match screen makes one for each match. Panels and overlays of plugins receive it, too.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import arcade
from arcade.types import Color

from roborally.base.templates import fill
from roborally.base.translation import _, plugin_text
from roborally.bots.registry import bot_level
from roborally.core.data import Decision
from roborally.core.geometry import NAMES
from roborally.core.observation import SPECTATOR, Observation
from roborally.game.factory import Game
from roborally.game.match_file import PEOPLE
from roborally.game.session.protocol import Session
from roborally.narration.chronicle import Chronicle, is_sentence
from roborally.narration.match_log import MatchLog
from roborally.narration.words import Words, listed, numbers
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
    """A kind of number shown beside robots, such as lives: its table `[gauge]` in a manifest, and the plugin."""

    name: str
    manifest: GaugeManifest
    plugin: Plugin
    others: Sequence[Plugin] = ()
    """All plugins of the match, which may have the symbol that `plugin` lacks."""

    def picture(self, side: int) -> arcade.Texture:
        """Return the gauge's symbol, `side` pixels wide; a tile with a letter if its file is missing."""
        name = f"{self.manifest.icon}.png"
        shared = theme.asset("icons", name)
        own = find_picture(name, self.plugin, ())
        path = own or (shared if shared.is_file() else find_picture(name, self.plugin, self.others))
        return pictures.picture(path, side) if path else pictures.missing_tile(self.name[:1].upper(), side)

    @property
    def title(self) -> str:
        """The gauge's title in the current language, without soft hyphens."""
        return self.heading.replace(SOFT_HYPHEN, "")

    @property
    def heading(self) -> str:
        """The gauge's title in the current language, with soft hyphens at which a narrow column can break it."""
        return plugin_text(self.plugin.folder, self.manifest.title)

    def text(self, robot: Robot) -> str:
        """Return a sentence with a robot's number, such as `3 lives`."""
        value, manifest = robot.gauges[self.name], self.manifest
        text = plugin_text(self.plugin.folder, manifest.text if value or not manifest.none else manifest.none)
        return fill(text, {"value": value, "goal": robot.goals[self.name]})


@dataclass
class MatchContext:
    """A match as it is shown in this window. `own` is the seat of its player, `SPECTATOR` (-1) for several or none.

    `session` runs the match, `display` is its shown state, `painter` draws boards, `chronicle` puts events in words.
    """

    session: Session
    own: int
    display: Display
    painter: BoardPainter
    chronicle: Chronicle
    log: MatchLog
    inform: Callable[[int], None] = field(default=lambda index: None)
    """Opens the window with the details of a player; called with the index of the player's robot."""
    show_log: Callable[[], None] = field(default=lambda: None)
    """Opens the log of the match over the board, with all its lines."""
    watch_last_turns: Callable[[int], None] | None = None
    """Plays a number of last turns again; `None` where that is not offered."""
    called: str = ""
    """The player's name in the settings of this window."""
    stand_ins: Collection[int] = ()
    """The seats of people who have left the match and for whom bots play now."""

    def last_turns(self, count: int = 1) -> tuple[int, int] | None:
        """Return the beats (step numbers of events) at which the last `count` turns and the current turn began.

        The result is `None` if there have not been so many, or if the log no longer goes back so far.
        """
        begins: list[int] = []
        for number in range(self.log.written - 1, self.log.first - 1, -1):
            event = self.log.event(number)
            if event["type"] == "moment":
                begins.append(event["beat"])
                if len(begins) > count:
                    return begins[count], begins[0]
        return None

    def running_since(self, number: int) -> int | None:
        """Return the beat at which the running turn began, `None` if log line `number` belongs to that turn."""
        later = (self.log.event(at) for at in range(self.log.written - 1, number, -1))
        return next((event["beat"] for event in later if event["type"] == "moment"), None)

    def tint_of(self, line: str) -> Color:
        """Return the colour of a line of the log: of a heading, of the seat that it names first, or of other texts."""
        if not is_sentence(line):
            return theme.colour("accent")
        piece = self.log.first_named(line)
        if piece < 0 or self.display.robots[piece].seat < 0:
            return theme.colour("text")
        return theme.seat_colours(self.display.robots[piece].livery).light

    def translate(self) -> None:
        """Write the names of pieces and all lines of the log in the current language."""
        self.chronicle = Chronicle.of(self.game)
        self.log.narrate_again(Chronicle.of(self.game, short=True))

    @property
    def game(self) -> Game:
        """The game of this match: its plugins, rules, course and seats."""
        return self.session.game

    @property
    def plugins(self) -> tuple[Plugin, ...]:
        """The plugins that take part in this match."""
        return self.game.plugins

    @property
    def words(self) -> Words:
        """The names of questions, answers and commands, from the manifests of the match's plugins."""
        return self.chronicle.words

    @cached_property
    def lethal(self) -> int:
        """The number of damage points that destroy a robot."""
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
        """Return the gauges (such as lives) shown for the robot `index` besides its damage, in the order of display."""
        return [gauge for gauge in self._gauges if gauge.name in self.display.robots[index].gauges]

    def name(self, index: int) -> str:
        """Return the name of the player whose robot is piece `index`, or of a piece that belongs to no player."""
        return self.chronicle.name(index)

    @property
    def menu_hint(self) -> str:
        """The tooltip of the menu button; it says whether a timer stands still while the menu is open (CLI-706)."""
        if not self.game.config.match.timer:
            return _("Menu (Esc)")
        return (
            _("Menu (Esc); the timer stands still")
            if self.session.can_pause
            else _("Menu (Esc); the timer keeps running")
        )

    @property
    def own_piece(self) -> int:
        """The index of the robot that this player controls; 0 for a spectator."""
        return next((robot.index for robot in self.display.robots if robot.seat == self.own), 0)

    @property
    def followed(self) -> int:
        """The player's seat; for a spectator that of the player named `called`, or of the only person, or -1."""
        people = {seat.name: number for number, seat in enumerate(self.game.config.seats) if self.is_person(number)}
        only = next(iter(people.values())) if len(people) == 1 else SPECTATOR
        return self.own if self.own != SPECTATOR else people.get(self.called, only)

    def in_rows(self, robots: Iterable[Robot]) -> list[Robot]:
        """Return robots in the order of lists (CLI-302): by seat, but that of the seat `followed` last."""
        last = self.followed
        return sorted(robots, key=lambda robot: (0 <= robot.seat == last, robot.seat))

    @property
    def facings(self) -> bool:
        """Whether robots face a direction in this game; otherwise all robots are drawn upright."""
        return True

    def picture(self, index: int, side: int, *, resting: bool = False) -> arcade.Texture:
        """Return the top view of piece `index`, `side` pixels wide; with `resting` in grey, as a robot powered down."""
        robot = self.display.robots[index]
        if robot.seat < 0:
            return actors.piece_picture(robot.kind, self.plugins, side)
        model = self.game.seats[robot.seat].model
        given = model, robot.seat, robot.livery, self.plugins, side
        return actors.robot_picture(*given, resting=resting, facing=self.facings)

    def model(self, index: int) -> RobotManifest | None:
        """Return the manifest of the model of robot `index`, `None` for a piece without a model."""
        seat = self.display.robots[index].seat
        model = self.game.seats[seat].model if seat >= 0 else ""
        return next((plugin.manifest.robot[model] for plugin in self.plugins if model in plugin.manifest.robot), None)

    def robot_title(self, index: int) -> str:
        """Return the title of a robot's model; empty without a model, or if the player's name contains the title."""
        model = self.model(index)
        title = self.words.translated(model.title) if model is not None else ""
        return "" if title in self.name(index) else title

    def level(self, index: int) -> str:
        """Return the level of the bot that has played robot `index` since the match began; empty for a person's."""
        seat = self.display.robots[index].seat
        if seat < 0 or self.is_person(seat):
            return ""
        return bot_level(self.game.config.seats[seat].controller.partition(":")[0])

    def is_person(self, seat: int) -> bool:
        """Return whether a seat has been a person's, here or elsewhere, since the match began."""
        return self.game.config.seats[seat].controller in PEOPLE

    def bot(self, index: int) -> str:
        """Return the level of the bot of robot `index` as a line of text; empty for a person's robot."""
        level = self.level(index)
        return _("Bot: {level}").format(level=level) if level else ""

    def question(self, seat: int, kind: str = "") -> Decision | None:
        """Return the open question (of a `kind`, if given) that a seat should answer first, `None` if there is none.

        Questions that hold up the match come before optional ones, and questions in dialogs before those in panels: a
        program may depend on the other answers. Without `kind`, questions that a panel asks itself, such as for a
        facing (CNB-R05), are ignored.
        """
        beside = [entry["id"] for entry in self.beside(seat)] if not kind else []
        found = [
            entry for entry in self.session.decisions(seat) if kind in ("", entry["kind"]) and entry["id"] not in beside
        ]
        return min(found, key=lambda entry: (entry["optional"], self.has_panel(entry["kind"])), default=None)

    def has_panel(self, kind: str) -> bool:
        """Return whether a kind of question, such as `program`, is answered in a panel instead of a dialog."""
        return False

    def beside(self, seat: int) -> list[Decision]:
        """Return the open questions of a seat that a panel asks together with its main question (`Views.beside`)."""
        return []

    def view(self, question: Decision) -> QuestionView:
        """Return how to show a question, as computed from what the asked seat may know."""
        return view_of(self.session.observe(question["seat"]).match(), question)

    def listed(self, question: Decision) -> Listed:
        """Return a question's answers as a list: its own view if that is a list, otherwise the usual view."""
        view = self.view(question)
        return view if isinstance(view, Listed) else usual_view(question)

    def about(self, question: Decision) -> str:
        """Return the key of a question's topic and rules in manifests: that of its view, else its kind."""
        return self.view(question).about or question["kind"]

    def caption(self, question: Decision, choice: AnswerChoice) -> str:
        """Return the text on the button of an answer to a question, in the current language."""
        if choice.text:
            return self.words.translated(choice.text)
        return self.words.choice(question["kind"], choice.value)

    def direction_of(self, question: Decision, answer: Any) -> int | None:
        """Return the direction (0 to 3) on the board that an answer stands for, `None` if the answer is no direction.

        An answer relative to the robot, as for a turret (CLI-2421), is turned by the robot's facing.
        """
        if answer in NAMES:
            return NAMES.index(answer)
        option = self.words.option(self.words.topic(question["kind"])[1])
        angle = option[1].angles.get(str(answer)) if option is not None else None
        return None if angle is None else (self.display.robots[question["piece"]].facing + angle // 90) % 4

    def checked(self, question: Decision, answer: Any) -> Any:
        """Return an answer in the form in which the match stores it; raise `AnswerError` if the rules refuse it.

        If not all rules of the match are installed here, the answer is returned unchanged.
        """
        if not self.session.complete:
            return answer
        return self.session.observe(question["seat"]).match().checked(question, answer)

    def is_open(self, question: Decision) -> bool:
        """Return whether a question has not been answered yet."""
        return any(entry["id"] == question["id"] for entry in self.session.decisions(question["seat"]))

    def waiting(self) -> str:
        """Return the text `Waiting for …` with up to three names of players who have to answer; empty for none."""
        names = [self.game.seats[seat].name for seat in self.session.waiting_for()]
        if len(names) > 3:
            names[2:] = [_("{count} more").format(count=len(names) - 2)]
        return _("Waiting for {names}").format(names=listed(names)) if names else ""

    def fact(self, observation: Observation, name: str, index: int) -> Any:
        """Return the value of the fact `name` about robot `index` in an observation, `None` if no plugin has it."""
        match = observation.match()
        return read_fact(match, name, match.state.pieces[index])

    def slot(self, observation: Observation, name: str) -> dict[str, Any]:
        """Return the part of the plugin `name`'s state in a match that an observation shows; `{}` for none."""
        slot: dict[str, Any] = observation.data["ext"].get(name, {})
        return slot

    def status(self, index: int) -> str:
        """Return the public information about robot `index`, in lines of text: name, damage, gauges, … (CLI-R01)."""
        robot = self.display.robots[index]
        model = self.model(index)
        lines = [" – ".join(filter(None, (self.name(index), self.robot_title(index))))]
        if model:
            lines.append(self.words.translated(model.ability))
        if bot := self.bot(index):
            lines.append(bot)
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
        """Return a short line about robot `index`: its name, and if any, marks, damage and why it is out of action."""
        robot, facts = self.display.robots[index], self.condition(self.display.robots[index])
        facts += [gauge.title for gauge in self.gauges(index) if gauge.manifest.mark and robot.gauges[gauge.name]]
        if robot.damage:
            facts.append(_("Damage {damage} of {lethal}").format(damage=robot.damage, lethal=self.lethal))
        return ": ".join(filter(None, (self.name(index), ", ".join(facts))))

    @staticmethod
    def condition(robot: Robot) -> list[str]:
        """Return why a robot is out of action or soon will be, as a list of at most one short text."""
        if robot.eliminated:
            return [_("Out of the game")]
        if robot.waiting:
            return [_("Waits outside the board")]
        if robot.destroyed:
            return [_("Destroyed; returns next turn")]
        if robot.resting:
            return [_("Powered down")]
        return [_("Will power down next turn")] if robot.announced else []
