"""What an answer lacks that cannot be confirmed yet: in the tooltip of Confirm, and once Enter was pressed."""

from collections.abc import Callable
from itertools import product
from typing import Any

from arcade import key

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.tooltip import common, free_place

from .conftest import Driver
from .playing import lay
from .test_facing import fall, new_match
from .test_volt import open_volt

__all__ = ["new_match", "open_volt"]


def test_confirm_says_which_registers_are_empty(driver: Driver, open_match: Any, new_match: Any) -> None:
    """STD-503."""
    panel = open_match(new_match("classic"), speed="skip").panels.open
    panel.remove(0)
    assert panel.confirm.tooltip == "Confirm the program (Enter)\nRegisters 1, 2, 3, 4 and 5 are empty."
    lay(panel, 0)
    assert (panel.confirm.enabled, panel.confirm.tooltip) == (True, "Confirm the program (Enter)")
    panel.remove(2)
    assert (panel.confirm.enabled, panel.confirm.tooltip) == (
        False,
        "Confirm the program (Enter)\nRegister 3 is empty.",
    )


def test_enter_says_what_is_missing_until_it_is_there(driver: Driver, open_match: Any, new_match: Any) -> None:
    screen = open_match(new_match("classic"), speed="skip")
    panel = screen.panels.open
    lay(panel, 2)
    assert not panel.objection.text
    driver.key(key.ENTER)
    assert panel.objection.text == "Registers 4 and 5 are empty."
    assert panel.objection.tint == theme.colour("text-dim"), "quieter than a warning"
    assert not panel.title.visible
    lay(panel, 1)
    assert panel.objection.text == "Register 5 is empty."
    lay(panel, 0)
    assert not panel.objection.text
    assert panel.confirm.enabled
    panel.clear()
    panel.refresh()
    driver.key(key.ENTER)
    driver.key(key.DELETE)
    assert panel.is_open
    assert screen.question_controller.asked is not None


def test_volt_says_which_crosses_have_no_die(driver: Driver, open_volt: Callable[..., Any]) -> None:
    """VLT-503."""
    panel = open_volt(bots=1).panels.open
    panel.controller.put(0, (0, 0))
    panel.refresh()
    assert panel.missing() == "No die lies on crosses 2 and 3."
    driver.key(key.ENTER)
    panel.controller.put(1, (1, 0))
    panel.refresh()
    assert panel.confirm.tooltip.endswith("No die lies on cross 3.")


def test_the_tooltip_leaves_the_name_of_a_row_free(driver: Driver, open_match: Any, new_match: Any) -> None:
    """The row "Enter the board facing" lies directly above Confirm."""
    screen = open_match(new_match("classic"), speed="skip")
    fall(screen, driver)
    panel, space = screen.panels.open, screen.panel_space
    (row,) = panel.rows
    confirm = space.shown(panel.confirm.rect)
    for high, at in product((32, 48, 64), (confirm.x + 4, confirm.centre[0], confirm.right - 4)):
        place = free_place(230, high, (at, confirm.centre[1]), screen.taken(), screen.space.seen)
        assert not common(place, space.shown(row.named))
