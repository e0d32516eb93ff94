"""Switches between screens: main menu, quick match, the match, its result."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.base.translation import _, read_again
from roborally.bots.registry import bot_names
from roborally.core.events import Event
from roborally.core.match import Match
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Settings, done_lessons, save_settings
from roborally.profile.kept import MatchKeeper
from roborally.profile.language import speak
from roborally.profile.recent import RecentReplays
from roborally.records.file_format import REPLAY_SUFFIX
from roborally.records.recorder import Recorder, load_save
from roborally.rulebook.pages import reading
from roborally.session import LocalSession, Thinker
from roborally.ui.daily.coordinator import DailyCoordinator
from roborally.ui.editor.coordinator import EditorCoordinator
from roborally.ui.export.coordinator import FilmCoordinator
from roborally.ui.match.earned_achievements import earned_at
from roborally.ui.match.game_menu import GameMenu
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.result_screen import ResultScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.online.coordinator import OnlineCallbacks, OnlineCoordinator
from roborally.ui.pages.credits_page import CreditsPage, preparation
from roborally.ui.pages.keys_page import turn_to_keys
from roborally.ui.pages.living_floor import LivingFloor
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.pages.settings_page import SettingsPage
from roborally.ui.pages.statistics_page import keep_result, open_statistics, told
from roborally.ui.pages.story_page import StoryPage
from roborally.ui.pages.welcome_page import WelcomePage
from roborally.ui.plugin_pages.coordinator import PluginCallbacks, PluginsCoordinator
from roborally.ui.puzzles.coordinator import PuzzleCoordinator
from roborally.ui.replay.coordinator import ReplayCoordinator
from roborally.ui.rescue.fault_desk import FaultDesk, Saved
from roborally.ui.rescue.keeping import MatchRescue
from roborally.ui.rulebook.rulebook_page import RulebookPage
from roborally.ui.setup import saves
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
        self.thinker = thinker
        self.bots = bots
        self.speed = speed
        self.check = check
        self.setup = SetupCoordinator(
            app,
            catalogue,
            bots,
            SetupCallbacks(self._play_after_story, self.load, lambda config: self.online.host(config), self.learn),
        )
        self.daily = DailyCoordinator(app, catalogue, self._play_after_story, self.main_menu)
        self.preparation = self._preloader()
        app.on_rules = self.rulebook
        app.on_keys = lambda: turn_to_keys(app)
        self.exhibition: Callable[[Client], None] | None = None
        """Opens the page of exhibitions, which lies above this one; without it the menu does not offer it."""
        self.floor: Callable[[], LivingFloor] | None = None
        """Makes the floor behind the main menu; without it there is the picture of the title."""
        self.recorder: Recorder | None = None
        self._starting: Game | None = None
        """The game whose match has not come to its first question."""
        self.rescue = MatchRescue(app, catalogue, keeper, resume=self._resume, main_menu=self.main_menu)
        self.puzzles = PuzzleCoordinator(app, catalogue, self.main_menu, self._moving_speed, check=check)
        self.editor = EditorCoordinator(
            app,
            catalogue,
            bots,
            thinker,
            leave=self.main_menu,
            settings=self.settings_page,
            speed=self._moving_speed,
            check=check,
        )
        self.films = FilmCoordinator(app)
        self.replays = ReplayCoordinator(
            app, catalogue, self.main_menu, self._moving_speed, self._resume, recent, self.films.open
        )
        home = OnlineCallbacks(
            self.main_menu,
            self.settings_page,
            self.statistics_page,
            self.replays.watch,
            self.replays.recent.keep,
            self.films.best_moments,
            self.tell,
            self._moving_speed,
        )
        self.online = OnlineCoordinator(app, catalogue, bots, home, check=check)
        self.plugins = PluginsCoordinator(
            app,
            catalogue,
            PluginCallbacks(
                self._plugins_changed,
                lambda: self.online.membership is not None or bool(self._matches()),
                self.change_settings,
                self._save_settings,
                self._moving_speed,
            ),
        )

    # --- menus ----------------------------------------------------------------------------------------------------

    def main_menu(self) -> None:
        """Open the main menu."""
        theme.use_colours_for(self.app.settings.sight)
        self.app.replace(self._make_main_menu)
        self.app.audio.music("menu")

    def welcome(self) -> None:
        """Ask for language, name and size of texts, above the main menu (CLI-808)."""
        self.app.push(WelcomePage(self.app, self.change_settings, self._save_settings))

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
            (_("Board editor"), "plus", self.editor.open),
            (_("Plugins"), "wrench", self.plugins.open),
            (_("Settings"), "settings", self.settings_page),
            (_("Statistics & achievements"), "trophy", self.statistics_page),
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

    def _play_after_story(self, game: Game) -> None:
        """Start a match; before a player's first one the story is told, once."""
        if self.app.settings.story_told:
            self.play(game)
            return

        def begin() -> None:
            self.change_settings(msgspec.structs.replace(self.app.settings, story_told=True))
            try:
                self.play(game)
            except GameError as error:
                message(self.app, _("That is not possible"), error.message)
            self._save_settings()

        self.story(begin, _("To the match"))

    def _plugins_changed(self) -> None:
        """Let everything that has been made of plugins follow: names of bots, their processes, the lobby, texts."""
        read_again()
        self.bots[:] = bot_names(self.catalogue)
        close = getattr(self.thinker, "close", None)
        if close is not None:
            close()
        self.setup.plugins_changed()
        self.daily.plugins_changed()
        self.editor.plugins_changed()
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
        speed = self._moving_speed()
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

    def settings_page(self) -> None:
        """Open the settings, over the main menu or over a match."""
        self.app.push(SettingsPage(self.app, self.change_settings, self._save_settings, self._seconds_left))

    def statistics_page(self) -> None:
        """Open statistics and achievements."""

        def show(titles: tuple[str, ...]) -> None:
            self.change_settings(msgspec.structs.replace(self.app.settings, titles=titles))
            self._save_settings()

        open_statistics(self.app, self.catalogue, show)

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

    # --- settings -------------------------------------------------------------------------------------------------

    def change_settings(self, settings: Settings) -> None:
        """Apply changed settings, also to the running match."""
        before = self.app.settings
        self.app.apply(settings)
        if settings.language != before.language:
            speak(settings.language)
            self._translate()
        if not self._matches():  # robots keep their colours until the end of a match
            theme.use_colours_for(settings.sight)
        self.setup.settings_changed(before, settings)
        for screen in self._matches():
            screen.board_pane.ghost.switched_on = settings.programming_aid
            if settings.robot_lines != before.robot_lines:
                screen.translate()  # makes the panels again
        if settings.moving_speed != before.moving_speed:
            self.speed = ""
            for screen in self._matches():
                screen.panels.moving.set_speed(settings.moving_speed)

    def _translate(self) -> None:
        """Show the screens below the settings in the current language."""
        for screen in list(self.app.screens):
            if screen not in self.app.screens:  # a question or a curtain, which its match has shown again
                continue
            at = self.app.screens.index(screen)
            if isinstance(screen, MatchScreen):
                screen.translate()
            elif isinstance(screen, MainMenu):
                self.app.screens[at] = self._make_main_menu()
            elif isinstance(screen, GameMenu):
                self.app.screens[at] = screen.again()

    def _save_settings(self) -> None:
        try:
            notices = save_settings(self.app.settings)
        except GameError as error:
            notices = [Message.of("Your settings apply until you quit, but could not be saved."), error.message]
        self.tell(notices)

    def tell(self, notices: Sequence[Message]) -> None:
        """Report errors in the files of the player's profile."""
        if notices:
            message(self.app, _("Settings and statistics"), *notices)

    def _moving_speed(self) -> str:
        """Return the initial speed of a match."""
        return self.speed or self.app.settings.moving_speed

    def _matches(self) -> list[MatchScreen]:
        return [screen for screen in self.app.screens if isinstance(screen, MatchScreen)]

    def _seconds_left(self) -> float | None:
        return next((screen.seconds_left() for screen in self._matches()), None)

    # --- matches --------------------------------------------------------------------------------------------------

    def play(self, game: Game) -> None:
        """Start a match with the seed of its configuration."""
        seed = game.config.with_seed().match.seed
        assert seed is not None, "a seed has just been drawn"
        self._starting = game
        try:
            session = LocalSession.start(game, seed, self.thinker)
        except GameError:
            self._starting = None
            raise
        self._starting = None
        recorder = Recorder(game, seed)
        recorder.attach(session)
        self.show(session, recorder)

    def load(self, path: Path) -> None:
        """Continue a saved match; errors in the file are shown in a dialog."""
        try:
            game, match, recorder = load_save(path, self.catalogue)
        except GameError as error:
            message(self.app, _("This game cannot be loaded"), error.message)
            return
        self._resume(game, match, recorder)

    def _resume(self, game: Game, match: Match, recorder: Recorder) -> None:
        past = tuple(recorder.record.events)
        session = LocalSession.resume(game, match, self.thinker, beat=recorder.beat)
        recorder.attach(session)
        self.show(session, recorder, past)
        if recorder.record.practice:
            self._matches()[0].tell_of_practice()

    def show(self, session: LocalSession, recorder: Recorder, past: Sequence[Event] = ()) -> None:
        """Show a match that is being recorded; `past` are its events so far if it goes on."""
        self.recorder = recorder
        self.rescue.follow(recorder)
        warm_up = getattr(self.thinker, "warm_up", None)
        if warm_up is not None:
            warm_up(session.game)
        self.app.replace(
            lambda: MatchScreen(
                self.app,
                session,
                finished=self.show_result,
                open_menu=self._open_menu,
                show_moment=partial(self.replays.show_moment, recorder),
                earned=earned_at(self.catalogue, session),
                past=past,
                speed=self._moving_speed(),
                check=self.check,
            )
        )
        self.app.audio.music("match")

    def _open_menu(self, screen: MatchScreen) -> None:
        self.app.push(self._make_game_menu(screen))

    def _make_game_menu(self, screen: MatchScreen) -> GameMenu:
        again = partial(self._make_game_menu, screen)
        return GameMenu(
            self.app,
            screen.seconds_left,
            self.save_page,
            self.settings_page,
            self._leave,
            leaving=self.rescue.leaving_text(),
            again=again,
        )

    def save_page(self) -> None:
        """Open the page that saves the running match."""
        assert self.recorder is not None, "every match is recorded"
        recorder, turn = self.recorder, self._matches()[0].turn_in_motion
        name = recorder.game.course.title
        self.app.push(saves.SavePage(self.app, name, lambda path: recorder.save(path, turn())))

    def _leave(self) -> None:
        self.rescue.leave()
        self.main_menu()

    def show_result(self, context: ShownMatch) -> None:
        """Keep the result of a finished match, and show it."""
        game = context.game

        def watch_again() -> None:
            assert self.recorder is not None, "every match is recorded"
            self.replays.watch_again(self.recorder)

        def film() -> None:
            assert self.recorder is not None, "every match is recorded"
            self.films.best_moments(self.recorder.game, self.recorder.record)

        def again() -> None:
            self.play(make_game(_without_seed(game.config).with_seed(), self.catalogue, course=game.course))

        def analyse() -> None:
            assert self.recorder is not None, "every match is recorded"
            self.replays.analyse(context, self.recorder.record)

        practice = self.recorder is not None and self.recorder.record.practice
        reached, notices = ([], []) if practice else keep_result(context.session, self.catalogue)
        self.rescue.forget()
        if self.recorder is not None and not practice:
            self.replays.recent.keep(game.course.id, self.recorder.finished)
        news = (*told(reached), self.statistics_page) if reached else None
        actions = [
            (_("Play again"), "undo", again),
            (_("Watch again"), "eye", watch_again),
            (_("Highlights"), "camera", film),
            (_("Save replay"), "save", self.keep_replay),
            (_("Main menu"), "arrow-left", self._leave),
        ]
        if self.recorder is not None and self.daily.note(context, self.recorder):
            actions[0] = (_("Daily course"), "timer", self.daily.open)  # its cards are known now
        note = _("practice, counted nowhere") if practice else ""
        self.app.push(ResultScreen(self.app, context, actions, news, analyse, note))
        self.tell(notices)

    def keep_replay(self) -> None:
        """Write the replay of the finished match, and show its path."""
        assert self.recorder is not None, "every match is recorded"
        moment = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        path = paths.save_folder() / f"{self.recorder.game.course.id} {moment}{REPLAY_SUFFIX}"
        try:
            self.recorder.finish(path)
        except GameError as error:
            message(self.app, _("The replay could not be saved"), error.message)
            return
        text = _("Saved in {path}. Watch it under “Replays” in the main menu.").format(path=path)
        message(self.app, _("The replay is saved"), text)

    # --- errors ---------------------------------------------------------------------------------------------------

    def catch_errors(self) -> None:
        """Show a page for unexpected errors from now on, instead of ending the program."""
        desk = FaultDesk(self.app, self.catalogue, save=self._save_for_later, main_menu=self._leave_after_error)
        self.app.on_fault = desk.take

    def _save_for_later(self) -> Saved:
        """Keep what is going on, after an error."""
        if self.online.membership is not None:
            return Saved(_("The game on the network goes on, and your seat is kept."), self.online.show_again)
        starting, self._starting = self._starting, None
        if starting is not None:
            return Saved(
                game=starting,
                go_on_without=lambda effects: self.play(starting.muting({*starting.muted, *effects})),
            )
        return self.rescue.saved() or Saved()

    def _leave_after_error(self) -> None:
        if self.online.membership is not None:
            self.online.leave()
        else:
            self.main_menu()


def _without_seed(config: MatchConfig) -> MatchConfig:
    """Return a configuration with a new random seed."""
    return msgspec.structs.replace(config, match=msgspec.structs.replace(config.match, seed=None))
