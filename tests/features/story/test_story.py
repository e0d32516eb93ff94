"""The story, told at the first start and again on wish, and the robots who talk (CLI-108)."""

from collections.abc import Callable
from typing import Any

import arcade
import pytest

from roborally.base.translation import use_language
from roborally.features.story.window.story_page import StoryPage
from roborally.plugin_system.loader import Catalogue
from roborally.profile import load_settings
from roborally.ui.pages.openings import FACTORY, openings
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go
from tests.ui.seen import button, texts
from tests.ui.test_main_menu import ROBOTS
from tests.ui.test_main_menu import client as client

pytestmark = pytest.mark.window


def start(driver: Driver) -> Any:
    """Start a match from the lobby by a click, and return the screen on top."""
    lobby = go(driver, "Custom match")
    driver.click(lobby.start_button.rect.centre)
    driver.frame(2)
    return driver.app.screen_on_top


def test_it_is_told_at_the_first_start_and_never_before_a_match(client: Any, app: Any, driver: Driver) -> None:
    """CLI-108: after the questions of the first start; whoever skips it is at the menu, and a match begins at once."""
    from roborally.ui.match.match_screen import MatchScreen

    client.settings.welcome(lambda: client.program.call("first_start", services=client))
    driver.frame()
    driver.key(arcade.key.ENTER)
    assert isinstance(app.screen_on_top, StoryPage)
    driver.click(button(app, "Skip").rect.centre)
    driver.frame(2)
    assert len(app.screens) == 1
    assert isinstance(start(driver), MatchScreen)


