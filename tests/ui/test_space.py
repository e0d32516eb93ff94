"""A window of any proportions, magnified texts, calm pictures, colours for all eyes, and the first start (CLI-808)."""

from itertools import product
from typing import Any

import arcade
import msgspec
import pytest

from roborally.base import paths
from roborally.game.session.instant_thinker import InstantThinker
from roborally.profile import Settings, load_settings
from roborally.ui.match.arrangement import arrange
from roborally.ui.shell.window import open_services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.frames.rehearsal import rehearsal
from roborally.ui.toolkit.label import Viewport
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import PAGE, START, Space, match_scale, page_scale
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect

from .conftest import Driver
from .seen import button, texts

SIZES = ((1024, 768), (1280, 720), (1920, 1080), (2560, 1080), (800, 1200), (1024, 640), (800, 600))


def whole(size: tuple[int, int], factor: float) -> Rect:
    """Return a window in the units of a match."""
    width, height = (side / match_scale(*size, factor) for side in size)
    return Rect((WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)


def test_board_and_panel_share_the_whole_window() -> None:
    """CLI-109."""
    for size, percent, players in product(SIZES, (80, 100, 150, 200), (2, 8)):
        window = whole(size, percent / 100)
        shared = arrange(window, players, lambda width: 72.0)
        area = sum(rect.width * rect.height for rect in (shared.board, shared.strip, shared.room))
        assert area == pytest.approx(window.width * window.height, rel=0.01), "nothing is left over"
        assert shared.panel.top == shared.room.top
        assert shared.panel.height >= shared.room.height
        assert min(shared.board.width, shared.board.height) > 100
        assert (shared.side.y > shared.room.y) == (size[0] < size[1]), "in a tall window the panel lies below"


def test_small_letters_of_a_panel_can_be_read_at_1024_x_768() -> None:
    assert 12 * match_scale(1024, 768, 1) >= 11


@pytest.fixture
def magnify(app: Any, driver: Driver) -> Any:
    """Return a way to set the size of texts."""

    def to(percent: int) -> None:
        app.apply(msgspec.structs.replace(app.settings, interface_scale=percent))
        driver.frame(20, 1 / 20)

    return to


def test_a_panel_that_is_too_large_is_scrolled(driver: Driver, open_match: Any, new_game: Any, magnify: Any) -> None:
    """CLI-809, CLI-2203: what lies there stays, and the button at the lower end, out of view at first, is hit."""
    screen = open_match(new_game())
    first = screen.panels.asking["program"]
    for tile in [tile for tile in first.commands if tile.enabled][:2]:
        driver.click(tile.rect.centre)
    laid = first.hand.answer()
    assert sum(map(bool, laid)) == 2
    magnify(200)
    panel = screen.panels.asking["program"]
    assert panel is not first
    assert panel.hand.answer() == laid
    room = screen.arrangement.room
    assert screen.panel_space.overflows
    for _ in range(20):
        driver.send("on_mouse_scroll", *driver.pixel((room.x + 4, room.centre[1])), 0, -1)
    menu = next(widget for widget in panel.controls.widgets if widget.tooltip == screen.context.menu_hint)
    spot = screen.panel_space.shown(menu.rect)
    assert room.y <= spot.y
    driver.click(spot.centre)
    assert button(driver.app, "Back")


def test_a_log_that_is_at_its_end_leaves_the_wheel_to_the_panel(
    driver: Driver, open_match: Any, new_game: Any, magnify: Any
) -> None:
    """CLI-2203."""
    screen = open_match(new_game())
    magnify(200)
    log, space = screen.panels.shown.log, screen.panel_space
    assert not log.can_scroll(-1)
    space.show(log.rect)
    space.go_to(0.0, space.part[1] + 0.1)  # not yet at its lower end
    before = space.part[1]
    driver.send("on_mouse_scroll", *driver.pixel(space.shown(log.rect).centre), 0, -1)
    assert space.part[1] < before


def test_the_programs_are_in_view_when_they_are_carried_out(
    driver: Driver, open_match: Any, new_game: Any, magnify: Any
) -> None:
    """CLI-2204: whoever has handed in from the lower end of the panel sees the upper end of the next one."""
    screen = open_match(new_game(), speed="slow")
    magnify(200)
    panel, space = screen.panels.asking["program"], screen.panel_space
    for number in range(9):
        driver.key(arcade.key.KEY_1 + number)
    space.go_to(0.0, 0.9)
    driver.click(space.shown(panel.confirm.rect).centre)
    driver.until(lambda: screen.panels.shown is screen.panels.moving)
    assert space.part == START


def test_two_columns_keep_together_what_a_program_needs(open_match: Any, new_game: Any, look: Any) -> None:
    """CLI-2332: the log has the other column, from top to bottom; in a tall window it is below the robots."""
    screen = open_match(new_game())
    look(2560, 1080)
    panel = screen.panels.asking["program"]
    assert max(part.rect.right for part in (*panel.commands, *panel.slots, panel.confirm)) < panel.log.rect.x
    assert panel.log.rect.height > panel.rect.height - 40
    look(800, 1200)
    panel = screen.panels.asking["program"]
    assert min(part.rect.x for part in (*panel.commands, *panel.slots)) > panel.log.rect.right
    assert (
        max(fellow.rect.y for fellow in panel.fellows) > panel.log.rect.top > panel.log.rect.y > panel.confirm.rect.top
    )


def test_a_question_follows_many_sizes_at_once(app: Any, driver: Driver, open_match: Any, new_game: Any) -> None:
    """CLI-109: it is laid out with the next frame, however many events have told of new sizes until then."""
    screen = open_match(new_game())
    panel = screen.panels.asking["program"]
    made: list[Any] = []
    for width in (1100, 1150, 1200):
        app.adapt_to(width, 720)
        made.append(screen.panels.asking["program"])
    driver.frame()
    assert made == [panel] * 3
    assert screen.panels.asking["program"] is not panel


def test_the_focus_brings_what_is_out_of_view(app: Any, driver: Driver, magnify: Any) -> None:
    """CLI-809."""
    magnify(200)
    screen = Screen(app, Space(app, page_scale, PAGE))
    corners = [Rect(10, 10, 100, 40), Rect(WIDTH - 110, HEIGHT - 50, 100, 40), Rect(WIDTH - 110, 10, 100, 40)]
    pressed: list[int] = []
    for number, spot in enumerate(corners):
        screen.controls.add(Button(screen.layer, spot, str(number), lambda number=number: pressed.append(number)))  # type: ignore[misc]
    app.push(screen)
    for spot in corners:
        driver.key(arcade.key.TAB)
        seen = screen.space.seen
        assert seen.x <= spot.x
        assert seen.y <= spot.y
        assert seen.right >= spot.right
        assert seen.top >= spot.top
        driver.key(arcade.key.ENTER)
    assert pressed == [0, 1, 2]


@pytest.mark.parametrize("calm", [True, False])
def test_belts_stand_still_with_less_motion(
    app: Any, driver: Driver, open_match: Any, new_game: Any, calm: bool
) -> None:
    """CLI-810."""
    board = open_match(new_game()).board_pane.board
    app.settings = msgspec.structs.replace(app.settings, reduced_motion=calm)
    driver.frame()
    found = []
    for _ in range(2):
        board.stir()
        with rehearsal() as notes:
            board.draw_floor()
        found.append(notes.drawn)
        driver.frame(3, 1 / 20)
    assert (found[0] == found[1]) is calm


def test_every_sight_has_all_colours_in_an_order_of_its_own() -> None:
    """CLI-811."""
    usual = theme.colours_for("usual")
    orders = [theme.colours_for(sight) for sight in ("protan", "deutan", "tritan")]
    assert all(sorted(entry.name for entry in order) == sorted(entry.name for entry in usual) for order in orders)
    assert len({order[:4] for order in (usual, *orders)}) == 4


def test_the_first_start_asks_for_language_name_and_size(
    app: Any, driver: Driver, catalogue: Any, speak: Any, magnify: Any
) -> None:
    """CLI-808: each choice counts at once, Esc leads to the menu, and what is chosen is kept."""
    app.apply(Settings())
    client = open_services(app, catalogue, InstantThinker(catalogue), ["random"])
    client.router.home()
    client.settings.welcome()
    page = app.screen_on_top
    language, name, size = page.controls.widgets[:3]
    page.controls.set_focus(language)
    driver.key(arcade.key.RIGHT)
    driver.key(arcade.key.RIGHT)
    assert "Willkommen" in texts(app)
    name = page.controls.widgets[1]
    page.controls.set_focus(name)
    driver.send("on_text", "!")
    size = page.controls.widgets[2]
    page.controls.set_focus(size)
    driver.key(arcade.key.RIGHT)
    assert app.matches.frame.scale == pytest.approx(1.1)
    assert not paths.settings_file().exists()
    driver.key(arcade.key.ESCAPE)
    assert len(app.screens) == 1
    kept = load_settings()[0]
    assert (kept.language, kept.interface_scale) == ("de", 110)
    assert kept.player_name.endswith("!")


def test_a_text_made_while_a_page_is_moved_stands_right_when_it_is_back(app: Any) -> None:
    space = Space(app, page_scale, PAGE)
    layer = Layer(space)
    layer.draw()
    usual = space.frame
    space.frame = Viewport(usual.scale, usual.left + 20, usual.bottom - 20)
    label = layer.label("Rules", 100, 100)
    space.frame = usual
    layer.draw()
    assert label.box == layer.label("Rules", 100, 100).box
