"""Switches between screens: main menu, quick match, the match, its result."""

from collections.abc import Callable

import msgspec

from roborally.base.errors import GameError
from roborally.base.translation import _, read_again
from roborally.bots.registry import bot_names
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.profile import done_lessons
from roborally.profile.kept import MatchKeeper
from roborally.profile.recent import RecentReplays
from roborally.records.recorder import Recorder
from roborally.rulebook.pages import reading
from roborally.session import Thinker
from roborally.ui.daily.coordinator import DailyCoordinator
from roborally.ui.export.coordinator import FilmCoordinator
from roborally.ui.local_matches import LocalMatches
from roborally.ui.online.coordinator import OnlineCallbacks, OnlineCoordinator
from roborally.ui.pages.credits_page import CreditsPage, preparation
from roborally.ui.pages.keys_page import turn_to_keys
from roborally.ui.pages.living_floor import LivingFloor
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.pages.settings_coordinator import SettingsCoordinator, matches_shown
from roborally.ui.pages.story_page import StoryPage
from roborally.ui.plugin_pages.coordinator import PluginCallbacks, PluginsCoordinator
from roborally.ui.puzzles.coordinator import PuzzleCoordinator
from roborally.ui.replay.coordinator import ReplayCoordinator
from roborally.ui.rescue.fault_desk import FaultDesk, Saved
from roborally.ui.rescue.keeping import MatchRescue
from roborally.ui.rulebook.rulebook_page import RulebookPage
from roborally.ui.setup.coordinator import SetupCallbacks, SetupCoordinator
from roborally.ui.setup.course_shelf import open_shelf
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.preloading import Preloader
from roborally.ui.tutorial.coordinator import TutorialCoordinator


