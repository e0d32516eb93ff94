"""The program for random walks, as a player uses it."""

import random
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from roborally.features.lobby.window.online.room_page import RoomPage
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder, ReplayError
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue
from roborally.profile.kept import MatchKeeper
from roborally.ui.shell.window import open_services
from tests.features.exhibition.evenings import Evening
from tests.screens.film_scenes import StillJob
from tests.ui import desks
from tests.waiting import Clock, stands_still, until

from .conftest import Driver, bots_at_once
from .desks import daily, films, plugins

TODAY = date(2026, 11, 25)
"""The date of all walks, so that they find the same course."""
DRAWN = 0.3
"""The share of the frames that is drawn."""


class Eyes(Driver):
    """Draws only some of the frames, because drawing takes most of the time, and most frames look alike."""

    chance = random.Random(0)

    def frame(self, count: int = 1, seconds: float = 1 / 60) -> None:
        for _ in range(count):
            if self.chance.random() < DRAWN:
                super().frame(seconds=seconds)
            else:
                self.app.switch_to()
                self.send("on_update", seconds)


class Program:
    """The program as a player uses it: it can be closed or killed, and started again."""

    def __init__(
        self, app: Any, catalogue: Catalogue, library: Any, folder: Path, look: Callable[[], list[str]]
    ) -> None:
        """Use `folder` for the player's files; `look` draws a frame and returns the faults of its texts."""
        self.app = app
        self.look = look
        self.driver = Eyes(app)
        self.catalogue = catalogue
        self.library = library
        self.folder = folder
        self.clock = Clock()
        self.progress: Evening | None = None
        self.client: Any = None
        self.evenings = 0
        self.trace: list[str] = []
        self._ends: dict[str, bytes] = {}

    def start(self) -> None:
        """Open the main menu."""
        self.app.services.clear()
        self.app.on_hold = False
        keeper = MatchKeeper(self.folder / "running", stands_still)
        bots = ["greedy", "random"]
        thinker = bots_at_once(self.catalogue)
        self.client = open_services(self.app, self.catalogue, thinker, bots, speed="skip", check=True, keeper=keeper)
        daily(self.client).today = lambda: TODAY
        # Reloaded modules would differ from those that other tests have imported.
        desk = plugins(self.client)
        desk.reload = desk.open_folder = lambda *entry: None
        desks.setup(self.client).lot = random.Random(len(self.trace))
        films(self.client).make = lambda order, game, record: StillJob(0.3)
        self.client.router.home()
        self.pass_time(1)

    def pass_time(self, frames: int) -> None:
        """Draw some frames."""
        for _ in range(frames):
            self.clock.time += 1 / 20
            self.driver.frame(seconds=1 / 20)

    def play(self, mode: str, people: int) -> None:
        """Start a match with a clock that advances with the frames."""
        game: Game = self.library.game(mode, players=4 if mode == "roboball" else 3, people=people)
        self.client.start(game)

    def load_the_end(self, mode: str) -> None:
        """Continue with the last turn of a recorded match."""
        if mode not in self._ends:
            recorder = self.library.finished(mode).recorder
            last = recorder.followed().state.turn
            self._ends[mode] = recorder.saved(next(turn for turn in range(last, 0, -1) if _has(recorder, turn)))
        path = self.folder / "the-end.rrsave"
        path.write_bytes(self._ends[mode])
        desks.matches(self.client).load(path)

    def take_over_the_clock(self) -> None:
        """Let the clock of a running match advance with the frames."""
        session = getattr(self.app.screens[0], "session", None) if self.app.screens else None
        if isinstance(session, LocalSession) and session.now is not self.clock:
            session.now = self.clock
            session.hold_clock()

    def host(self) -> None:
        """Invite others, and start the match as soon as the server is ready."""
        game: Game = self.library.game("standard", players=2)
        desks.online(self.client).host(game.config)
        until(lambda: type(self.app.screen_on_top) is RoomPage, meanwhile=lambda: self.driver.frame(seconds=1 / 20))

    def exhibit(self) -> None:
        """Show an exhibition of bots."""
        self.evenings += 1
        folder = self.folder / f"evening-{self.evenings}"
        self.progress = Evening(self.app, self.driver, self.catalogue, folder, 2, "skip")

    def die(self) -> None:
        """End at once; the operating system releases the locks."""
        self.client.rescue.keeper.release(newest=False)
        self.end()

    def end(self) -> None:
        """Clean up."""
        if self.progress is not None:
            self.progress.close()
            self.progress = None
        desks.online(self.client).close()
        self.app.abandon()
        self.app.services.clear()


def _has(recorder: Recorder, turn: int) -> bool:
    """Return whether a match can be saved at a turn, because it asked a person there."""
    try:
        recorder.saved(turn)
    except ReplayError:
        return False
    return True
