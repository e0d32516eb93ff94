"""Finished games are kept; statistics, achievements and credits are shown (CLI-405, CLI-1202, CLI-1203)."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.base.credits import read_credits
from roborally.base.translation import use_language
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.profile import History, Overview, find_achievements, load_settings, record, standings
from tests.profile.games import STATISTICS, a_game
from tests.shipped import drawn
from tests.sweeps import few_of
from tests.ui.conftest import Driver
from tests.ui.seen import button

pytestmark = pytest.mark.window


@pytest.fixture
def client(client: Any) -> Iterator[Any]:
    client.router.home()
    yield client
    use_language()


@pytest.fixture
def dash(catalogue: Catalogue) -> Callable[..., Game]:
    """Return a way to make a very short match."""
    grid = " . . . .\n . c1 . .\n . . . .\n d1^ . d2^ ."
    course = drawn(grid, catalogue, "dash", players=(2, 2))

    def make(first: str = "human") -> Game:
        seats = [SeatConfig("Ada", first, "tanky"), SeatConfig("Bot", "random", "peach")]
        return make_game(MatchConfig(match=MatchSection(timer=0, seed=1), seats=seats), catalogue, course=course)

    return make


def texts(screen: Any) -> list[str]:
    return [label.text for label in screen.layer.labels if label.visible]


def play_to_the_end(app: Any, driver: Driver) -> Any:
    """Hand programs in until the result is there, and return it."""
    match = app.screen_on_top
    for _ in range(200):
        driver.until(lambda: match.panels.asking["program"].is_open or app.screen_on_top is not match, 200)
        if app.screen_on_top is not match:
            break
        match.panels.asking["program"].hand_in()
    return app.screen_on_top


def overview() -> Overview:
    history = History.look()
    if history is None:
        return Overview()
    with history:
        return history.overview()


def keep(catalogue: Catalogue, *games: Any) -> None:
    with History.open() as history:
        for game in games:
            record(history, game, find_achievements(catalogue))


# --- recording ------------------------------------------------------------------------------------------------------


def test_a_finished_match_is_kept_and_its_achievements_are_told(
    client: Any, app: Any, driver: Driver, catalogue: Catalogue, dash: Any
) -> None:
    import arcade

    from roborally.features.statistics.window.statistics_page import StatisticsPage
    from roborally.ui.match.windows.result_screen import ResultScreen
    from roborally.ui.toolkit.controls.widgets import Button

    keep(catalogue, a_game(fwd=249, left=149))  # so near that any match is enough
    client.start(dash())
    result = play_to_the_end(app, driver)
    assert isinstance(result, ResultScreen)
    assert overview().games == 2
    with History.open() as history:
        reached = [entry.achievement for entry in standings(history, find_achievements(catalogue)) if entry.reached]
    assert len(reached) > 1
    buttons = [widget for widget in result.controls.widgets if isinstance(widget, Button)]
    news = next(widget for widget in buttons if "new achievements" in widget.text)
    assert news.text.startswith(f"{len(reached)} new")
    assert all(f"{entry.title}: {entry.text}" in news.tooltip for entry in reached)
    driver.frame(60)  # before, Enter is still meant for the match (CLI-2108)
    result.controls.set_focus(news)
    driver.key(arcade.key.ENTER)
    page = app.screen_on_top
    assert isinstance(page, StatisticsPage)
    assert "Games played: 2, won: " in "".join(texts(page))
    shown = texts(page)
    assert shown.count("New!") == len(reached)
    assert shown.index("New!") < shown.index("0 of 10"), "they are the first of the list"
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is result


def test_new_achievements_mark_their_button_until_somebody_looks(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2563: also after the window was closed."""
    client.settings.mark_new(("robot-statistics/first-oil", "robot-statistics/ouch"))
    assert load_settings()[0].new_achievements == app.settings.new_achievements
    client.router.home()
    driver.frame()
    entry = button(app.screen_on_top, "Statistics & achievements")
    assert entry.tooltip == "New achievements: 2"
    assert "2" in texts(app.screen_on_top)
    driver.click(entry.rect.centre)
    driver.frame()
    app.pop()
    driver.frame()
    assert button(app.screen_on_top, "Statistics & achievements").tooltip == ""
    assert load_settings()[0].new_achievements == ()


def test_what_has_been_reached_before_is_no_news(
    client: Any, app: Any, driver: Driver, catalogue: Catalogue, dash: Any
) -> None:
    keep(catalogue, a_game(dict.fromkeys(STATISTICS, 10_000)), a_game())
    client.start(dash())
    result = play_to_the_end(app, driver)
    assert overview().games == 3
    assert not [text for text in texts(result) if "achievement" in text]


