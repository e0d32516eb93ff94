"""Pages in windows of every shape: all of a page is in view, and what has been chosen stays when the shape changes."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.features.credits.window.credits_page import CreditsPage
from roborally.features.lobby.surprise import Surprises
from roborally.features.lobby.window.match_files import load_match_page, save_match_page
from roborally.features.lobby.window.surprise_page import SurprisePage
from roborally.features.replays.window.film_page import FilmPage
from roborally.features.statistics.window.statistics_page import StatisticsPage
from roborally.features.story.window.story_page import StoryPage
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Overview, find_achievements, standings
from roborally.ui.pages.keys_page import KeysPage
from roborally.ui.pages.openings import openings
from roborally.ui.pages.settings_page import SettingsPage
from roborally.ui.pages.welcome_page import WelcomePage
from roborally.ui.toolkit.sheet import Sheet
from tests.features.authoring.plugin_profile import open_program
from tests.sweeps import few_of

from .conftest import Driver
from .seen import button

TALL, SQUARE, WIDE, BROAD = (800, 1200), (1024, 768), (1280, 720), (2560, 1080)
FILES = 60


def plugins(app: Any, catalogue: Catalogue) -> Any:
    open_program(app).router.open("plugins")
    return app.screens.pop()


PAGES: dict[str, Callable[[Any, Catalogue], Any]] = {
    "settings": lambda app, _: SettingsPage(app, app.apply, lambda: None),
    "welcome": lambda app, _: WelcomePage(app, app.apply, lambda: None, lambda: None),
    "statistics": lambda app, catalogue: StatisticsPage(
        app, catalogue, Overview(), standings(None, find_achievements(catalogue)), lambda titles: None
    ),
    "credits": lambda app, _: CreditsPage(app),
    "keys": lambda app, _: KeysPage(app),
    "story": lambda app, catalogue: StoryPage(app, catalogue, openings(catalogue)),
    "plugins": plugins,
    "surprise": lambda app, catalogue: SurprisePage(
        app, catalogue, Surprises(catalogue, ["random"], "Ada", random.Random(1)), lambda game: None
    ),
    "film": lambda app, _: FilmPage(app, 1, lambda wish: pytest.fail("no film is wanted")),
}


def in_view(page: Any, size: tuple[int, int]) -> None:
    """See to it that no control of a page is out of view."""
    assert not page.space.overflows, size
    seen = page.space.seen
    for widget in page.controls.widgets:
        rect = widget.rect
        assert seen.x <= rect.x, (size, rect)
        assert rect.right <= seen.right, (size, rect)
        assert seen.y <= rect.y, (size, rect)
        assert rect.top <= seen.top, (size, rect)


SHAPES = few_of([(TALL, SQUARE), (BROAD, WIDE)])
"""In the short suite those with the least room beside or above each other."""


@pytest.mark.parametrize("sizes", SHAPES)
@pytest.mark.parametrize("make", PAGES.values(), ids=PAGES)
def test_all_of_a_page_is_in_view_in_every_shape(
    app: Any, catalogue: Catalogue, look: Callable[..., None], make: Callable[[Any, Catalogue], Any], sizes: Any
) -> None:
    """CLI-2207: also of one that was opened in another shape."""
    page = make(app, catalogue)
    app.push(page)
    for size in sizes:
        look(*size)
        in_view(page, size)


def walk(app: Any, driver: Driver, *captions: str) -> Any:
    """Open a page from the main menu by the captions of buttons; return it once it is ready."""
    open_program(app)
    for caption in captions:
        driver.click(button(app, caption).rect.centre)
        driver.until(lambda: app.screen_on_top.ready)
    return app.screen_on_top


@pytest.mark.parametrize("sizes", SHAPES)
@pytest.mark.parametrize(
    "captions",
    [(), ("Quick match",), ("Custom match",), ("Custom match", "Build a course"), ("Board editor",), ("Join game",)],
)
def test_all_of_a_page_that_leads_to_a_match_is_in_view(
    app: Any, driver: Driver, look: Callable[..., None], captions: tuple[str, ...], sizes: Any
) -> None:
    """CLI-2207: also of one that was opened in another shape."""
    page = walk(app, driver, *captions)
    for size in sizes:
        look(*size)
        in_view(page, size)


def test_a_lobby_keeps_its_choices_and_makes_room_for_more_seats(
    app: Any, driver: Driver, look: Callable[..., None]
) -> None:
    """CLI-2207, CLI-2385: eight are in view at once, and the steps with the button that starts always are."""
    page = walk(app, driver, "Custom match")
    config, course = page.lobby.config(), page.controls.named["courses"].at
    look(*TALL)
    assert page.lobby.config() == config
    assert page.controls.named["courses"].at == course
    page.show("seats")
    while len(page.lobby.seats) < 8:
        driver.click(page.controls.named["add bot"].rect.centre)
    driver.move((2, 2))  # what is clicked is kept under the mouse until then
    for size in (TALL, SQUARE, WIDE):
        for step in page.sections:
            page.show(step)
            look(*size)
            in_view(page, size)


def test_a_course_that_is_built_stays_on_the_table(app: Any, driver: Driver, look: Callable[..., None]) -> None:
    """CLI-2207: with the board that is chosen, the title, the tool and the number of the lot."""
    page = walk(app, driver, "Custom match", "Build a course")
    page.title.set("Round the block")
    driver.click(page.lot.surprise.rect.centre)
    page.use("checkpoints")
    layout, seed = page.table.layout, page.lot.seed.value
    assert layout.boards
    look(*TALL)
    assert page.table.layout == layout
    assert (page.title.value, page.lot.seed.value, page.table.tool) == ("Round the block", seed, "checkpoints")
    assert page.tools["checkpoints"].selected
    assert page.table.rect.y > page.shelf.rect.top, "the table stands above the shelf"
    page.use("boards")
    place = page.table.place_of(page.bench.table.area(layout.boards[0]))
    driver.click(place.centre)
    assert page.table.chosen == 0, "and is hit where it is seen"


def test_settings_keep_what_is_typed_and_where(
    app: Any, catalogue: Catalogue, driver: Driver, look: Callable[..., None]
) -> None:
    def columns() -> int:
        """Language and sound stand side by side, or below each other."""
        spots = {widget.name: widget.rect for widget in page.controls.widgets}
        return 2 if spots["language"].x > spots["volume"].right else 1

    look(*WIDE)
    page = PAGES["settings"](app, catalogue)
    app.push(page)
    assert columns() == 2
    page.controls.set_focus(page.name)
    page.name.line.text, page.name.line.cursor, page.name.line.anchor = "Ada L", 2, 1
    look(*TALL)
    assert columns() == 1
    assert page.controls.focus is page.name
    line = page.name.line
    assert (line.text, line.cursor, line.anchor) == ("Ada L", 2, 1)


@pytest.fixture
def match_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the player have many match files."""
    monkeypatch.setattr(paths, "match_folder", lambda: tmp_path)
    seats = [SeatConfig("Ada"), SeatConfig("Bo", "random")]
    written = MatchConfig(match=MatchSection(mode="classic", course="laser-alley"), seats=seats).to_toml()
    for number in range(FILES):
        (tmp_path / f"match {number:02}.toml").write_text(written, encoding="utf-8")
    return tmp_path


