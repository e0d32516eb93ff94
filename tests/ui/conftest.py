"""One window for all tests of a process, controlled by the same events as from mouse and keyboard."""

import gc
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyglet
import pytest

from roborally.base import paths
from roborally.base.translation import use_language
from roborally.core.data import Decision
from roborally.core.observation import Observation
from roborally.game.course.courses import Course
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.records.recorder import Recorder
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Settings
from tests.shipped import drawn
from tests.slots import put_in
from tests.waiting import stands_still

from .driver import Driver as Driver
from .stages import open_stage

GRID = """
 .    c2   .    .    w1   .    .    .
 .    .    >    >    v    .    .    .
 .    .    ^    .    v    .    l<   .
 .    .    ^    g>   v    .    .    .
 .    c1   ^    <    <    .    O    .
 .    .    .    .    .    .    .    .
 .    .    .    .:n  .    ~    .    .
 .    d1^  .    d2^  .    d3^  .    d4^
"""

BURNING = """
 w2       .    .        .      w1   .    .          c2   .
 .        .    portalA  >      v    .    .          .    .
 w2       .    ^        .      v    .    l<         .    .
 doorv135 .    ^        g>     v    .    flame24    .    w2
 .        c1   ^        <      <    .    O          .    .
 .        .    flame135 .      .    .    portalA    .    .
 .        .    .        .:n    .    ~    door^24    .    .
 .        w2   .        .      .    .    .          .    c3
 .        .    .        .      .    .    .          .    .
"""
SHIRE = """
 .    c2   .    .    w1   .    .    .
 .    .    >    >    v    .    .    .
 .    .    ^    .    v    .    l<   .
 .    .    ^    g>   v    .    .    .
 .    c1   ^    <    <    .    O    .
 .    .    .    .    .    .    .    .
 .    .    .    .:n  .    .    .    .
 .    d1^  .    d2^  .    d3^  .    d4^
"""
BOTS = ["greedy", "random"]
NOWHERE = (0.0, 0.0)
"""The position of the mouse before its first move."""
GRIDS = {"crash-and-burn": BURNING, "auenland": SHIRE}

pyglet.options.debug_gl = False  # as in the game; roborally.ui may come after arcade here
pyglet.options.audio = ("silent",)  # counts when arcade is imported for the first time
pyglet.options.shadow_window = False  # as in arcade; without a screen modules of pyglet could not be imported


@pytest.fixture
def speak() -> Callable[[str], None]:
    """Return a function that changes the language."""
    return use_language


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for all of the player's files: `config/settings.toml`, and the others in `data`."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # for the processes of a test, too
    monkeypatch.setattr(paths, "settings_file", lambda: tmp_path / "config" / "settings.toml")
    return tmp_path


@pytest.fixture(scope="session")
def course(catalogue: Catalogue) -> Course:
    return drawn(GRID, catalogue, "yard", players=(2, 4))


@pytest.fixture
def new_game(catalogue: Catalogue, course: Course) -> Callable[..., Game]:
    """Return a function that makes a game of Ada, and perhaps Bea, and bots; `settings` are those of plugins."""

    def make(
        robot: str = "tanky",
        *,
        mode: str = "standard",
        timer: int = 0,
        bots: int = 2,
        people: int = 1,
        course: Course = course,
        plugins: tuple[str, ...] = (),
        **settings: dict[str, Any],
    ) -> Game:
        seats = [SeatConfig(name, "human", robot) for name in ("Ada", "Bea")[:people]]
        seats += [SeatConfig(f"Bot {number}", "random", "peach") for number in range(1, bots + 1)]
        if mode != "standard":
            seats = [SeatConfig(seat.name, seat.controller) for seat in seats]
        section = MatchSection(mode=mode, timer=timer, seed=1, plugins=list(plugins))
        return make_game(MatchConfig(section, plugin=settings, seats=seats), catalogue, course=course)

    return make