def test_a_match_that_is_left_or_of_bots_alone_is_not_kept(client: Any, app: Any, driver: Driver, dash: Any) -> None:
    from roborally.ui.match.windows.result_screen import ResultScreen

    client.start(dash())
    driver.frame(5)
    client.router.home()
    assert not paths.history_file().exists()
    client.start(dash("random"))
    driver.until(lambda: isinstance(app.screen_on_top, ResultScreen), 3000)
    assert not paths.history_file().exists()


def test_a_history_that_cannot_be_written_is_told(
    client: Any, app: Any, driver: Driver, dash: Any, profile: Path
) -> None:
    from roborally.ui.match.windows.result_screen import ResultScreen

    (profile / "data").write_text("no folder")
    client.start(dash())
    play_to_the_end(app, driver)
    assert "data" in " ".join(texts(app.screen_on_top))
    assert isinstance(app.screens[-2], ResultScreen)


# --- the page -------------------------------------------------------------------------------------------------------


def test_an_empty_profile_says_so(client: Any, app: Any, driver: Driver) -> None:
    driver.click(button(app.screen_on_top, "Statistics & achievements").rect.centre)
    page = app.screen_on_top
    shown = texts(page)
    assert "No finished games yet." in shown
    assert "Games played: 0, won: 0" in shown
    assert "Achievements: 0 of 34" in shown
    assert "0 of 10" in shown
    assert not paths.history_file().exists(), "looking leaves no trace"


