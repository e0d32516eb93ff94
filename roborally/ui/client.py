"""Switches between screens: main menu, quick match, the match, its result."""

from collections.abc import Callable
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from roborally.base.errors import Message
from roborally.base.later import import_one, imported_later, wait_first, wait_last
from roborally.base.translation import _, read_again
from roborally.bots.registry import bot_names
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder
from roborally.game.session.protocol import Thinker
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.program import own_program
from roborally.profile import done_lessons
from roborally.profile.kept import MatchKeeper
from roborally.ui.menu_entries import menu_groups
from roborally.ui.pages.main_menu import Group, MainMenu, MenuEntry
from roborally.ui.pages.settings_coordinator import SettingsCoordinator, matches_shown
from roborally.ui.rescue.match_rescue import MatchRescue
from roborally.ui.shell.router import Router
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.preload import Preloader

if TYPE_CHECKING:
    from roborally.ui.pages.living_floor import LivingFloor

with imported_later():
    # Pages that the main menu opens and prepares.
    from roborally.features.credits.window import credits_page
    from roborally.features.lobby.window import coordinator as setup_pages
    from roborally.features.lobby.window.online import callbacks as online_callbacks
    from roborally.features.lobby.window.online import coordinator as online_pages
    from roborally.features.story.window import story_coordinator
    from roborally.game import course_shelf
    from roborally.ui import local_matches
    from roborally.ui.pages import keys_page
    from roborally.ui.rescue import fault_desk
wait_first(
    "asyncio",
    "ssl",
    "websockets.asyncio.client",
    "websockets.asyncio.server",
    "markdown_it",
    "roborally.net.protocol",
    "roborally.net.server.server",
    "roborally.ui.match.panel.panels",
    "roborally.ui.match.questions.question_controller",
    "roborally.ui.match.match_screen",
)


