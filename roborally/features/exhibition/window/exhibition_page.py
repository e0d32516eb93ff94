"""Exhibitions from the main menu: a page to choose rules, course, bots and games, then the games themselves."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from roborally.arena.live import LiveGames
from roborally.arena.plan import Exhibition, make_terms
from roborally.arena.results import open_results
from roborally.base.errors import GameError
from roborally.base.translation import _, plugin_text
from roborally.features.exhibition.window.coordinator import ExhibitionCoordinator
from roborally.game.compatibility import fitting_seats, seated
from roborally.game.course.courses import Course
from roborally.game.course_shelf import open_shelf, playable_courses
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, Choice

AREA = Rect((WIDTH - 640) / 2, (HEIGHT - 384) / 2, 640, 384)
MARGIN = 8.0
"""The smallest space beside the panel."""
ROW = 50.0
GAMES = (1, 3, 5, 10)
MODE = "standard"
NO_STYLE = "random"
"""The bot that plays at random; it takes part only if there is no other."""
USUAL = 4


class ExhibitionPage(Screen):
    """Rules, course, number of bots and of games; *Watch* starts."""

    adapts = True

    def __init__(self, services: Services) -> None:
        """Start with the standard rules."""
        super().__init__(services.app)
        self._services = services
        self.mode, self.course, self.bots, self.games = MODE, "", USUAL, GAMES[1]
        self.rebuild()

    @property
    def edition(self) -> str:
        """The chosen mode."""
        return self.mode

    def _courses(self) -> list[Course]:
        return [
            course for course in playable_courses(self._services.catalogue, self.mode) if course.players[0] <= USUAL
        ]

    def rebuild(self) -> None:
        """Offer what fits the chosen rules and course."""
        self.clear()
        layer, area = self.layer, self.space.narrowed(AREA.inset(-MARGIN)).inset(MARGIN)
        layer.backdrop()
        layer.frame("panel", area)
        layer.heading(_("Exhibition"), area.x + 28, area.top - 42, 26, tint=theme.colour("accent"))
        text = _("Bots play against each other; you watch.")
        layer.label(text, area.x + 28, area.top - 78, size=14, tint=theme.colour("text-dim"))
        courses = self._courses()
        if self.course not in [course.id for course in courses]:
            self.course = courses[0].id if courses else ""
        most = next((course.players[1] for course in courses if course.id == self.course), 2)
        self.bots = min(self.bots, most)
        modes = open_shelf(self._services.catalogue).modes()
        rows: list[tuple[str, str, Sequence[tuple[object, str]]]] = [
            ("mode", _("Rules"), [(mode.id, plugin_text(mode.folder, mode.manifest.title)) for mode in modes]),
            ("course", _("Course"), [(course.id, course.title) for course in courses]),
            ("bots", _("Bots"), [(count, str(count)) for count in range(2, most + 1)]),
            ("games", _("Games"), [(count, str(count)) for count in GAMES]),
        ]
        beside = 0.3 * area.width
        for number, (field, title, values) in enumerate(rows):
            y = area.top - 142 - number * ROW
            layer.label(title, area.x + 28, y + 20, size=15, tint=theme.colour("text-dim"))
            spot = Rect(area.x + beside, y, area.width - beside - 28, 40)
            if values:
                self.controls.add(Choice(layer, spot, values, getattr(self, field), self._setter(field)))
        back = Rect(area.x + 28, area.y + 22, 150, 48)
        self.controls.add(Button(layer, back, _("Back"), self.app.pop, icon="arrow-left"))
        width = min(200.0, area.width - 56 - 150 - 12)
        watch = Rect(area.right - 28 - width, area.y + 22, width, 48)
        self.controls.add(Button(layer, watch, _("Watch"), self.start, icon="eye", accent=True, size=20))

    def _setter(self, field: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            setattr(self, field, value)
            if field in ("mode", "course"):
                self.rebuild()

        return change

    def config(self) -> MatchConfig:
        """Return the match that all games play; the bots of different styles take turns in the seats."""
        styles = [name for name in self._services.bots if name != NO_STYLE] or [NO_STYLE]
        seats = [SeatConfig(f"Seat {at + 1}", styles[at % len(styles)]) for at in range(self.bots)]
        config = MatchConfig(match=MatchSection(mode=self.mode, course=self.course), seats=seats)
        catalogue = self._services.catalogue
        setting = next(iter(catalogue.get(self.mode).manifest.seat_settings), "")
        course = next((course for course in self._courses() if course.id == self.course), None)
        values = fitting_seats(config, setting, catalogue, course) if setting and course is not None else None
        return seated(config, setting, values) if values else config

    def start(self) -> None:
        """Start the games; show a message if that is not possible."""
        try:
            begin(self._services, self.config(), self.games)
        except GameError as error:
            message(self.app, _("This match cannot start"), error.message)


def begin(services: Services, config: MatchConfig, games: int) -> None:
    """Show an exhibition of some games without storing the results; raise `GameError`."""
    bots = tuple(seat.controller for seat in config.seats)
    terms = make_terms(Exhibition(config, bots, games, secrets.randbits(32)), services.catalogue)
    used = ExitStack()
    folder = Path(used.enter_context(TemporaryDirectory()))
    results = used.enter_context(open_results(folder, terms))
    live = LiveGames(terms)
    used.callback(live.close)

    def leave() -> None:
        used.close()
        services.router.home()

    ExhibitionCoordinator(services, terms, results, live, kept=False, leave=leave).open()