def test_a_list_keeps_what_is_selected_and_in_view(
    app: Any, catalogue: Catalogue, match_files: Path, look: Callable[..., None]
) -> None:
    look(*TALL)
    page = load_match_page(app, catalogue, lambda config: None)
    app.push(page)
    page.main_list.choose(30)
    assert page.main_list.first > 0
    heights = []
    for size in (WIDE, SQUARE, TALL):
        look(*size)
        assert page.main_list.at == 30
        assert page.main_list.shows_selected
        heights.append(page.main_list.rect.height)
    assert heights == sorted(set(heights)), "a higher window shows more"
    page.main_list.scroll(-99)  # the selected file is out of view
    look(*WIDE)
    assert page.main_list.at == 30
    assert page.main_list.first > 30


def test_a_name_that_is_being_entered_stays(
    app: Any, catalogue: Catalogue, match_files: Path, look: Callable[..., None]
) -> None:
    look(*WIDE)
    config = MatchConfig(match=MatchSection(mode="classic", course="laser-alley"))
    page = save_match_page(app, catalogue, config, "Monday")
    app.push(page)
    page.typed("Monday evening")
    for size in (TALL, SQUARE):
        look(*size)
        assert page.field.value == "Monday evening"
        assert page.controls.focus is page.field


def test_letters_grow_with_the_factor_in_every_window(app: Any) -> None:
    """A larger size of texts never makes letters smaller, though it may change the shape of a page."""

    class Window:
        """A window as large as it says."""

        density = 1.0

        def __init__(self, extent: tuple[int, int], magnification: float) -> None:
            self.extent, self.magnification = extent, magnification

        def play_sound(self, name: str) -> None:
            """Play nothing."""

    for size in (TALL, SQUARE, WIDE, BROAD, (640, 560), (1920, 1080)):
        scales = [Sheet(Window(size, percent / 100)).frame.scale for percent in range(80, 201, 10)]
        assert scales == sorted(scales), size
        assert scales[-1] > 1.75 * scales[2], size