@pytest.fixture(scope="module")
def watch() -> Iterator[Any]:
    """Yield what looks at everything that is drawn."""
    from .drawn import Watch

    found = Watch()
    with pytest.MonkeyPatch.context() as patch:
        found.watch(patch.setattr)
        yield found


@pytest.fixture(scope="module")
def stage(_app: Any, watch: Any, library: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Yield the window with a player's files, and matches, for scenes of the gallery whose pixels are not drawn."""
    with open_stage(_app, library, tmp_path_factory.mktemp("profile")) as found:
        yield found


TIDY = 100
"""The number of tests after which garbage is collected: with pictures it is more than the collector estimates."""
_lent = itertools.count(1)


@pytest.fixture
def app(_app: Any) -> Iterator[Any]:
    """Yield the window as if just opened, independent of earlier tests."""
    _app.switch_to()
    _app.apply(Settings(ask_before_loss=False))
    _app.pointer = NOWHERE
    _app.key_focus.note_mouse()
    _app.without_views.clear()
    _app.unreported_views.clear()
    _app.on_resize(_app.width, _app.height)
    yield _app
    while _app.screens:
        _app.screens.pop().closed()
    for service in _app.services:
        service.close()
    _app.services.clear()
    if next(_lent) % TIDY == 0:
        gc.collect()
        gc.freeze()  # what is left stays for all tests
    _app.ctx.gc()  # arcade frees textures and buffers only when a frame is shown, which never happens here


@pytest.fixture
def driver(app: Any) -> Driver:
    return Driver(app)


@pytest.fixture
def look(app: Any, driver: Driver) -> Callable[..., None]:
    """Return a function that gives the window a size in pixels, and its texts a size in percent."""

    def to(width: int, height: int, percent: int = 100) -> None:
        app.settings = msgspec.structs.replace(app.settings, interface_scale=percent)
        app.adapt_to(width, height)
        driver.frame(20, 1 / 20)

    return to


@pytest.fixture
def open_program(app: Any, catalogue: Catalogue) -> Callable[..., Any]:
    """Return a function that opens the services of the window as at the start of the program; no page is open yet.

    Its bots answer at once, by chance.
    """
    from roborally.game.session.instant_thinker import InstantThinker
    from roborally.ui.shell.window import open_services

    def make(*, speed: str = "skip") -> Any:
        return open_services(app, catalogue, InstantThinker(catalogue), BOTS, speed=speed, check=True)

    return make


@pytest.fixture
def client(open_program: Callable[..., Any]) -> Any:
    return open_program()


@pytest.fixture
def begin_session(catalogue: Catalogue) -> Callable[..., LocalSession]:
    """Return a function that starts a match whose bots answer at once, with a given clock if wanted."""
    from roborally.game.session.instant_thinker import InstantThinker

    def begin(
        game: Game,
        seed: int = 1,
        now: Callable[[], float] = stands_still,
        *,
        bot: str = "random",
        found: Catalogue = catalogue,
    ) -> LocalSession:
        return LocalSession.start(game, seed, InstantThinker(found, bot), now)

    return begin


@pytest.fixture
def show_session(app: Any, driver: Driver) -> Callable[..., Any]:
    """Return a function that shows a session; `ended` on its screen collects the contexts of finished matches."""
    from roborally.ui.match.match_screen import MatchScreen
    from roborally.ui.toolkit.dialogs import Dialog

    def menu(screen: Any) -> None:
        app.push(Dialog(app, "Menu", "", [("Back", app.pop)]))

    def show(
        session: LocalSession,
        *,
        speed: str = "skip",
        check: bool = True,
        open_menu: Callable[[Any], None] = menu,
        frames: int = 12,
        **more: Any,
    ) -> Any:
        ended: list[Any] = []
        screen = MatchScreen(app, session, finished=ended.append, open_menu=open_menu, speed=speed, check=check, **more)
        screen.ended = ended  # type: ignore[attr-defined]
        app.replace(lambda: screen)
        driver.frame(frames, 1 / 20)  # a new panel ignores clicks for a moment
        return screen

    return show


@pytest.fixture
def open_match(begin_session: Any, show_session: Any) -> Callable[..., Any]:
    """Return a function that shows a match."""

    def make(game: Game, *, seed: int = 3, speed: str = "fast", now: Any = stands_still) -> Any:
        return show_session(begin_session(game, seed, now), speed=speed)

    return make


@pytest.fixture
def open_mode(catalogue: Catalogue, begin_session: Any, show_session: Any) -> Callable[..., Any]:
    def make(
        mode: str, *, seed: int = 1, bots: int = 2, options: int = 3, speed: str = "skip", objectives: str = "common"
    ) -> Any:
        seats = [SeatConfig("Ada", "human"), *[SeatConfig(f"Bot {number}", "random") for number in range(1, bots + 1)]]
        plugin: dict[str, dict[str, Any]] = {"option-cards": {"dealt_at_start": options}}
        if mode == "auenland":
            plugin = {"auenland": {"objectives": objectives}}
        config = MatchConfig(match=MatchSection(mode=mode), plugin=plugin, seats=seats)
        game: Game = make_game(config, catalogue, course=drawn(GRIDS[mode], catalogue, "yard", players=(2, 8)))
        return show_session(begin_session(game, seed), speed=speed, frames=0)

    return make


def play_to_the_end(driver: Driver, screen: Any) -> None:
    """Let bots play a match until all of it has been shown, drawing few frames."""
    for number in range(20000):
        screen.update(1 / 20)
        if number % 200 == 0:
            driver.frame()
        if screen.ended:
            return
    raise AssertionError("the match does not end")


def answer_default(app: Any, driver: Driver, screen: Any) -> str:
    """Answer the question as Enter does; return its kind."""
    import arcade

    question = screen.question_controller.asked
    if question is None:
        return ""
    if question["kind"] == "program":
        screen.answer(question["seat"], question["id"], question["default"] or ("",) * 5)
    else:
        app.screens[-1].key(arcade.key.ENTER, 0)
    kind: str = question["kind"]
    return kind


def bots_at_once(catalogue: Catalogue) -> Any:
    """Return a class of thinker whose bots answer at once, in place of a pool of processes."""
    from roborally.game.session.instant_thinker import InstantThinker

    class BotsAtOnce(InstantThinker):
        def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> Any:
            self.bot = bot
            return super().submit(game, bot, seen, decision, seed)

        def warm_up(self, game: Game) -> None:
            """Start no processes."""

        def close(self) -> None:
            """Do nothing, because there are no processes."""

    return BotsAtOnce(catalogue)


@pytest.fixture
def progress(app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path) -> Any:
    """Return a function that shows an exhibition."""
    from tests.features.exhibition.evenings import Evening

    opened: list[Any] = []

    def open_evening(games: int = 2, speed: str = "skip") -> Any:
        for before in opened:
            before.close()
        opened.append(Evening(app, driver, catalogue, tmp_path / "progress", games, speed))
        driver.frame()
        return opened[-1]

    yield open_evening
    for entry in opened:
        entry.close()


@pytest.fixture
def begin(new_game: Any, begin_session: Any, show_session: Any) -> Callable[..., Any]:
    """Return a function that starts a match with given cards in the hand."""

    def make(
        robot: str = "tanky",
        *,
        hand: tuple[str, ...] = (),
        damage: int = 0,
        timer: int = 0,
        now: Any = stands_still,
        speed: str = "skip",
    ) -> Any:
        game: Game = new_game(robot, timer=timer)
        session = begin_session(game, 1, now)
        Recorder(game, 1).attach(session)
        piece = session.match.state.pieces[0]
        if damage:
            session.match.hurt(piece, damage, "test")
            session.poll()
        if hand:
            put_in(session.match.state.ext["program-cards"], "hands", 0, hand)
        return show_session(session, speed=speed)

    return make
