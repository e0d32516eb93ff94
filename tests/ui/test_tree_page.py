"""Pages that are trees: what stays when they are built again, and what happens where they are too large."""

from typing import Any

import arcade
import pytest

from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.layout.branches import column, flow, row
from roborally.ui.toolkit.layout.leaves import button, field, heading, label, list_box, scroll
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage

from .conftest import Driver


@pytest.fixture
def page(app: Any) -> Any:
    class Page(TreePage):
        names = "abc"
        least = 100.0

        def tree(self) -> Node:
            buttons = [button(name * 9, app.pop).named(name) for name in self.names]
            self.field = field("suggested", lambda text: None).named("field")
            self.list = list_box([(str(number), "") for number in range(40)], lambda at: None, rows=5).named("list")
            self.paragraphs = scroll(column(*(label("word " * 300, wrap=True) for _number in range(6)))).named("text")
            return column(
                heading("Title"),
                row(self.field.grow(), self.list.grow(2)),
                self.paragraphs.grow().high(least=self.least),
                flow(*buttons),
                pad=(20, 20),
            )

    found = Page(app)
    found.rebuild()
    app.push(Screen(app))
    app.push(found)
    return found


def test_focus_and_what_a_player_has_done_stay_by_name(page: Any, app: Any, driver: Driver) -> None:
    driver.frame()
    focused = page.controls.widgets[-2]
    assert focused.name == "b"
    page.field.made.set("typed")
    page.list.made.scroll(-9)
    page.paragraphs.made.scroll(-4)
    position = page.paragraphs.made.position
    assert position > 0
    page.controls.set_focus(focused)
    page.names = "bca"
    page.rebuild()
    driver.frame()
    assert [widget.name for widget in page.controls.widgets] == ["field", "list", "text", "b", "c", "a"]
    assert page.controls.focus is page.controls.widgets[-3]
    assert (page.field.made.value, page.list.made.first, page.paragraphs.made.position) == ("typed", 9, position)
    page.names = "ac"
    page.rebuild()
    assert page.controls.focus is page.controls.named["a"], "the nearest one, because its control has gone"


def test_tab_follows_the_tree(page: Any, driver: Driver) -> None:
    seen = []
    for _step in range(4):
        driver.key(arcade.key.TAB)
        seen.append(page.controls.focus.name)
    assert seen == ["field", "list", "text", "a"]


def test_letters_go_to_the_field_with_the_focus(page: Any, driver: Driver) -> None:
    page.controls.set_focus(page.field.made)
    driver.send("on_text", "!")
    assert page.field.made.value == "suggested!"


def test_a_page_takes_the_window_and_is_scrolled_when_it_needs_more(page: Any, app: Any, driver: Driver) -> None:
    driver.frame()
    assert not page.space.overflows
    assert page.area.inset(-page.margin) == page.space.whole
    page.least = 900.0
    page.rebuild()
    driver.frame()
    assert page.space.overflows
    assert page.paragraphs.made.rect.height >= 900
    last = page.controls.widgets[-1]
    assert last.rect.y < page.space.seen.y
    page.controls.set_focus(last)
    page.overflow.reveal()
    driver.frame()
    assert last.rect.y > page.space.seen.y
    driver.key(arcade.key.ESCAPE)
    assert page not in app.screens