class Client:
    """The game in the window.

    `bots` are the names of the available bots. With `check` the display is compared with the match whenever the
    animation has finished.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        thinker: Thinker,
        bots: list[str],
        *,
        speed: str = "",
        check: bool = False,
        keeper: MatchKeeper | None = None,
    ) -> None:
        """Start without a screen; the default `speed` is that of `app.settings`.

        `keeper` stores running matches.
        """
        self.app = app
        self.catalogue = catalogue
        self.bots = bots
        self._thinker = thinker
        self.check = check
        self.settings = SettingsCoordinator(
            app,
            catalogue,
            self._make_main_menu,
            lambda before, after: self.setup.settings_changed(before, after),
            speed=speed,
        )
        app.keep_settings = self.settings.save
        program = own_program()
        router = Router(app, program, lambda make, said: make(self.services, **said), self._show_main_menu)
        self.services = Services(
            app,
            catalogue,
            bots,
            thinker,
            program,
            router,
            self.settings,
            play=lambda game: self.story.play(game),
            resume=self._resume,
            mode=lambda: self.setup.wishes.mode,
            quick_match=self._play_edition,
            is_playing=lambda: self.online.membership is not None or bool(matches_shown(app)),
            plugins_changed=self._plugins_changed,
            check=check,
        )
        wait_last(*router.modules())
        self.preparation = self._preloader()
        app.on_rules = lambda rule, mode: router.toggle("rulebook", rule=rule, mode=mode)
        app.on_keys = lambda: keys_page.turn_to_keys(app)
        self.floor: Callable[[], LivingFloor] | None = None
        """Makes the moving floor behind the main menu; without it the title picture is shown."""
        self.rescue = MatchRescue(app, catalogue, keeper, resume=self._resume, main_menu=self.main_menu)

    # --- what leads through the pages, made when it is needed -----------------------------------------------------

    @cached_property
    def setup(self) -> "setup_pages.SetupCoordinator":
        """The pages that set up a match."""
        callbacks = setup_pages.SetupCallbacks(
            self.story.play,
            lambda path: self.matches.load(path),
            lambda config: self.online.host(config),
            lambda mode, back: self.services.router.open("lessons", mode=mode, back=back),
            self._opener,
            partial(self.services.router.open, "course-builder"),
        )
        return setup_pages.SetupCoordinator(self.app, self.catalogue, self.bots, callbacks)

    @cached_property
    def matches(self) -> "local_matches.LocalMatches":
        """Matches at this machine."""
        return local_matches.LocalMatches(
            self.app,
            self.catalogue,
            self._thinker,
            self.settings,
            self.rescue,
            self.services,
            self.main_menu,
            check=self.check,
        )

    @cached_property
    def online(self) -> "online_pages.OnlineCoordinator":
        """Matches on the network."""
        home = online_callbacks.OnlineCallbacks(
            self.main_menu,
            self.settings.open,
            lambda: self.services.router.open("statistics"),
            lambda game, record: self.services.router.open("replay", game=game, record=record),
            self._match_recorded,
            partial(self.services.router.open, "course-builder"),
            lambda game, record: self.services.router.open("highlights", game=game, record=record),
            self.settings.report,
            self.settings.moving_speed,
        )
        return online_pages.OnlineCoordinator(self.app, self.catalogue, self.bots, home, check=self.check)

    @cached_property
    def story(self) -> "story_coordinator.StoryCoordinator":
        """The opening stories, shown before a first match and on request."""
        return story_coordinator.StoryCoordinator(
            self.app, self.catalogue, self.settings, lambda game: self.matches.play(game)
        )

    def _opener(self, path: Path) -> Callable[[], None] | None:
        """Return a function that opens a file with the page of the feature that knows it, `None` if none does."""
        page = self.services.program.page_of_file(path)
        return partial(self.services.router.open, page, path=path) if page is not None else None

    def take_file(self, path: Path) -> None:
        """Open a file that is dropped onto the main menu."""
        if not self.services.router.open_file(path):
            text = Message.of("files of this kind cannot be opened here", where=path.name)
            message(self.app, _("This file cannot be opened"), text)

    # --- menus ----------------------------------------------------------------------------------------------------

    def main_menu(self) -> None:
        """Open the main menu."""
        self.services.router.home()

    def _show_main_menu(self) -> None:
        self.services.go_on = None
        theme.use_colours_for(self.app.settings.sight)
        self.app.replace(self._make_main_menu)
        self.app.audio.music("menu")

    def _make_main_menu(self) -> MainMenu:
        keeps = self.rescue.kept()
        begin = partial(self.services.router.open, "first-lesson")
        lesson = MenuEntry(_("New here? Play the five-minute lesson"), "question", begin)
        return MainMenu(
            self.app,
            self._groups(goes_on=keeps),
            [
                MenuEntry(_("Settings"), "settings", self.settings.open),
                MenuEntry(_("Credits"), "heart", self.credits_page),
                MenuEntry(_("Quit"), "quit", self.app.quit),
            ],
            lambda: self.preparation.work(),
            self.take_file,
            None if keeps or done_lessons() else lesson,
            floor=self.floor,
        )

    def _groups(self, *, goes_on: bool) -> list[Group]:
        """Return the entries of the main menu in groups; `goes_on` says whether a match can be continued."""
        menu = self.services.program.menu(self.services)
        if goes_on:
            menu.add("play", _("Continue"), "undo", self.rescue.open_page, order=0)
        menu.add("play", _("Quick match"), "play", lambda: self.setup.quick_match(), order=100)
        menu.add("play", _("Surprise me"), "dice", lambda: self.setup.surprise(), order=200)
        menu.add("play", _("Custom match"), "people", lambda: self.setup.lobby(), order=400)
        menu.add("play", _("Join game"), "network", lambda: self.online.join_page(), order=500)
        menu.add("play", _("Load game"), "load", lambda: self.setup.load_page(), order=600)
        menu.add("learn", _("The story"), "robot", lambda: self.story.open(), order=400)
        return menu_groups(menu, self.services.router.open)

    def _resume(self, game: Game, match: Match, recorder: Recorder) -> None:
        self.matches.resume(game, match, recorder)

    def _plugins_changed(self) -> None:
        """Rebuild all that depends on plugins: names of bots, their processes, the lobby, texts."""
        read_again()
        self.bots[:] = bot_names(self.catalogue)
        close = getattr(self._thinker, "close", None)
        if close is not None:
            close()
        self.setup.plugins_changed()
        self.services.program.call("plugins_changed", services=self.services)
        self.preparation = self._preloader()

    def _preloader(self) -> Preloader:
        """Return the loader of pages that the main menu prepares."""
        credit_lines = cache(lambda: credits_page.preparation(self.app.pages))
        works = cache(lambda: list(self.services.program.ask("prepare", services=self.services)))
        return Preloader(
            import_one,
            lambda: course_shelf.open_shelf(self.catalogue).work(),
            lambda: self.setup.prepare_lobby(),
            lambda: credit_lines()(),
            lambda: any(work() for work in works()),
        )

    def _play_edition(self, mode: str) -> None:
        """Offer a quick match of a mode."""
        self.main_menu()
        self.setup.quick_match_of(mode)

    def credits_page(self) -> None:
        """Open credits and licences."""
        self.app.push(credits_page.CreditsPage(self.app))

    def _match_recorded(self, course: str, make: Callable[[], bytes]) -> None:
        self.services.program.call("match_recorded", services=self.services, course=course, make=make)

    # --- errors ---------------------------------------------------------------------------------------------------

    def catch_errors(self) -> None:
        """Show a page for unexpected errors from now on, instead of ending the program."""
        self.app.on_fault = lambda error: self._fault_desk.take(error)

    @cached_property
    def _fault_desk(self) -> "fault_desk.FaultDesk":
        return fault_desk.FaultDesk(
            self.app, self.catalogue, save=self._save_for_later, main_menu=self._leave_after_error
        )

    def _save_for_later(self) -> "fault_desk.Saved":
        """Save the current match or page after an error; return how to continue."""
        if self.online.membership is not None:
            return fault_desk.Saved(
                _("The game on the network goes on, and your seat is kept."), self.online.show_again
            )
        starting = self.matches.take_starting()
        if starting is not None:
            return fault_desk.Saved(
                game=starting,
                go_on_without=lambda effects: self.matches.play(starting.muting({*starting.muted, *effects})),
            )
        kept = self.rescue.saved()
        if kept is None and self.services.go_on is not None:
            return self.services.go_on()
        return kept or fault_desk.Saved()

    def _leave_after_error(self) -> None:
        if self.online.membership is not None:
            self.online.leave()
        else:
            self.main_menu()
