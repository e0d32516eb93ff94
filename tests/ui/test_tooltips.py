"""Tooltips leave when they are not wanted, and cover no control that one may want next (CLI-104)."""

from collections.abc import Callable
from typing import Any

import arcade
import pytest

from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.tooltip import FAR, common, free_place
from tests.sweeps import few_of

from .conftest import Driver

WINDOW = Rect(0, 0, WIDTH, HEIGHT)
SPOT = Rect(400, 300, 120, 40)
REST = 30
"""Frames after which a tooltip is there."""


class Page(Screen):
    """A page with one button that tells what it does."""

    def __init__(self, app: Any, action: Callable[[], None]) -> None:
        super().__init__(app)
        self.button = self.controls.add(Button(self.layer, SPOT, "Go", action, tooltip="Goes"))


@pytest.fixture
def page(app: Any, driver: Driver) -> Page:
    page = Page(app, lambda: None)
    app.replace(lambda: page)
    driver.move(SPOT.centre)
    driver.frame(REST)
    assert app.tooltip == "Goes"
    return page


def test_a_click_takes_it_away_until_the_mouse_is_elsewhere(app: Any, driver: Driver, page: Page) -> None:
    x, y = SPOT.centre
    driver.click((x, y))
    driver.frame(REST)
    assert app.tooltip == ""
    driver.move((x + 5, y))  # a hand does not hold still
    driver.frame(REST)
    assert app.tooltip == ""
    driver.move((x + 30, y))
    driver.frame(REST)
    assert app.tooltip == "Goes"


def test_a_key_takes_it_away(app: Any, driver: Driver, page: Page) -> None:
    driver.key(arcade.key.TAB)
    driver.frame(REST)
    assert app.tooltip == ""


def test_a_focus_that_comes_back_has_none_until_it_moves(app: Any, driver: Driver, page: Page) -> None:
    """CLI-2004: such as that of the log's button, whose tooltip would lie over the log."""
    page.controls.add(Button(page.layer, SPOT._replace(y=100), "Stay", lambda: None, tooltip="Stays"))
    driver.key(arcade.key.TAB)
    driver.frame(2 * REST)
    assert app.tooltip == "Goes"
    message(app, "A page", "over it")
    driver.frame(2 * REST)
    driver.key(arcade.key.ENTER)
    driver.frame(2 * REST)
    assert (app.screen_on_top, app.tooltip) == (page, "")
    driver.key(arcade.key.TAB)
    driver.frame(2 * REST)
    assert app.tooltip == "Stays"


def test_it_goes_with_what_it_is_about(app: Any, driver: Driver, page: Page) -> None:
    page.controls.widgets.clear()
    driver.frame()
    assert app.tooltip == ""
    driver.frame(REST)
    assert app.tooltip == ""


def focus_by_keys(driver: Driver, page: Page) -> None:
    """Give the button the focus by a key, and wait for its tooltip."""
    page.controls.add(Button(page.layer, SPOT._replace(y=20), "Stay", lambda: None))
    page.controls.set_focus(page.controls.widgets[-1])
    driver.key(arcade.key.TAB)
    driver.frame(2 * REST)


def test_what_covers_something_goes_once_it_could_be_read(app: Any, driver: Driver, page: Page) -> None:
    """CLI-2004: it comes again with the focus, not with each key."""
    page.controls.add(Button(page.layer, WINDOW, "", lambda: None)).focusable = False
    focus_by_keys(driver, page)
    assert app.tooltip == "Goes"
    driver.frame(200)
    assert app.tooltip == ""
    driver.key(arcade.key.F9)
    driver.frame(2 * REST)
    assert app.tooltip == "", "the focus is where it was"
    driver.key(arcade.key.TAB)
    driver.key(arcade.key.TAB)
    driver.frame(2 * REST)
    assert app.tooltip == "Goes"


def test_what_covers_nothing_stays_with_the_focus(app: Any, driver: Driver, page: Page) -> None:
    focus_by_keys(driver, page)
    driver.frame(400)
    assert app.tooltip == "Goes"


