"""The page on which an exhibition is set up: rules, course, players and number of games."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from roborally.arena.live import LiveGames
from roborally.arena.plan import Exhibition, make_terms
from roborally.arena.results import open_results
from roborally.base.translation import _
from roborally.bots.registry import bot_description, bot_options
from roborally.features.exhibition.window.coordinator import ExhibitionCoordinator
from roborally.game.compatibility import with_fitting_seats
from roborally.game.course.courses import Course
from roborally.game.course_shelf import open_shelf, playable_courses
from roborally.game.factory import robot_titles, room_for
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.quick_seats import bot_name
from roborally.ui.board.actors import robot_picture
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.dialogs import showing_errors
from roborally.ui.toolkit.layout.branches import column, fitting, form, row, space
from roborally.ui.toolkit.layout.leaves import button, choice, disabled, heading, here, label, picture
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage

GAMES = (1, 3, 5, 10)
MODE = "standard"
NO_STYLE = "random"
"""The bot that plays at random; it is seated at first only if there is no other bot."""
USUAL = 4
"""The number of players at first."""
PORTRAIT, CONTROL = 34.0, 36.0
"""The heights of a robot's picture and of the controls beside it, in design units."""
BOARD = Size(160, 320), Size(120, 220)
"""The least and natural width of the course's picture, and its least and natural height, in design units."""


