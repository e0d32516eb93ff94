"""A plugin that fails in the window: the page names it, and the match goes on without what has failed."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.features.lobby.variants import FurtherPlugins
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay, load_save
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.watchdog import Watchdog
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.rescue.fault_page import FaultPage
from roborally.ui.toolkit.dialogs import Dialog
from tests.plugins.faulty import COUNTED, FAILS, PLACES, game_with, magnet
from tests.sweeps import few_of
from tests.test_every_mode import MODES

from . import desks
from .conftest import Driver
from .kept_matches import captions, client_starter, die, go, match_of
from .playing import lay
from .seen import texts

WITHOUT, GO_ON = "Go on without this effect", "Continue the match"
BUTTONS = [WITHOUT, GO_ON, "Save game", "Save replay", "Main menu", "Copy report", "Quit RoboRally"]
VIEW = """from roborally.plugin import hookimpl
from roborally.ui.plugin import Overlay


class Field(Overlay):
    def draw_below(self):
        {below}

    def on_event(self, event):
        {on_event}


def line(context):
    {line}


@hookimpl
def register_view(views):
    {register}
    views.overlay(Field)
    views.line(line)
"""
quick_watchdog = partial(Watchdog, seconds=0.2, every=0.02)
FINE = {"below": "pass", "on_event": "pass", "line": 'return "A field."', "register": "pass"}

Begin = Callable[..., Any]


@pytest.fixture
def begin(app: Any, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Return a function that makes the plugin, and begins a match with it at its first program."""
    folder, clients = tmp_path / "running", []

    def start(call: str = "pass", body: str = FAILS, **view: str) -> Any:
        files = {"view.py": VIEW.format(**FINE | view)} if view else {}
        found = magnet(tmp_path, call, body, files)
        clients.append(client_starter(app, found, folder, monkeypatch)())
        clients[0].start(game_with(found, ("human", "random"), "standard"))
        driver.frame(12, 1 / 20)
        return clients[0]

    yield start
    die(clients[0])


def fail(app: Any, driver: Driver) -> Any:
    """Do what a person does until the page has come: at once if the ghost of the programming aid has met the fault."""
    if not isinstance(app.screen_on_top, FaultPage):
        program(app, driver)
    assert isinstance(app.screen_on_top, FaultPage)


def program(app: Any, driver: Driver) -> Any:
    """Fill in a program, hand it in, and let the bots answer."""
    screen = match_of(app)
    driver.until(lambda: screen.question_controller.waits, 400)
    lay(screen.panels.open)
    driver.key(arcade.key.ENTER)
    driver.frame(3)
    return screen


def goes_on(app: Any, driver: Driver) -> Any:
    """Play until the next program is asked for; return the screen of the match."""
    screen = match_of(app)
    turn = screen.session.match.state.turn
    program(app, driver)
    driver.until(lambda: screen.session.match.state.turn > turn and screen.question_controller.waits, 300)
    return screen


@pytest.mark.parametrize("place", few_of(PLACES, 2))
def test_the_page_names_the_plugin_and_the_match_goes_on_without_the_effect(
    place: str, begin: Begin, app: Any, driver: Driver, tmp_path: Path
) -> None:
    client = begin(PLACES[place])
    fail(app, driver)
    assert "Plugin “Magnet” has failed" in texts(app)
    assert "It failed in rules.py, line 5 (Turn 1" in texts(app)
    assert "KeyError: 'pole'" in texts(app)
    assert captions(app) == BUTTONS
    go(driver, WITHOUT)
    screen = goes_on(app, driver)
    (mark,) = desks.matches(client).recorder.record.muted
    assert mark[1] in desks.matches(client).recorder.game.muted
    assert client.rescue.keeper.settle()
    desks.matches(client).recorder.finish(tmp_path / "all.rrreplay")
    game, record = load_replay(tmp_path / "all.rrreplay", client.catalogue)
    assert verify(record, game) == ""
    assert screen.session.match.rules is desks.matches(client).recorder.game.rules


def test_the_match_is_saved_and_its_replay(begin: Begin, app: Any, driver: Driver, tmp_path: Path) -> None:
    client = begin(PLACES["phase"])
    fail(app, driver)
    go(driver, "Save game")
    driver.key(arcade.key.ENTER)
    driver.frame(2)
    assert "The game is saved" in texts(app)
    go(driver, "OK")
    assert captions(app) == BUTTONS
    go(driver, "Save replay")
    assert "The replay is saved" in texts(app)
    go(driver, "OK")
    (saved,) = paths.save_folder().glob("*.rrsave")
    (replay,) = paths.save_folder().glob("*.rrreplay")
    assert load_save(saved, client.catalogue)[1].state.turn == 1
    game, record = load_replay(replay, client.catalogue)
    assert verify(record, game) == ""
    go(driver, GO_ON)
    fail(app, driver)
    assert captions(app)[:2] == [WITHOUT, "Save game"], "it has failed again"
    assert "The same error has come again" in texts(app)


