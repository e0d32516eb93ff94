"""Leads from screen to screen: main menu, quick match, the match, its result."""

import sys
from datetime import datetime
from pathlib import Path

import msgspec

from roborally import paths
from roborally.config import Game, MatchConfig, make_game
from roborally.core.match import Match
from roborally.errors import GameError
from roborally.loader import Catalogue
from roborally.recordfile import REPLAY_SUFFIX
from roborally.replay import Recorder, load_save
from roborally.session import LocalSession, Thinker
from roborally.texts import _
from roborally.ui import saves
from roborally.ui.app import App, run
from roborally.ui.audio import Audio
from roborally.ui.dialogs import message
from roborally.ui.game_menu import GameMenu
from roborally.ui.match_screen import MatchScreen
from roborally.ui.menu import MainMenu
from roborally.ui.quick_match import QuickMatchPage, Wishes
from roborally.ui.result import ResultScreen
from roborally.ui.speaker import open_speaker
from roborally.ui.table import Table
from roborally.ui.tutorial import Tutorial


class Client:
    """The game in the window.

    `bots` are the names of the bots that may be chosen. With `check` what is shown is compared with the session
    whenever the animation has run dry.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        thinker: Thinker,
        bots: list[str],
        *,
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        """Begin without any screen."""
        self.app = app
        self.catalogue = catalogue
        self.thinker = thinker
        self.bots = bots
        self.speed = speed
        self.check = check
        self.wishes = Wishes()
        self._recorder: Recorder | None = None

    # --- menus ----------------------------------------------------------------------------------------------------

    def main_menu(self) -> None:
        """Go to the main menu."""
        entries = [
            (_("Quick match"), "play", self.quick_match),
            (_("Tutorial"), "info", self.tutorial),
            (_("Load game"), "load", self.load_page),
            (_("Quit"), "quit", self.app.quit),
        ]
        self.app.replace(lambda: MainMenu(self.app, entries))
        self.app.audio.music("menu")

    def quick_match(self) -> None:
        """Open the page on which a quick match is put together."""
        self.app.push(QuickMatchPage(self.app, self.catalogue, self.bots, self.wishes, self._start_wishes))

    def tutorial(self) -> None:
        """Open the list of lessons."""
        Tutorial(self.app, self.catalogue, self.main_menu, speed=self.speed, check=self.check).open()

    def load_page(self) -> None:
        """Open the list of saved games."""
        self.app.push(saves.LoadPage(self.app, self.load))

    def _start_wishes(self, wishes: Wishes, config: MatchConfig) -> None:
        game = make_game(config.with_seed(), self.catalogue)
        self.wishes = wishes
        self.play(game)

    # --- matches --------------------------------------------------------------------------------------------------

    def play(self, game: Game) -> None:
        """Begin a match with the seed of its configuration."""
        seed = game.config.with_seed().match.seed
        assert seed is not None, "a seed has just been drawn"
        session = LocalSession.start(game, seed, self.thinker)
        recorder = Recorder(game, seed)
        recorder.attach(session)
        self._show(session, recorder)

    def load(self, path: Path) -> None:
        """Go on with a saved match; what is wrong with the file is told in a dialog."""
        try:
            game, match, recorder = load_save(path, self.catalogue)
        except GameError as error:
            message(self.app, _("This game cannot be loaded"), str(error))
            return
        self._resume(game, match, recorder)

    def _resume(self, game: Game, match: Match, recorder: Recorder) -> None:
        session = LocalSession.resume(game, match, self.thinker, beat=recorder.beat)
        recorder.attach(session)
        self._show(session, recorder)

    def _show(self, session: LocalSession, recorder: Recorder) -> None:
        self._recorder = recorder
        warm_up = getattr(self.thinker, "warm_up", None)
        if warm_up is not None:
            warm_up(session.game)
        self.app.replace(
            lambda: MatchScreen(
                self.app,
                session,
                finished=self._finished,
                open_menu=self._open_menu,
                speed=self.speed,
                check=self.check,
            )
        )
        self.app.audio.music("match")

    def _open_menu(self, screen: MatchScreen) -> None:
        self.app.push(GameMenu(self.app, screen.session, self._save_page, self._leave))

    def _save_page(self) -> None:
        assert self._recorder is not None, "every match is recorded"
        self.app.push(saves.SavePage(self.app, self._recorder))

    def _leave(self) -> None:
        self.main_menu()

    def _finished(self, table: Table) -> None:
        game = table.game

        def again() -> None:
            self.play(make_game(_without_seed(game.config).with_seed(), self.catalogue, course=game.course))

        self.app.push(ResultScreen(self.app, table, again, self._leave, self._keep_replay))

    def _keep_replay(self) -> None:
        """Write the replay of the match that has just ended, and say where it lies."""
        assert self._recorder is not None, "every match is recorded"
        moment = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        path = paths.save_folder() / f"{self._recorder.game.course.id} {moment}{REPLAY_SUFFIX}"
        try:
            self._recorder.finish(path)
        except GameError as error:
            message(self.app, _("The replay could not be saved"), str(error))
            return
        text = _("It is in {path}. The command 'roborally replay' tells it again.").format(path=path)
        message(self.app, _("The replay is saved"), text)


def _without_seed(config: MatchConfig) -> MatchConfig:
    """Return a configuration whose seed is drawn anew."""
    return msgspec.structs.replace(config, match=msgspec.structs.replace(config.match, seed=None))


def run_game(
    catalogue: Catalogue,
    thinker: Thinker,
    bots: list[str],
    game: Game | None = None,
    *,
    speed: str = "normal",
    check: bool = False,
) -> int:
    """Open the window at a match, or at the main menu, and run it until it is closed; return the exit status.

    Raises `GameError` where there is no display.
    """
    app = App()
    app.audio = Audio(open_speaker())
    client = Client(app, catalogue, thinker, bots, speed=speed, check=check)
    for name, reason in sorted(catalogue.broken.items()):
        print(f"roborally: plugin {name!r} is left out: {reason}", file=sys.stderr)
    if game is None:
        client.main_menu()
    else:
        client.play(game)
    run(client.app)
    return 0