class ExhibitionPage(TreePage):
    """Offers rules, course, number of games, and the bot and the robot of each seat; *Watch* starts the games."""

    widest = 1000.0
    is_snug = True

    def __init__(self, services: Services) -> None:
        super().__init__(services.app)
        self._services = services
        self.mode, self.course, self.games = MODE, "", GAMES[1]
        self.seats: list[SeatConfig] = []
        """The bots and their robots; the names are empty, since `config` finds them."""
        self.preview = CoursePreview(services.app, self.space, services.catalogue)
        self.parts.append(self.preview)
        self.rebuild()

    @property
    def edition(self) -> str:
        """The id of the chosen mode."""
        return self.mode

    def _courses(self) -> list[Course]:
        return [
            course for course in playable_courses(self._services.catalogue, self.mode) if course.players[0] <= USUAL
        ]

    def _fit(self, course: Course | None) -> None:
        """Fit the seats to rules and course (`None` for no course): their number, and robots that the rules have."""
        self._robots = robot_titles(self._services.catalogue.resolve([self.mode]))
        self._least, self._most = room_for(self._services.catalogue.get(self.mode), course)
        del self.seats[self._most :]
        for at, seat in enumerate(self.seats):
            if seat.robot not in (self._robots or ("",)):
                self.seats[at] = msgspec.structs.replace(seat, robot=self._free_robot())
        wanted = self._least if self.seats else max(self._least, min(USUAL, self._most))
        while len(self.seats) < wanted:
            self._seat_next()

    def _seat_next(self) -> None:
        """Add a seat with the next bot in the order of bots, and a robot that few others have."""
        styles = [name for name in self._services.bots if name != NO_STYLE] or [NO_STYLE]
        self.seats.append(SeatConfig("", styles[len(self.seats) % len(styles)], self._free_robot()))

    def _free_robot(self) -> str:
        taken = [seat.robot for seat in self.seats]
        return min(self._robots, key=taken.count, default="")

    # --- what is shown --------------------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return the layout of the page; a course that does not fit the chosen rules is replaced by one that does."""
        courses = {course.id: course for course in self._courses()}
        if self.course not in courses:
            roomy = (id_ for id_, course in courses.items() if course.players[1] >= USUAL)
            self.course = next(roomy, next(iter(courses), ""))
        chosen = courses.get(self.course)
        self.preview.choose(chosen)
        self._fit(chosen)
        modes = [(mode.id, mode.title) for mode in open_shelf(self._services.catalogue).modes()]
        board = here(self.preview.take_place, *BOARD).grow()
        game = form(
            self._row("mode", _("Rules"), modes),
            self._row("course", _("Course"), [(course.id, course.title) for course in courses.values()]),
            self._row("games", _("Games"), [(count, str(count)) for count in GAMES]),
            gap=10,
        )
        add = button(_("Add bot"), self._add, icon="plus", size=14, height=CONTROL).named("add")
        full = len(self.seats) >= self._most
        players = column(
            *(
                self._player(at, seat, playing.team - 1 if playing.team else at)
                for at, (seat, playing) in enumerate(zip(self.seats, self.config().seats, strict=True))
            ),
            (disabled(add) if full else add).at("start"),
            gap=6,
        )
        chosen_bots = dict.fromkeys(seat.controller for seat in self.seats)
        said = (bot_description(bot, self._services.catalogue) for bot in chosen_bots)
        styles = column(*(label(text, 13, wrap=True) for text in said if text), gap=4)
        watch = button(_("Watch"), self.start, icon="eye", accent=True, size=20, height=46).wide(least=150)
        robots = _("Each keeps its robot; its seat and colour change from game to game.")
        seats = _("Seats, and with them the robots, change from game to game.")
        why = _("Bots play against each other, and you watch: to learn from them, or to see which plays best.")
        after = _("After each game come the standings, after the last one the winner.")
        about = " ".join((why, after, robots if self._robots else seats))
        return column(
            heading(_("Exhibition"), 26),
            label(about, 14, wrap=True, tint=theme.colour("text-dim")),
            fitting(
                lambda: row(column(game, board).grow(2), column(players, space(), styles).grow(3), gap=28),
                lambda: column(game, players, styles, board, gap=16),
            ).grow(),
            row(self.back(), space(), watch),
            gap=16,
            pad=(28, 22),
        )

    def _row(self, name: str, title: str, values: Sequence[tuple[object, str]]) -> Node:
        """Return a title and a choice that sets the attribute `name`; `values` are pairs of value and text."""
        chosen = choice(values, getattr(self, name), self._setter(name), height=40).named(name) if values else space()
        return row(label(title, tint=theme.colour("text-dim")), chosen.grow(), gap=16)

    def _player(self, at: int, seat: SeatConfig, livery: int) -> Node:
        """Return the picture of a seat, the choices of its robot and bot, and a button that removes it."""
        catalogue = self._services.catalogue
        bots = bot_options(self._services.bots, catalogue)
        face = picture(robot_picture(seat.robot, at, livery, list(catalogue.plugins.values()), 64), PORTRAIT)
        hint = bot_description(seat.controller, catalogue)
        robot = choice(list(self._robots.items()), seat.robot, self._changer(at, "robot"), height=CONTROL)
        bot = choice(bots, seat.controller, self._changer(at, "controller"), hint, height=CONTROL)
        away = button("", partial(self._remove, at), icon="cross", tooltip=_("Remove this seat"), height=CONTROL)
        if len(self.seats) <= self._least:
            disabled(away)
        bot.named(f"bot {at}").grow()
        if not self._robots:
            return row(face, bot, away)
        robot.named(f"robot {at}").grow()
        return fitting(lambda: row(face, robot, bot, away), lambda: column(row(face, robot, away), row(bot), gap=2))

    # --- changes --------------------------------------------------------------------------------------------------

    def _setter(self, field: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            setattr(self, field, value)
            if field in ("mode", "course"):
                self.rebuild()

        return change

    def _changer(self, at: int, field: str) -> Callable[[Any], None]:
        def change(value: Any) -> None:
            self.seats[at] = msgspec.structs.replace(self.seats[at], **{field: value})
            self.rebuild()

        return change

    def _add(self) -> None:
        self._seat_next()
        self.rebuild()

    def _remove(self, at: int) -> None:
        del self.seats[at]
        self.rebuild()

    def config(self) -> MatchConfig:
        """Return the configuration of all games; bots have the names of their robots."""
        seats: list[SeatConfig] = []
        for seat in self.seats:
            name = bot_name(self._robots.get(seat.robot, ""), [other.name for other in seats])
            seats.append(msgspec.structs.replace(seat, name=name))
        config = MatchConfig(match=MatchSection(mode=self.mode, course=self.course), seats=seats)
        course = next((course for course in self._courses() if course.id == self.course), None)
        return config if course is None else with_fitting_seats(config, self._services.catalogue, course)

    def start(self) -> None:
        """Start the games; show a message if they cannot be played."""
        with showing_errors(self.app, _("This match cannot start")):
            begin(self._services, self.config(), self.games)


def begin(services: Services, config: MatchConfig, games: int) -> None:
    """Show an exhibition of `games` games without storing the results; raise `GameError` if it cannot be played."""
    bots = tuple(seat.controller for seat in config.seats)
    exhibition = Exhibition(config, bots, games, secrets.randbits(32), together=True)
    terms = make_terms(exhibition, services.catalogue)
    used = ExitStack()
    folder = Path(used.enter_context(TemporaryDirectory()))
    results = used.enter_context(open_results(folder, terms))
    live = LiveGames(terms)
    used.callback(live.close)

    def leave() -> None:
        used.close()
        services.router.back()

    def again() -> None:
        used.close()
        with showing_errors(services.app, _("This match cannot start")):
            begin(services, config, games)

    ExhibitionCoordinator(services, terms, results, live, kept=False, leave=leave, again=again).open()