@pytest.mark.parametrize(
    "body", few_of(["\n    while True: pass", "raise KeyboardInterrupt", "raise SystemExit", "raise GeneratorExit"], 2)
)
@pytest.mark.usefixtures("heeded")
def test_whatever_a_plugin_does_the_page_and_esc_work(
    body: str, begin: Begin, app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path
) -> None:
    watchdog = quick_watchdog([Plugin(tmp_path / "plugins" / "magnet", catalogue.get("oil").manifest)]).start()
    try:
        begin(PLACES["phase"], body)
        fail(app, driver)
    finally:
        watchdog.stop()
    assert "Plugin “Magnet” has failed" in texts(app)
    if "while" in body:
        assert "it did not end within 0.2 seconds of processor time" in texts(app)
    driver.key(arcade.key.ESCAPE)
    assert isinstance(app.screen_on_top, MainMenu)
    assert captions(app)[0] == "Continue"


@pytest.mark.parametrize("counted", few_of(COUNTED, 2))
def test_what_cannot_be_counted_keeps_no_match_from_its_end(
    counted: str, begin: Begin, app: Any, driver: Driver
) -> None:
    call, body = COUNTED[counted]
    win = 'rules.phase("register", "magnets", lambda match: match.finish((0,)), after=("touch",))'
    begin(f"{call}; {win}", body)
    screen = program(app, driver)
    driver.until(lambda: isinstance(app.screen_on_top, ResultScreen), 400)
    assert "Zaps" not in texts(app)
    told = [line for line in screen.context.log if "“Zaps” is not counted" in line]
    assert len(told) == ("state.over" not in body), "what fails after the last event is only left out"


@pytest.mark.parametrize("part", few_of(["on_event", "below", "line"], 2))
def test_a_view_that_fails_is_left_out_and_told_once(part: str, begin: Begin, app: Any, driver: Driver) -> None:
    client = begin(**{part: '{}["pole"]'})
    if part == "on_event":
        program(app, driver)
    driver.until(lambda: "A plugin cannot draw" in texts(app), 200)
    assert "Plugin 'magnet' failed in view.py, line" in texts(app)
    go(driver, "OK")
    goes_on(app, driver)
    assert list(app.without_views) == ["magnet"]
    assert "A plugin cannot draw" not in texts(app)
    client.router.home()
    client.rescue.open_page()
    go(driver, "Continue")
    driver.frame(5)
    assert "A plugin cannot draw" not in texts(app)


def test_a_view_that_cannot_be_registered_is_left_out(begin: Begin, app: Any, driver: Driver) -> None:
    begin(register='views.panel("program", {}["pole"])')
    assert "A plugin cannot draw" in texts(app)
    assert "view.py:19" in texts(app).replace("\N{ZERO WIDTH SPACE}", "")
    go(driver, "OK")
    goes_on(app, driver)


def test_a_view_that_does_not_end(begin: Begin, app: Any, driver: Driver) -> None:
    client = begin(on_event="\n        while event['type'] == 'step': pass")
    watchdog = quick_watchdog(client.catalogue.plugins.values()).start()
    try:
        program(app, driver)
        driver.until(lambda: "A plugin cannot draw" in texts(app), 200)
    finally:
        watchdog.stop()
    assert "it did not end within" in texts(app)
    go(driver, "OK")
    goes_on(app, driver)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ('rules.on("hurt", nobody)', "rules.py:10 failed to register: NameError: name 'nobody' is not defined"),
        ("1 +", "rules.py:10: SyntaxError: invalid syntax"),
        ("pass\n\nimport nothing_of_this_name", "rules.py:12: ModuleNotFoundError"),
    ],
    ids=["register", "syntax", "import"],
)
def test_a_plugin_whose_code_fails_stands_in_the_lobby_with_the_reason(call: str, text: str, tmp_path: Path) -> None:
    found = magnet(tmp_path, call)
    further = FurtherPlugins(found)
    last = further.variants("standard", ())[-1]
    assert (last.plugin.id, last.on, last.free) == ("magnet", False, False)
    assert last.note.startswith("Cannot be used: plugin 'magnet': ")
    assert text in last.note
    assert "magnet" not in {plugin.id for plugin in further.fitting("standard")}


def test_the_plugins_of_the_game_are_no_faulty_ones(catalogue: Catalogue) -> None:
    """VOLT and the race register the same names, but that is no fault of either."""
    further = FurtherPlugins(catalogue)
    for mode in MODES:
        assert all(variant.free for variant in further.variants(mode, ())), mode
    shown = [variant.plugin.id for variant in further.variants("crash-and-burn", ())]
    assert len(shown) == len(set(shown))


def test_a_plugin_that_only_does_not_fit_is_not_in_the_list(tmp_path: Path) -> None:
    further = FurtherPlugins(magnet(tmp_path, 'rules.on("volt-charged", fail)'))
    assert "magnet" not in {variant.plugin.id for variant in further.variants("standard", ())}


def test_what_fails_before_the_first_question_is_left_out_from_the_start(
    app: Any, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = magnet(tmp_path, 'rules.modify("hand-size", fail)')
    client = client_starter(app, found, tmp_path / "running", monkeypatch)()
    game = game_with(found, ("human", "random"), "standard")
    app.push(Dialog(app, "Begin", "", [("Begin", lambda: client.start(game))]))
    go(driver, "Begin")
    assert captions(app) == [WITHOUT, "Main menu", "Copy report", "Quit RoboRally"]
    go(driver, WITHOUT)
    goes_on(app, driver)
    assert desks.matches(client).recorder.record.muted == [(-1, "magnet: modify hand-size")]
    die(client)