def test_it_ends_when_it_is_skipped_or_read_to_its_end(app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """CLI-108: each key or click that goes on ends it at its end; *Skip* and Esc end it at once."""
    from roborally.ui.toolkit.app import Screen

    app.push(Screen(app))
    ways: dict[Callable[[], None], int] = {
        lambda: driver.click(button(app, "Skip").rect.centre): 0,
        lambda: driver.key(arcade.key.ESCAPE): 0,
        lambda: driver.key(arcade.key.ENTER): len(FACTORY) - 1,
        lambda: driver.click((640, 300)): len(FACTORY) - 1,
        lambda: driver.key(arcade.key.RIGHT if page.at + 1 < len(FACTORY) else arcade.key.ENTER): len(FACTORY) - 1,
    }
    for way, last in ways.items():
        page = StoryPage(app, catalogue, openings(catalogue)[:1])
        app.push(page)
        driver.frame()
        for _ in FACTORY:
            if page in app.screens:
                way()
        assert page not in app.screens
        assert page.at == last


def test_it_can_be_read_again_from_the_menu(client: Any, app: Any, driver: Driver) -> None:
    """CLI-108: forward and back, with the five candidates by picture, name and motto."""
    page = go(driver, "The story")
    assert isinstance(page, StoryPage)
    seen = []
    for number, chapter in enumerate(FACTORY):
        assert page.at == number
        assert page.text == chapter.text
        seen.append(texts(app))
        if number + 1 < len(FACTORY):
            driver.click(button(app, "Next").rect.centre)
    for words in ("at the mercy of fate", "quality control", "live", "a small job", "scrapped", "obeys you"):
        assert any(words in text for text in seen), words
    for name, (motto, _ability) in ROBOTS.items():
        assert name in seen[3]
        assert f"“{motto}”" in seen[3]
    driver.key(arcade.key.LEFT)
    assert page.at == 3
    driver.click(button(app, "Back").rect.centre)
    assert page.at == 2
    driver.key(arcade.key.ESCAPE)
    assert len(app.screens) == 1


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_nobody_is_on_television(language: str, catalogue: Catalogue) -> None:
    """CLI-108: the story is of a test in a hall, in every language."""
    from roborally.base.translation import _
    from roborally.features.lessons.window.lesson_list import STORY

    try:
        use_language(language)
        text = " ".join([_(STORY), *(_(chapter.text) for chapter in FACTORY)]).lower()
    finally:
        use_language("en")
    for word in ("television", "on air", "audience", "sendung", "fernseh", "publikum", "sändning", "tv", "tittare"):
        assert word not in text.split(), word
        assert len(word) < 4 or word not in text


def test_a_robot_speaks_beside_the_board(app: Any, driver: Driver, begin: Callable[..., Any]) -> None:
    """CLI-108: what it says about a push stands in its bubble, whose tooltip names it; the board stays free."""
    screen = begin("tanky")
    screen.on_event_in_order({"type": "moment", "name": "register", "turn": 2, "stage": 1, "beat": 900})
    way = {"from": (1, 1), "to": (2, 1), "direction": 1}
    screen.on_event_in_order({"type": "step", "piece": 0, "how": "push", "by": 1, "beat": 901, **way})
    screen.panels.show_moving()
    driver.frame()
    bubble = screen.panels.moving.speech
    lines = screen.context.model(0).lines["step push"]
    assert bubble.text in lines
    assert bubble.text in texts(app)
    assert screen.tooltip_at(*bubble.rect.centre) == f"Ada: “{bubble.text}”"
    assert bubble.rect.x > screen.board_area.right
    others = [widget for widget in screen.panels.moving.controls.widgets if widget is not bubble]
    assert not any(overlap(other.rect, bubble.rect) for other in others)
    driver.frame(30, 1 / 20)
    driver.click(bubble.rect.centre)
    assert app.screen_on_top.index == 0
    assert any(label.text == screen.context.model(0).about for label in app.screen_on_top.layer.labels)


def overlap(one: Any, other: Any) -> bool:
    return bool(one.x < other.right and other.x < one.right and one.y < other.top and other.y < one.top)


def test_robots_can_be_told_to_be_quiet(client: Any, app: Any, driver: Driver) -> None:
    """The setting counts in the running match, and the log has the room then."""
    screen = start(driver)
    assert screen.panels.moving.speech is not None
    height = screen.panels.moving.log.rect.height
    client.settings.open()
    driver.frame()
    page = app.screen_on_top
    switch = next(widget for widget in page.controls.widgets if widget.tooltip.startswith("Robots comment"))
    driver.click(switch.rect.centre)
    assert not load_settings()[0].robot_lines
    driver.key(arcade.key.ESCAPE)
    assert screen.panels.moving.speech is None
    assert screen.panels.moving.log.rect.height > height


@pytest.mark.parametrize("language", ["de", "sv"])
def test_every_line_fits_into_the_bubble(
    app: Any, driver: Driver, begin: Callable[..., Any], speak: Callable[[str], None], language: str
) -> None:
    """Two lines at most, in the longest languages, and not cut."""
    from roborally.narration.remarks import Remark
    from roborally.ui.match.panel.speech_bubble import LINES

    screen = begin("tanky")
    speak(language)
    bubble = screen.panels.moving.speech
    for plugin in screen.context.plugins:
        for model in plugin.manifest.robot.values():
            for line in (line for lines in model.lines.values() for line in lines):
                screen.context.remarks.said = Remark(0, line)
                bubble.refresh()
                (label,) = bubble.layer.labels
                assert label.lines <= LINES, label.text
                assert bubble.text == screen.context.words.translated(line)
                assert bubble.text != line or line == model.motto  # "Version 0.07", "E=mc²"


def test_every_robot_says_its_motto_whole(catalogue: Catalogue) -> None:
    """STD-1401 to STD-1405: as a line of the match, too, and Peach says the verse to its end."""
    for model in catalogue.get("classic-robots").manifest.robot.values():
        assert any(line.startswith(model.motto) for line in model.lines["moment start"]), model.title


@pytest.mark.long
@pytest.mark.parametrize("size", [(800, 1200), (1024, 768), (1280, 800)])
@pytest.mark.parametrize("language", ["de", "sv", "en"])
def test_mottos_are_whole_in_the_lobby(
    client: Any,
    app: Any,
    driver: Driver,
    speak: Callable[[str], None],
    look: Callable[..., None],
    library: Any,
    language: str,
    size: tuple[int, int],
) -> None:
    """CLI-107: in every language and shape."""
    speak(language)
    client.router.open("lobby")
    page = app.screen_on_top
    page.load_match(library.game("standard", players=5).config)
    page.show("seats")
    look(*size)
    driver.until(lambda: page.ready)
    text = set()
    for number in range(5):
        page.seats.motion(*page.controls.named[f"name {number}"].rect.centre)
        assert not page.seats.motto.is_shortened, page.seats.motto.text
        text.add(page.seats.motto.text)
    assert len(text) == 5
