"""What everything that shows a match shares: the session, the display, names, pictures."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from roborally.chronicle import Chronicle
from roborally.config import Game
from roborally.core.dice import Dice
from roborally.core.rules import Decision
from roborally.core.views import SPECTATOR, View, imagine
from roborally.loader import Plugin
from roborally.manifest import RobotManifest
from roborally.session import LocalSession
from roborally.texts import _
from roborally.ui import actors
from roborally.ui.board_art import BoardPainter
from roborally.ui.card_art import CardArt
from roborally.ui.display import Display
from roborally.words import Words, numbers


@dataclass
class Table:
    """A match as one player sees it; `own` is the seat that plays here, or `SPECTATOR`."""

    session: LocalSession
    own: int
    display: Display
    painter: BoardPainter
    cards: CardArt
    chronicle: Chronicle
    log: list[str] = field(default_factory=list)
    marks: dict[tuple[int, str], Any] = field(default_factory=dict)
    """What lies on option cards, by piece and card; see `read_marks`."""

    @staticmethod
    def lay(session: LocalSession) -> "Table":
        """Prepare to show a session; call it before the session is polled for the first time."""
        game = session.game
        humans = session.humans()
        own = humans[0] if humans else SPECTATOR
        display = Display(session.view(own))
        names = [game.seats[robot.seat].name if robot.seat >= 0 else robot.kind for robot in display.robots]
        return Table(
            session,
            own,
            display,
            BoardPainter(game.plugins),
            CardArt(game.plugins),
            Chronicle(names, game.plugins),
        )

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
        """What the plugins of the game say."""
        return self.chronicle.words

    @cached_property
    def lethal(self) -> int:
        """How much damage destroys a robot."""
        return self.game.rules.toughness

    def name(self, index: int) -> str:
        """Return the name of a robot's owner."""
        seat = self.display.robots[index].seat
        return self.game.seats[seat].name if seat >= 0 else self.display.robots[index].kind

    def chassis(self, index: int) -> str:
        """Return the body of a robot."""
        seat = self.display.robots[index].seat
        return actors.chassis_of(self.game.seats[seat], seat, self.plugins)

    def model(self, index: int) -> RobotManifest | None:
        """Return the model of a robot, or `None` where it has none."""
        model = self.game.seats[self.display.robots[index].seat].model
        return next((plugin.manifest.robot[model] for plugin in self.plugins if model in plugin.manifest.robot), None)

    def question(self, seat: int, kind: str = "") -> Decision | None:
        """Return the first open question of a seat (of a kind), those that hold up the match first.

        A program comes last: whoever chooses a facing with it (CNB-602) must know it before.
        """
        found = [entry for entry in self.session.decisions(seat) if kind in ("", entry["kind"])]
        return min(found, key=lambda entry: (entry["optional"], entry["kind"] == "program"), default=None)

    def extra_cards(self, view: View, piece: int) -> tuple[str, ...]:
        """Return the cards that a robot's owner may use beside the hand, such as a Pause (STD-1403)."""
        if "extra-cards" not in self.game.rules.modifiers:
            return ()
        match = imagine(view, Dice(0))
        extra: tuple[str, ...] = match.value("extra-cards", (), match.state.pieces[piece])
        return extra

    def read_marks(self, view: View) -> None:
        """Take over what lies on the option cards, from where their manifests say that it stands."""
        self.marks = {}
        for plugin in self.plugins:
            slot = self.slot(view, plugin.id)
            for card, option in plugin.manifest.option.items():
                found = slot.get(option.mark, ()) if option.mark else ()
                for robot in self.display.robots:
                    if card not in robot.options:
                        continue
                    if isinstance(found, dict):
                        self.marks[robot.index, card] = found.get(f"{robot.index}:{card}", option.fresh)
                    elif robot.index < len(found):
                        self.marks[robot.index, card] = found[robot.index]

    def slot(self, view: View, name: str) -> dict[str, Any]:
        """Return a plugin's part of a view, empty when the plugin does not take part."""
        slot: dict[str, Any] = view.data["ext"].get(name, {})
        return slot

    def status(self, index: int) -> str:
        """Return a robot's state in words (CLI-R01): nothing that is secret."""
        robot = self.display.robots[index]
        model = self.model(index)
        lines = [self.name(index) + (f" – {self.words.translated(model.title)}" if model else "")]
        if model:
            lines.append(self.words.translated(model.ability))
        state = _("Damage {damage} of {lethal}, lives {lives}")
        lines.append(state.format(damage=robot.damage, lethal=self.lethal, lives=robot.lives))
        if robot.goal:
            reached = _("Checkpoints reached: {reached} of {goal}")
            lines.append(reached.format(reached=robot.reached, goal=robot.goal))
        if robot.locks:
            lines.append(_("Locked registers: {list}").format(list=numbers(sorted(robot.locks))))
        if robot.eliminated:
            lines.append(_("Out of the game"))
        elif robot.waiting:
            lines.append(_("Waits outside the board; enters when its first card comes up"))
        elif robot.destroyed:
            lines.append(_("Destroyed; comes back next turn"))
        elif robot.down:
            lines.append(_("Powered down"))
        elif robot.announced:
            lines.append(_("Will power down next turn"))
        return "\n".join(lines)
