"""What holds for all tests: chance that every run draws alike, and nothing in the player's folders."""

import gc
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from roborally.base.compiled import engine
from roborally.base.translation import use_language
from roborally.cli import handling_interrupts
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from tests import shipped

FIRST_SEED = 20_000_001
SAMPLE = 40
"""How many tests `--sample` runs."""
SAMPLE_OF_ONE = 4
"""How many cases of one test are among them at most."""
NO_DISPLAY = "there is no display: tools/test brings one; -m 'not window and not long' leaves the window out"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", metavar="KEY", help=f"run {SAMPLE} of these tests, which follow from a key")
    parser.addoption("--page", metavar="NAME", help="look at these screens of the gallery alone, such as 'settings*'")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what opens the window; what opens one of its own in another process is marked by hand."""
    if "_app" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.window)


@pytest.hookimpl(trylast=True)  # when those that -m does not ask for have been taken out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if (key := config.getoption("--sample")) is not None:
        chosen = sample([item.nodeid for item in items], key)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
        items[:] = [item for item in items if item.nodeid in chosen]


def sample(names: list[str], key: str) -> set[str]:
    """Return a part of the tests: by chance of a test, not of a case, so that one with many cases is no more likely."""

    def chance(name: str) -> bytes:
        return sha256(f"{key} {name}".encode()).digest()

    cases: Counter[str] = Counter()
    chosen: set[str] = set()
    for name in sorted(names, key=lambda name: (chance(name.partition("[")[0]), chance(name))):
        test = name.partition("[")[0]
        cases[test] += 1
        if cases[test] <= SAMPLE_OF_ONE and len(chosen) < SAMPLE:
            chosen.add(name)
    return chosen


def pytest_collection() -> None:
    """Look for no garbage among thousands of tests, while each is added to them."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage again, but less often, and not among the tests, which stay."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a run fail in which tests of the window were skipped because there is no display."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and _without_display(reporter) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in red how many tests did not run."""
    if count := _without_display(terminalreporter):
        terminalreporter.write_line(f"{count} tests of the window did not run: {NO_DISPLAY}", red=True, bold=True)


def _without_display(reporter: pytest.TerminalReporter) -> int:
    return sum(NO_DISPLAY in str(report.longrepr) for report in reporter.stats.get("skipped", []))


@pytest.fixture(name="catalogue", scope="session")
def _catalogue() -> Catalogue:
    return shipped.catalogue()


@pytest.fixture(scope="session")
def library(catalogue: Catalogue) -> Any:
    """Return the moments and matches of the gallery, each played once per process; tests must not change them."""
    from tests.screens.moments import Library

    return Library(catalogue)


@pytest.fixture
def heeded() -> Iterator[None]:
    """Ctrl-C raises what it does in every command, so that a `KeyboardInterrupt` is one of a plugin."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with handling_interrupts():
        yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def _engine_that_was_asked_for() -> None:
    """Tests of the compiled engine do not run the plain one by mistake."""
    assert engine().is_compiled or not engine().was_asked_for, str(engine())


@pytest.fixture(autouse=True)
def _known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches whose seed is drawn get the same seeds in every run: what fails once fails again."""
    seeds = count(FIRST_SEED)
    monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: next(seeds))


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with English, whatever language the machine speaks and the test before has chosen."""
    monkeypatch.setenv("LANGUAGE", "en")
    use_language()


@pytest.fixture(scope="session")
def _secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The secret of all clients of the tests that have no other."""
    return tmp_path_factory.mktemp("player") / "player.key"


@pytest.fixture(autouse=True)
def _own_secret(monkeypatch: pytest.MonkeyPatch, _secret: Path) -> None:
    """Clients do not use the secret of the person who runs the tests."""
    monkeypatch.setattr("roborally.base.paths.person_file", lambda: _secret)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Collect the games that `roborally play` would open a window with."""
    games: list[Game] = []

    def run_game(_catalogue: Any, _bots: Any, _names: Any, first: Callable[[Any], None], **_: Any) -> int:
        first(SimpleNamespace(router=SimpleNamespace(home=lambda: None), start=games.append))
        return 0

    monkeypatch.setattr("roborally.ui.shell.window.run_game", run_game)
    return games


@pytest.fixture(scope="session")
def _app() -> Iterator[Any]:
    """The one window of the process."""
    if not os.environ.get("DISPLAY"):
        pytest.skip(NO_DISPLAY)
    from roborally.ui.toolkit.app import App
    from tests.ui.unseen import letters_when_drawn, pictures_when_drawn

    with letters_when_drawn(), pictures_when_drawn(), pytest.MonkeyPatch.context() as patch:
        for name in ("toolkit.preload", "pages.main_menu"):  # what it does there takes a second among so many objects
            patch.setattr(f"roborally.ui.{name}.gc", SimpleNamespace(freeze=int, unfreeze=int, collect=int))
        app = App(vsync=False)
        yield app
        app.close()
