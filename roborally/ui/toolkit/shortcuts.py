"""Keyboard shortcuts: screens and panels list them and handle keys by the list, which the page of keys shows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import arcade

from roborally.base.translation import _
from roborally.plugin import text

CTRL, SHIFT = "CTRL+", "SHIFT+"
ENTER = ("ENTER", "NUM_ENTER")
ARROWS = ("LEFT", "RIGHT", "UP", "DOWN")
NAMES = {
    "ENTER": text("Enter"),
    "SPACE": text("Space"),
    "TAB": text("Tab"),
    "ESCAPE": text("Esc"),
    "DELETE": text("Del"),
    "BACKSPACE": text("Backspace"),
    "PAGEUP": text("Page up"),
    "PAGEDOWN": text("Page down"),
    "HOME": text("Home"),
    "END": text("End"),
    "LEFT": text("Left"),
    "RIGHT": text("Right"),
    "UP": text("Up"),
    "DOWN": text("Down"),
    "COMMA": text("Comma"),
    "PERIOD": text("Full stop"),
    "ARROWS": text("Arrow keys"),
}
"""The names of keys, also those with signs that are too small to be seen; other keys have their own label."""
SIGNS = {"PLUS": "+", "MINUS": "−"}
"""The labels on keys, the same in every language."""
TWINS = ("NUM_", "EQUAL")
"""Keys with the same effect as another one of their shortcut, which need not be listed."""


@dataclass(frozen=True)
class Shortcut:
    """One or more keys, a description, and the action.

    A key has the name that arcade gives it, such as `ENTER`, with `CTRL+` or `SHIFT+` before it if that must be held.
    An action may return `False` if it did not use the key.
    """

    keys: tuple[str, ...]
    does: str
    act: Callable[[], Any]


def code_of(key: str) -> tuple[int, int]:
    """Return the symbol and the modifiers of a key."""
    modifiers = 0
    for prefix, modifier in ((CTRL, arcade.key.MOD_CTRL), (SHIFT, arcade.key.MOD_SHIFT)):
        if key.startswith(prefix):
            key = key.removeprefix(prefix)
            modifiers |= modifier
    return getattr(arcade.key, key), modifiers


def name_of(key: str) -> str:
    """Return the displayed name of a key."""
    if key.startswith(CTRL):
        return f"{_('Ctrl')}+{name_of(key.removeprefix(CTRL))}"
    if key.startswith(SHIFT):
        return f"{_('Shift')}+{name_of(key.removeprefix(SHIFT))}"
    return _(NAMES[key]) if key in NAMES else SIGNS.get(key, key.removeprefix("KEY_").removeprefix("NUM_"))


def names_of(keys: Iterable[str]) -> list[str]:
    """Return the displayed names of keys, the four arrows as one."""
    listed = [key for key in keys if not key.startswith(TWINS)]
    for prefix in ("", SHIFT, CTRL):
        arrows = [prefix + arrow for arrow in ARROWS]
        if set(arrows) <= set(listed):
            listed = [f"{prefix}ARROWS", *(key for key in listed if key not in arrows)]
    return list(dict.fromkeys(name_of(key) for key in listed))


def act_on(shortcuts: Iterable[Shortcut], symbol: int, modifiers: int) -> bool:
    """Run the shortcut of a key; return whether there was one that used it.

    A key without Shift also matches with it, unless a shortcut with Shift comes first. Ctrl (or Command) must be as
    listed.
    """
    if modifiers & arcade.key.MOD_COMMAND:
        modifiers |= arcade.key.MOD_CTRL
    held = modifiers & (arcade.key.MOD_CTRL | arcade.key.MOD_SHIFT)
    for wanted in dict.fromkeys((held, held & ~arcade.key.MOD_SHIFT)):
        for shortcut in shortcuts:
            if (symbol, wanted) in map(code_of, shortcut.keys):
                return shortcut.act() is not False
    return False
