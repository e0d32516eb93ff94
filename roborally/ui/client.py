"""Switches between screens: main menu, quick match, the match, its result."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.later import import_one, imported_later, wait_first
from roborally.base.translation import _, read_again
from roborally.bots.registry import bot_names
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.profile import done_lessons
from roborally.profile.kept import MatchKeeper
from roborally.profile.recent import RecentReplays
from roborally.records.recorder import Recorder
from roborally.session.protocol import Thinker
from roborally.ui.menu_entries import MenuActions, menu_groups
from roborally.ui.pages.main_menu import Group, MainMenu, MenuEntry
from roborally.ui.pages.settings_coordinator import SettingsCoordinator, matches_shown
from roborally.ui.rescue.match_rescue import MatchRescue
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.preload import Preloader

if TYPE_CHECKING:
    from roborally.scenario.show import Performance
    from roborally.ui.pages.living_floor import LivingFloor

with imported_later():
    # Pages that the main menu opens and prepares.
    from roborally.post import keys as post_keys
    from roborally.post import names as post_names
    from roborally.rulebook import pages as rulebook_pages
    from roborally.ui import local_matches
    from roborally.ui.daily import coordinator as daily_pages
    from roborally.ui.editor import coordinator as editor_pages
    from roborally.ui.export import coordinator as film_pages
    from roborally.ui.online import callbacks as online_callbacks
    from roborally.ui.online import coordinator as online_pages
    from roborally.ui.pages import credits_page, keys_page, story_coordinator
    from roborally.ui.plugin_pages import coordinator as plugin_pages
    from roborally.ui.post import coordinator as post_pages
    from roborally.ui.puzzles import coordinator as puzzle_pages
    from roborally.ui.replay import coordinator as replay_pages
    from roborally.ui.rescue import fault_desk
    from roborally.ui.rulebook import rulebook_page
    from roborally.ui.setup import coordinator as setup_pages
    from roborally.ui.setup import course_shelf
    from roborally.ui.tutorial import from_menu as lesson_pages

# Slow imports of network, rulebook and matches: together with a page they would take several frames.
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
        recent: RecentReplays | None = None,
    ) -> None:
        """Start without a screen; the default `speed` is that of `app.settings`.

        `keeper` stores running matches, `recent` finished ones.
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
        self.preparation = self._preloader()
        app.on_rules = self.rulebook
        app.on_keys = lambda: keys_page.turn_to_keys(app)
        self.exhibition: Callable[[Client], None] | None = None
        """Opens the page of exhibitions, which this module may not import; without it the menu does not offer them."""
        self.watched: Callable[[], fault_desk.Saved] | None = None
        """Returns how a scenario or an exhibition continues after an error in the window."""
        self.floor: Callable[[], LivingFloor] | None = None
        """Makes the moving floor behind the main menu; without it the title picture is shown."""
        self.rescue = MatchRescue(app, catalogue, keeper, resume=self._resume, main_menu=self.main_menu)
        self._recent = recent

    # --- what leads through the pages, made when it is needed -----------------------------------------------------

    @cached_property
    def setup(self) -> "setup_pages.SetupCoordinator":
        """The pages that set up a match."""
        callbacks = setup_pages.SetupCallbacks(
            self.story.play,
            lambda path: self.matches.load(path),
            lambda config: self.online.host(config),
            lambda edition, back: self.lessons.learn(edition, back),
            lambda path: self.editor.edit(path),
        )
        return setup_pages.SetupCoordinator(self.app, self.catalogue, self.bots, callbacks)

    @cached_property
    def daily(self) -> "daily_pages.DailyCoordinator":
        """The daily course."""
        return daily_pages.DailyCoordinator(self.app, self.catalogue, self.story.play, self.main_menu)

    @cached_property
    def puzzles(self) -> "puzzle_pages.PuzzleCoordinator":
        """The puzzles."""
        speed_now = self.settings.moving_speed
        return puzzle_pages.PuzzleCoordinator(self.app, self.catalogue, self.main_menu, speed_now, check=self.check)

    @cached_property
    def lessons(self) -> "lesson_pages.LessonsFromMenu":
        """The lessons."""
        speed_now = self.settings.moving_speed
        return lesson_pages.LessonsFromMenu(
            self.app, self.catalogue, self.main_menu, self._play_edition, speed_now, check=self.check
        )

    @cached_property
    def editor(self) -> "editor_pages.EditorCoordinator":
        """The board editor."""
        return editor_pages.EditorCoordinator(
            self.app,
            self.catalogue,
            self.bots,
            self._thinker,
            leave=self.main_menu,
            settings=self.settings.open,
            speed=self.settings.moving_speed,
            check=self.check,
        )

    @cached_property
    def films(self) -> "film_pages.FilmCoordinator":
        """Films of matches."""
        return film_pages.FilmCoordinator(self.app)

    @cached_property
    def replays(self) -> "replay_pages.ReplayCoordinator":
        """Recorded matches."""
        speed_now = self.settings.moving_speed
        return replay_pages.ReplayCoordinator(
            self.app, self.catalogue, self.main_menu, speed_now, self._resume, self._recent, self.films.open
        )

    @cached_property
    def matches(self) -> "local_matches.LocalMatches":
        """Matches at this machine."""
        return local_matches.LocalMatches(
            self.app,
            self.catalogue,
            self._thinker,
            self.settings,
            self.rescue,
            self.replays,
            self.films,
            self.daily,
            self.main_menu,
            check=self.check,
        )

    @cached_property
    def online(self) -> "online_pages.OnlineCoordinator":
        """Matches on the network."""
        home = online_callbacks.OnlineCallbacks(
            self.main_menu,
            self.settings.open,
            self.settings.statistics_page,
            self.replays.watch,
            self.replays.recent.keep,
            self.films.best_moments,
            self.settings.report,
            self.settings.moving_speed,
        )
        return online_pages.OnlineCoordinator(self.app, self.catalogue, self.bots, home, check=self.check)

    @cached_property
    def plugins(self) -> "plugin_pages.PluginsCoordinator":
        """The pages of plugins."""
        callbacks = plugin_pages.PluginCallbacks(
            self._plugins_changed,
            lambda: self.online.membership is not None or bool(matches_shown(self.app)),
            self.settings.change,
            self.settings.save,
            self.settings.moving_speed,
        )
        return plugin_pages.PluginsCoordinator(self.app, self.catalogue, callbacks)

    @cached_property
    def story(self) -> "story_coordinator.StoryCoordinator":
        """The opening stories, shown before a first match and on request."""
        return story_coordinator.StoryCoordinator(
            self.app, self.catalogue, self.settings, lambda game: self.matches.play(game)
        )

    @cached_property
    def post(self) -> "post_pages.PostCoordinator":
        """Turns of matches by post."""
        return post_pages.PostCoordinator(
            self.app,
            self.catalogue,
            self.main_menu,
            self.settings.open,
            self.settings.moving_speed,
            check=self.check,
        )

    def take_file(self, path: Path) -> None:
        """Open or install a file that is dropped onto the main menu."""
        if path.suffix == post_names.TURN_SUFFIX:
            self.post.open(path)
        elif path.suffix == post_names.SEAT_SUFFIX:
            self.post.join(path)
        else:
            self.plugins.install(path)

    # --- menus ----------------------------------------------------------------------------------------------------

    def main_menu(self) -> None:
        """Open the main menu."""
        self.watched = None
        theme.use_colours_for(self.app.settings.sight)
        self.app.replace(self._make_main_menu)
        self.app.audio.music("menu")

    def _make_main_menu(self) -> MainMenu:
        continuing = [MenuEntry(_("Continue"), "undo", self.rescue.open_page)] if self.rescue.kept() else []
        lesson = MenuEntry(_("New here? Play the five-minute lesson"), "question", lambda: self.lessons.begin())
        return MainMenu(
            self.app,
            self._groups(continuing),
            [
                MenuEntry(_("Settings"), "settings", self.settings.open),
                MenuEntry(_("Credits"), "heart", self.credits_page),
                MenuEntry(_("Quit"), "quit", self.app.quit),
            ],
            lambda: self.preparation.work(),
            self.take_file,
            None if continuing or done_lessons() else lesson,
            floor=self.floor,
        )

    def _groups(self, continuing: Sequence[MenuEntry]) -> list[Group]:
        """Return the entries of the main menu in groups, after those that continue a match."""
        seats = post_keys.seats_on_servers() if paths.post_key_folder().is_dir() else []
        if seats:
            games = MenuEntry(_("My games"), "timer", lambda: self.post.my_games(), self.post.waiting_games(seats))
            continuing = [*continuing, games]
        offer = self.exhibition
        actions = MenuActions(
            quick_match=lambda: self.setup.quick_match(),
            surprise=lambda: self.setup.surprise(),
            daily=lambda: self.daily.open(),
            lobby=lambda: self.setup.lobby(),
            join=lambda: self.online.join_page(),
            load=lambda: self.setup.load_page(),
            lessons=lambda: self.lessons.open(),
            puzzles=lambda: self.puzzles.open(),
            rulebook=self.rulebook,
            story=lambda: self.story.open(),
            replays=lambda: self.replays.open_page(),
            exhibition=(lambda: offer(self)) if offer is not None else None,
            statistics=self.settings.statistics_page,
            editor=lambda: self.editor.open(),
            plugins=lambda: self.plugins.open(),
        )
        return menu_groups(actions, continuing)

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
        self.daily.plugins_changed()
        self.editor.plugins_changed()
        self.preparation = self._preloader()

    def _preloader(self) -> Preloader:
        """Return the loader of pages that the main menu prepares."""
        credit_lines = cache(lambda: credits_page.preparation(self.app.pages))
        pages = cache(lambda: rulebook_pages.reading())
        return Preloader(
            import_one,
            lambda: course_shelf.open_shelf(self.catalogue).work(),
            lambda: self.setup.prepare_lobby(),
            lambda: credit_lines()(),
            lambda: self.daily.work(),
            lambda: next(pages(), None) is not None,
        )

    def _play_edition(self, mode: str) -> None:
        """Offer a quick match of a mode."""
        self.main_menu()
        self.setup.quick_match_of(mode)

    def rulebook(self, rule: str = "", mode: str = "") -> None:
        """Open the rulebook at a rule or an edition; pressing the same key closes it."""
        if isinstance(self.app.screen_on_top, rulebook_page.RulebookPage):
            self.app.pop()
            return
        try:
            self.app.push(rulebook_page.RulebookPage(self.app, self.catalogue, rule, mode or self.setup.wishes.mode))
        except GameError as error:
            message(self.app, _("The rulebook cannot be opened"), error.message)

    def credits_page(self) -> None:
        """Open credits and licences."""
        self.app.push(credits_page.CreditsPage(self.app))

    def watch_scenario(self, path: Path, played: "Performance", follow: bool) -> None:
        """Show a performance of the scenario in a file; with `follow` again whenever its plugin is saved."""
        film = self.replays.watch_scenario(path, played, follow)
        self.watched = lambda: fault_desk.Saved(go_on=film.show_again, game=film.game, look=film.look)

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
        if kept is None and self.watched is not None:
            return self.watched()
        return kept or fault_desk.Saved()

    def _leave_after_error(self) -> None:
        if self.online.membership is not None:
            self.online.leave()
        else:
            self.main_menu()