def test_none_repeats_what_is_in_view(app: Any, driver: Driver, page: Page) -> None:
    """CLI-2004: such as the description of the chosen bot."""
    page.layer.label("Goes", 40, 700)
    focus_by_keys(driver, page)
    assert app.tooltip == ""


@pytest.mark.parametrize("size", few_of([(1024, 768, 200), (1280, 720, 200), (1024, 768, 100)]))
@pytest.mark.parametrize("name", ["settings", "lobby"])
def test_that_of_the_focus_stands_beside_its_control_and_over_no_label_of_it(
    client: Any, app: Any, driver: Driver, look: Any, speak: Any, name: str, size: tuple[int, int, int]
) -> None:
    """CLI-2004: whatever is around it."""
    speak("de")
    look(*size)
    client.router.open(name)
    screen = app.screen_on_top
    for step in ("seats", "settings") if name == "lobby" else ("",):
        if step:
            screen.show(step)
        for _control in screen.controls.widgets:
            driver.key(arcade.key.TAB)
            own, text = screen.focused
            if not text:
                continue
            written = [box for box, _words in screen.written()]
            place = free_place(200, 46, own.centre, [*screen.taken(), *written], screen.space.seen, own)
            assert not common(place, own), text
            assert place.inset(1).within(screen.space.seen) == place.inset(1), text
            gap = Rect(own.x - FAR, own.y - FAR, own.width + 2 * FAR, own.height + 2 * FAR)
            assert common(place, gap), text
            caption = [box for box in written if box.y < own.top and own.y < box.top and box.right <= own.x]
            assert not any(common(place, box) for box in caption[-1:]), text


def test_none_comes_by_itself_over_a_dialog_that_has_opened(app: Any, driver: Driver, page: Page) -> None:
    driver.move((0, 0))
    page.button.tooltip = ""
    driver.move(SPOT.centre)
    message(app, "Well", "A question.")
    app.screen_on_top.controls.widgets[0].tooltip = "Closes it"
    app.screen_on_top.controls.widgets[0].rect = SPOT
    driver.frame(REST)
    assert app.tooltip == ""
    driver.move((SPOT.x + 2, SPOT.y + 2))
    driver.frame(REST)
    assert app.tooltip == "Closes it"


def test_it_covers_no_other_control_where_there_is_room() -> None:
    """Registers in a row with *Confirm* below them: the text goes above the row."""
    registers = [Rect(900 + 60 * at, 120, 54, 80) for at in range(5)]
    confirm = Rect(900, 60, 180, 44)
    for register in registers:
        place = free_place(200, 40, register.centre, [*registers, confirm], WINDOW)
        assert not any(common(place, rect) for rect in (*registers, confirm) if rect is not register)
        assert place.x >= 0
        assert place.right <= WIDTH


def test_it_rather_covers_a_piece_of_a_large_list_than_small_buttons() -> None:
    """CLI-2416: beside the button are others, above it there is the log."""
    own = Rect(8, 8, 120, 44)
    buttons = [Rect(136 + 52 * at, 8, 44, 44) for at in range(4)]
    log = Rect(8, 60, 330, 280)
    place = free_place(220, 36, own.centre, [own, *buttons, log], WINDOW, own)
    assert not any(common(place, rect) for rect in (own, *buttons))


def test_it_goes_above_a_row_that_is_above_its_control() -> None:
    """CLI-104: at 800 × 1200 with large texts the registers fill the panel, and the log is above them."""
    window = Rect(0, 0, 500, 750)
    confirm = Rect(14, 18, 138, 46)
    buttons = [Rect(158 + 54 * at, 18, 46, 46) for at in range(3)]
    registers = [Rect(14 + 71 * at, 94, 65, 90) for at in range(5)]
    log = Rect(14, 200, 436, 165)
    place = free_place(230, 42, confirm.centre, [confirm, *buttons, *registers, log], window, confirm)
    assert not any(common(place, rect) for rect in (confirm, *buttons, *registers))
    assert place.top < 300, "not far away either"