class Client:
    """The game in the window.

    `bots` are the names of the available bots. With `check` the display is compared with the session whenever the
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
        recent: RecentReplays | None = None,
    ) -> None:
        """Start without a screen; the default `speed` is that of `app.settings`.

        `keeper` keeps running matches, `recent` those that are over.
        """
        self.app = app
        self.catalogue = catalogue
        self.bots = bots
        self.check = check
        self.settings = SettingsCoordinator(
            app,
            catalogue,
            self._make_main_menu,
            lambda before, after: self.setup.settings_changed(before, after),
            speed=speed,
        )
        speed_now = self.settings.moving_speed
        self.setup = SetupCoordinator(
            app,
            catalogue,
            bots,
            SetupCallbacks(
                self._play_after_story,
                lambda path: self.matches.load(path),
                lambda config: self.online.host(config),
                self.learn,
            ),
        )
        self.daily = DailyCoordinator(app, catalogue, self._play_after_story, self.main_menu)
        self.preparation = self._preloader()
        app.on_rules = self.rulebook
        app.on_keys = lambda: turn_to_keys(app)
        self.exhibition: Callable[[Client], None] | None = None
        """Opens the page of exhibitions, which lies above this one; without it the menu does not offer it."""
        self.floor: Callable[[], LivingFloor] | None = None
        """Makes the floor behind the main menu; without it there is the picture of the title."""
        self.rescue = MatchRescue(app, catalogue, keeper, resume=self._resume, main_menu=self.main_menu)
        self.puzzles = PuzzleCoordinator(app, catalogue, self.main_menu, speed_now, check=check)
        self.films = FilmCoordinator(app)
        self.replays = ReplayCoordinator(
            app, catalogue, self.main_menu, speed_now, self._resume, recent, self.films.open
        )
        self.matches = LocalMatches(
            app,
            catalogue,
            thinker,
            self.settings,
            self.rescue,
            self.replays,
            self.films,
            self.daily,
            self.main_menu,
            check=check,
        )
        home = OnlineCallbacks(
            self.main_menu,
            self.settings.open,
            self.settings.statistics_page,
            self.replays.watch,
            self.replays.recent.keep,
            self.films.best_moments,
            self.settings.tell,
            speed_now,
        )
        self.online = OnlineCoordinator(app, catalogue, bots, home, check=check)
        self.plugins = PluginsCoordinator(
            app,
            catalogue,
            PluginCallbacks(
                self._plugins_changed,
                lambda: self.online.membership is not None or bool(matches_shown(app)),
                self.settings.change,
                self.settings.save,
                speed_now,
            ),
        )

    # --- menus ----------------------------------------------------------------------------------------------------

    def main_menu(self) -> None:
        """Open the main menu."""
        theme.use_colours_for(self.app.settings.sight)
        self.app.replace(self._make_main_menu)
        self.app.audio.music("menu")

    def _make_main_menu(self) -> MainMenu:
        continuing = [(_("Continue"), "undo", self.rescue.open_page)] if self.rescue.kept() else []
        offer = self.exhibition
        exhibition = [(_("Exhibition"), "robot", lambda: offer(self))] if offer is not None else []
        entries = [
            *continuing,
            (_("Quick match"), "play", self.setup.quick_match),
            (_("Surprise me"), "dice", self.setup.surprise),
            (_("Custom match"), "people", self.setup.lobby),
            (_("Join game"), "network", self.online.join_page),
            (_("Daily course"), "timer", self.daily.open),
            (_("Puzzles"), "flag", self.puzzles.open),
            (_("Tutorial"), "question", self.tutorial),
            (_("Rulebook"), "info", self.rulebook),
            *exhibition,
            (_("Load game"), "load", self.setup.load_page),
            (_("Replays"), "eye", self.replays.open_page),
            (_("Plugins"), "wrench", self.plugins.open),
            (_("Settings"), "settings", self.settings.open),
            (_("Statistics & achievements"), "trophy", self.settings.statistics_page),
            (_("Credits"), "heart", self.credits_page),
            (_("Quit"), "quit", self.app.quit),
        ]
        lesson = (_("New here? Play the five-minute lesson"), "question", self._first_lesson)
        newcomers = None if continuing or done_lessons() else lesson
        story = (_("The story"), "robot", lambda: self.story(lambda: None, _("Main menu")))
        return MainMenu(
            self.app,
            entries,
            lambda: self.preparation.work(),
            self.plugins.install,
            newcomers,
            corner=story,
            floor=self.floor() if self.floor is not None else None,
        )

    def story(self, done: Callable[[], None], last: str) -> None:
        """Tell the story (CLI-108); `last` is the caption of the button after it, which calls `done`."""
        self.app.push(StoryPage(self.app, self.catalogue, done, last))

    def _resume(self, game: Game, match: Match, recorder: Recorder) -> None:
        self.matches.resume(game, match, recorder)

    def _play_after_story(self, game: Game) -> None:
        """Start a match; before a player's first one the story is told, once."""
        if self.app.settings.story_told:
            self.matches.play(game)
            return

        def begin() -> None:
            self.settings.change(msgspec.structs.replace(self.app.settings, story_told=True))
            try:
                self.matches.play(game)
            except GameError as error:
                message(self.app, _("That is not possible"), error.message)
            self.settings.save()

        self.story(begin, _("To the match"))

    def _plugins_changed(self) -> None:
        """Let everything that has been made of plugins follow: names of bots, their processes, the lobby, texts."""
        read_again()
        self.bots[:] = bot_names(self.catalogue)
        close = getattr(self.matches.thinker, "close", None)
        if close is not None:
            close()
        self.setup.plugins_changed()
        self.daily.plugins_changed()
        self.preparation = self._preloader()

    def _preloader(self) -> Preloader:
        """Return what the main menu prepares."""
        pages = reading()
        return Preloader(
            open_shelf(self.catalogue).work,
            self.setup.prepare_lobby,
            preparation(self.app.pages),
            self.daily.work,
            lambda: next(pages, None) is not None,
        )

    def tutorial(self) -> None:
        """Open the list of lessons."""
        self.learn("", lambda: None)

    def learn(self, edition: str, back: Callable[[], None]) -> None:
        """Open the lessons of a mode; `back` opens the page, above the main menu, to which they return."""

        def leave() -> None:
            self.main_menu()
            back()

        self._lessons(edition, leave).open()

    def _lessons(self, edition: str, leave: Callable[[], None]) -> TutorialCoordinator:
        speed = self.settings.moving_speed()
        return TutorialCoordinator(
            self.app, self.catalogue, leave, self._play_edition, edition=edition, speed=speed, check=self.check
        )

    def _first_lesson(self) -> None:
        """Begin the first lesson."""
        lessons = self._lessons("", self.main_menu)
        lessons.begin(lessons.lessons[0])

    def _play_edition(self, mode: str) -> None:
        """Offer a quick match of a mode."""
        self.main_menu()
        self.setup.quick_match_of(mode)

    def rulebook(self, rule: str = "", mode: str = "") -> None:
        """Open the rulebook at a rule or an edition; the same key closes it."""
        if isinstance(self.app.screen_on_top, RulebookPage):
            self.app.pop()
            return
        try:
            self.app.push(RulebookPage(self.app, self.catalogue, rule, mode or self.setup.wishes.mode))
        except GameError as error:
            message(self.app, _("The rulebook cannot be opened"), error.message)

    def credits_page(self) -> None:
        """Open credits and licences."""
        self.app.push(CreditsPage(self.app))

    # --- errors ---------------------------------------------------------------------------------------------------

    def catch_errors(self) -> None:
        """Show a page for unexpected errors from now on, instead of ending the program."""
        desk = FaultDesk(self.app, self.catalogue, save=self._save_for_later, main_menu=self._leave_after_error)
        self.app.on_fault = desk.take

    def _save_for_later(self) -> Saved:
        """Keep what is going on, after an error."""
        if self.online.membership is not None:
            return Saved(_("The game on the network goes on, and your seat is kept."), self.online.show_again)
        starting = self.matches.take_starting()
        if starting is not None:
            return Saved(
                game=starting,
                go_on_without=lambda effects: self.matches.play(starting.muting({*starting.muted, *effects})),
            )
        return self.rescue.saved() or Saved()

    def _leave_after_error(self) -> None:
        if self.online.membership is not None:
            self.online.leave()
        else:
            self.main_menu()