def test_sums_and_best_values(client: Any, app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """CLI-1202."""
    keep(catalogue, a_game(won=True, fwd=1200, kills=2), a_game(fwd=345, kills=1))
    client.router.open("statistics")
    shown = texts(app.screen_on_top)
    assert "Games played: 2, won: 1" in shown
    at = shown.index("Fwd")
    assert shown[at : at + 3] == ["Fwd", "1\N{NO-BREAK SPACE}545", "1\N{NO-BREAK SPACE}200"]
    at = shown.index("Kills")
    assert shown[at : at + 3] == ["Kills", "3", "2"]


def test_statistics_of_one_title_are_one_row(client: Any, app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """CLI-2324: such as those of two editions that count the same."""
    from roborally.features.statistics.window.statistics_page import StatisticsPage
    from roborally.profile import Total

    totals = (Total("deaths", "Deaths", 58, 26), Total("shots", "Shots", 7, 4), Total("lost", "Deaths", 39, 30))
    app.push(StatisticsPage(app, catalogue, Overview(3, 1, totals), [], lambda titles: None))
    shown = texts(app.screen_on_top)
    assert shown.count("Deaths") == 1
    at = shown.index("Deaths")
    assert shown[at : at + 6] == ["Deaths", "97", "30", "Shots", "7", "4"]


def test_achievements_reached_and_not(client: Any, app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """CLI-1203: with title, text, and a word beside the colour; all 34 come into view with the keys alone."""
    import arcade

    keep(catalogue, a_game(kills=3, dealt=1))
    client.router.open("statistics")
    page = app.screen_on_top
    first = [label.text for label in page.layer.labels]
    at = first.index(page.standings[0].achievement.title)
    assert first[at + 2] == "Reached"
    assert "3 of 10" in first
    seen = set(texts(page))
    for _ in range(34):
        driver.key(arcade.key.DOWN)
        seen |= set(texts(page))
    for entry in page.standings:
        assert {entry.achievement.title, entry.achievement.text} <= seen
    assert len(page.standings) == 34
    assert "Not reached yet" in seen, "those of a single game have no progress"
    driver.key(arcade.key.HOME)
    assert page.list.first == 0
    driver.key(arcade.key.PAGEDOWN)
    assert page.list.first == page.list.visible - 1
    driver.key(arcade.key.END)
    assert page.list.first == page.list.hidden


def test_the_mouse_scrolls(client: Any, app: Any, driver: Driver) -> None:
    client.router.open("statistics")
    area = app.screen_on_top.list
    driver.send("on_mouse_scroll", *driver.pixel(area.rect.centre), 0, -1)
    assert area.first == 3
    bar = area.track
    driver.drag((bar.centre[0], bar.top - 10), (bar.centre[0], bar.y + 2))
    assert area.first == area.hidden
    driver.drag((bar.centre[0], bar.y + 2), (bar.centre[0], bar.top - 2))
    assert area.first == 0


def test_many_statistics_scroll(client: Any, app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """Plugins may count more than there is room for."""
    import arcade

    keep(catalogue, a_game({f"stat{number}": number for number in range(30)}))
    client.router.open("statistics")
    page = app.screen_on_top
    driver.key(arcade.key.TAB)
    assert page.controls.focus is page.table
    driver.key(arcade.key.END)
    assert page.table.first == page.table.hidden > 0
    assert "Stat29" in texts(page)
    driver.key(arcade.key.TAB)
    driver.key(arcade.key.TAB)
    driver.key(arcade.key.ENTER)
    assert len(app.screens) == 1


def test_up_to_three_achievements_are_put_on_show(client: Any, app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """CLI-601: a click on a reached one; it is kept in the settings, and a second click takes it away."""
    keep(catalogue, a_game(kills=50, uturn=20))
    client.router.open("statistics")
    driver.frame()
    page = app.screen_on_top
    reached = [number for number, standing in enumerate(page.standings) if standing.reached]
    keys = [page.standings[number].achievement.key for number in reached]
    assert len(reached) > 3

    def click(number: int) -> None:
        page.list.to(number)
        driver.click(page.list.row(number - page.list.first).centre)

    for number in reached[:3]:
        click(number)
    assert page.titles == load_settings()[0].titles == app.settings.titles == tuple(keys[:3])
    click(reached[3])
    assert app.settings.titles == tuple(keys[:3])
    assert any(text.startswith("3 achievements are on show") for text in texts(page))
    click(reached[1])
    click(reached[3])
    assert app.settings.titles == load_settings()[0].titles == (keys[0], keys[2], keys[3])
    click(next(number for number, standing in enumerate(page.standings) if not standing.reached))
    page.list.to(0)
    first, second = (page.list.row(number).centre for number in (0, 1))
    driver.drag(first, second)
    assert app.settings.titles == (keys[0], keys[2], keys[3])


def test_a_damaged_history_is_told(client: Any, app: Any, driver: Driver) -> None:
    import arcade

    from roborally.features.statistics.window.statistics_page import StatisticsPage

    paths.history_file().parent.mkdir(parents=True)
    paths.history_file().write_text("what is this?")
    client.router.open("statistics")
    driver.frame()
    assert "history.sqlite" in " ".join(texts(app.screen_on_top))
    driver.key(arcade.key.ENTER)
    assert isinstance(app.screen_on_top, StatisticsPage)


@pytest.mark.parametrize("language", few_of(["de", "sv", "en"]))
def test_nothing_is_cut_off(client: Any, app: Any, driver: Driver, catalogue: Catalogue, language: str) -> None:
    """On none of the pages, however far they are scrolled."""
    import arcade

    keep(catalogue, a_game(dict.fromkeys(STATISTICS, 7)))
    use_language(language)
    for open_page in (
        client.settings.open,
        partial(client.router.open, "statistics"),
        partial(client.router.open, "credits"),
    ):
        open_page()
        page = app.screen_on_top
        for _ in range(8):
            driver.frame()
            cut = [label.text for label in page.layer.labels if label.is_shortened]
            assert not cut
            driver.key(arcade.key.PAGEDOWN)
        app.pop()


# --- credits --------------------------------------------------------------------------------------------------------


def test_the_credits_are_read_plainly(tmp_path: Path) -> None:
    path = tmp_path / "CREDITS.md"
    path.write_text("# T\n\n## One\n\nA `b`\nc.\n\n| H | I |\n|---|---|\n| x | y |\n\n## Notes for developers\n\nNo.\n")
    blocks = [(block.kind, block.text, block.cells) for block in read_credits(path)]
    assert blocks == [("heading", "One", ()), ("text", "A b c.", ()), ("row", "", ("x", "y"))]


def test_the_credits_name_what_the_game_is_made_of(client: Any, app: Any, driver: Driver) -> None:
    import arcade

    driver.click(button(app.screen_on_top, "Credits").rect.centre)
    text = app.screen_on_top.text.made
    words = " ".join(label.text for label in text.layer.labels)
    for word in ("unofficial fan project", "MIT", "Arcade", "pyglet", "libsndfile", "Inter", "SIL Open Font License"):
        assert word in words
    assert text.position == 0
    driver.key(arcade.key.END)
    assert text.position > 0
    assert not text.can_scroll(-1)
    driver.key(arcade.key.ESCAPE)
    assert len(app.screens) == 1


def test_every_library_that_is_installed_with_the_game_is_named() -> None:
    root = Path(__file__).resolve().parents[3]
    lines = (root / "requirements.lock").read_text(encoding="utf-8").splitlines()
    names = {line.partition("==")[0] for line in lines if "==" in line and not line.startswith(" ")}
    building = {"editables", "hatchling", "packaging", "pathspec", "tomlkit", "trove-classifiers"}
    credited = " ".join(" ".join(block.cells) for block in read_credits()).lower()
    assert not {name for name in names - building if name not in credited}