def test_it_goes_beside_the_panel_rather_than_far_down_in_it() -> None:
    """CLI-104: the rows of the other robots are above the cards, which fill the panel; the log is far below."""
    window, board = Rect(0, 0, 1024, 768), Rect(20, 60, 640, 640)
    rows = [Rect(692, 648, 157, 64), Rect(855, 648, 157, 64), Rect(692, 580, 157, 64)]
    cards = [Rect(692 + 81 * (at % 4), 428 - 82 * (at // 4), 76, 75) for at in range(8)]
    own, log = rows[1], Rect(692, 178, 286, 160)
    place = free_place(215, 102, (930, 690), [*rows, Rect(692, 512, 320, 60), *cards, log, board], window)
    assert not any(common(place, rect) for rect in (*rows, *cards))
    assert place.top > own.y, "at the height of what it is about"


def test_with_large_texts_it_rather_covers_something_than_that_it_is_far_away() -> None:
    """CLI-104: at 1280 × 720 with texts of 200 % cards fill the panel; what it is about stays free."""
    window, board, own = Rect(0, 0, 640, 360), Rect(0, 0, 296, 360), Rect(488, 60, 42, 36)
    buttons = [Rect(x, 60, 42, 36) for x in (440, 537, 590)] + [Rect(309 + 64 * at, 117, 58, 73) for at in range(5)]
    cards = [Rect(309, 260, 75, 57), Rect(553, 260, 75, 57), Rect(309, 203, 75, 50), Rect(390, 203, 75, 50)]
    robots = [Rect(x, y, 22, 22) for x, y in ((128, 145), (108, 70), (165, 52), (182, 90))]
    texts = [Rect(309, 320, 230, 26), Rect(309, 70, 120, 20), Rect(309, 10, 280, 36)]
    place = free_place(230, 50, own.centre, [own, *buttons, *cards, *robots, *texts, board], window)
    assert not any(common(place, rect) for rect in (own, *buttons[:3]))
    assert common(place, own.inset(-window.height / 3))


@pytest.mark.parametrize("x", [715, 830, 980])
def test_it_lies_over_the_board_rather_than_over_the_other_answer(x: float) -> None:
    """CLI-104: two answers at the lower edge of the panel."""
    window = Rect(0, 0, 1024, 720)
    first, second = Rect(713, 83, 278, 46), Rect(713, 29, 278, 46)
    place = free_place(264, 72, (x, 50), [first, second], window)
    assert not common(place, first)
    assert not place.holds(x, 50)


@pytest.mark.parametrize("pointer", [(3, 3), (WIDTH - 3, 3), (3, HEIGHT - 3), (WIDTH - 3, HEIGHT - 3)])
def test_it_stays_inside_the_window(pointer: tuple[float, float]) -> None:
    place = free_place(240, 120, pointer, [], WINDOW)
    assert place.x >= 0
    assert place.right <= WIDTH
    assert place.y >= 0
    assert place.top <= HEIGHT


@pytest.mark.parametrize("pointer", [(130, 180), (500, 20), (320, 340)])
def test_one_that_is_higher_than_the_room_above_and_below_lies_beside_the_mouse(pointer: tuple[float, float]) -> None:
    """CLI-2333: with texts of 200 % all of it is in the window."""
    window = Rect(0, 0, 640, 360)
    place = free_place(240, 290, pointer, [Rect(*pointer, 40, 40)], window)
    assert place.y >= 0
    assert place.top <= window.top
    assert place.x >= 0
    assert place.right <= window.right
    assert not place.holds(*pointer)


def test_robots_and_marked_cells_are_left_free(app: Any, open_match: Any, new_game: Any) -> None:
    """CLI-2004: a tooltip for keys stays for as long as one thinks, so that it must hide nothing of interest."""
    screen = open_match(new_game())
    robots = screen.board.places_of([robot.cell for robot in screen.context.display.robots])
    assert robots
    assert all(rect in screen.taken() for rect in robots)
    (corner,) = screen.board.places_of([(0, 0)])
    assert corner not in screen.taken()
    screen.board_pane.targets.mark([(0, 0)])
    assert corner in screen.taken()
    screen.board_pane.targets.clear()
    assert corner not in screen.taken()
    card = Rect(screen.board.rect.right + 8, corner.y, 80, 80)  # a card beside the corner, as high as the board
    beside = corner._replace(x=card.x - 90)
    assert not common(free_place(180, 48, card.centre, [card, beside], WINDOW, card), beside)
