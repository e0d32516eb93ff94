"""Exhibitions from the main menu: a page to choose rules, course, bots and games, then the games themselves."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from roborally.arena.live import LiveGames
from roborally.arena.plan import Exhibition, make_terms
from roborally.arena.results import open_results
from roborally.base.translation import _
from roborally.features.exhibition.window.coordinator import ExhibitionCoordinator
from roborally.game.compatibility import with_fitting_seats
from roborally.game.course.courses import Course
from roborally.game.course_shelf import open_shelf, playable_courses
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.dialogs import showing_errors
from roborally.ui.toolkit.layout.branches import column, form, row, space
from roborally.ui.toolkit.layout.leaves import button, choice, heading, label
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage

GAMES = (1, 3, 5, 10)
MODE = "standard"
NO_STYLE = "random"
"""The bot that plays at random; it takes part only if there is no other."""
USUAL = 4


class ExhibitionPage(TreePage):
    """Rules, course, number of bots and of games; *Watch* starts."""

    widest = 640.0
    is_snug = True

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

    def tree(self) -> Node:
        """Offer what fits the chosen rules and course."""
        courses = self._courses()
        if self.course not in [course.id for course in courses]:
            self.course = courses[0].id if courses else ""
        most = next((course.players[1] for course in courses if course.id == self.course), 2)
        self.bots = min(self.bots, most)
        modes = open_shelf(self._services.catalogue).modes()
        watch = button(_("Watch"), self.start, icon="eye", accent=True, size=20, height=46).wide(least=150)
        return column(
            heading(_("Exhibition"), 26),
            label(_("Bots play against each other; you watch."), 14, wrap=True, tint=theme.colour("text-dim")),
            form(
                self._row("mode", _("Rules"), [(mode.id, mode.title) for mode in modes]),
                self._row("course", _("Course"), [(course.id, course.title) for course in courses]),
                self._row("bots", _("Bots"), [(count, str(count)) for count in range(2, most + 1)]),
                self._row("games", _("Games"), [(count, str(count)) for count in GAMES]),
                gap=10,
            ),
            row(self.back(), space(), watch),
            gap=16,
            pad=(28, 22),
        )

    def _row(self, name: str, title: str, values: Sequence[tuple[object, str]]) -> Node:
        """Return a choice after its title."""
        chosen = choice(values, getattr(self, name), self._setter(name), height=40).named(name) if values else space()
        return row(label(title, tint=theme.colour("text-dim")), chosen.grow(), gap=24)

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
        course = next((course for course in self._courses() if course.id == self.course), None)
        return config if course is None else with_fitting_seats(config, self._services.catalogue, course)

    def start(self) -> None:
        """Start the games; show a message if that is not possible."""
        with showing_errors(self.app, _("This match cannot start")):
            begin(self._services, self.config(), self.games)


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
