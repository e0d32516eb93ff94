"""The bars of long contents stay long enough to be seen."""

from typing import Any

import pytest

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.theme import Rect

from .conftest import Driver
from .seen import picture, share


def _area(screen: Any, rect: Any) -> None:
    screen.controls.add(ScrollArea(screen.space, screen.layer, rect)).fill(200 * rect.height)


def _list(screen: Any, rect: Any) -> None:
    entries = [(f"Course {number}", "") for number in range(500)]
    screen.controls.add(ListBox(screen.layer, rect, entries, lambda _index: None))


@pytest.mark.parametrize(("made", "right", "above"), [(_area, 7, 0), (_list, 11, 6)])
def test_the_bar_of_a_long_content_has_a_least_length(
    app: Any, driver: Driver, made: Any, right: float, above: float
) -> None:
    screen = Screen(app)
    rect = Rect(400, 300, 300, 120)
    made(screen, rect)
    app.push(screen)
    driver.frame()
    bar = Rect(rect.right - right, rect.top - above - theme.LEAST_BAR, 4, theme.LEAST_BAR)
    assert share(picture(driver, bar), theme.colour("line")) > 0.8
