"""Keyboard shortcuts: screens and panels return lists of them, which handle keys and fill the page of keys."""

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
"""The displayed names of keys, to be translated; other keys show the name that arcade has for them."""
SIGNS = {"PLUS": "+", "MINUS": "−"}
"""The displayed names of keys that are the same in every language."""
TOO_EARLY = 0.7
"""The seconds after it opens during which a screen ignores keys that were meant for what was shown before."""
TWINS = ("NUM_", "EQUAL")
"""Beginnings of the names of keys that are not displayed, because another key of their shortcut does the same."""


@dataclass(frozen=True)
class Shortcut:
    """One or more keys that run the action `act`; `does` describes it on the page of keys.

    A key has its name in `arcade.key`, such as `ENTER`, after `CTRL+` or `SHIFT+` if that must be held. The action may
    return `False` to say that it did not use the key.
    """

    keys: tuple[str, ...]
    does: str
    act: Callable[[], Any]


def code_of(key: str) -> tuple[int, int]:
    """Return the codes in `arcade.key` of a shortcut's key, such as `CTRL+C`, and of its modifiers."""
    modifiers = 0
    for prefix, modifier in ((CTRL, arcade.key.MOD_CTRL), (SHIFT, arcade.key.MOD_SHIFT)):
        if key.startswith(prefix):
            key = key.removeprefix(prefix)
            modifiers |= modifier
    return getattr(arcade.key, key), modifiers


def name_of(key: str) -> str:
    """Return the displayed name of a shortcut's key, such as `CTRL+HOME`, in the current language."""
    if key.startswith(CTRL):
        return f"{_('Ctrl')}+{name_of(key.removeprefix(CTRL))}"
    if key.startswith(SHIFT):
        return f"{_('Shift')}+{name_of(key.removeprefix(SHIFT))}"
    return _(NAMES[key]) if key in NAMES else SIGNS.get(key, key.removeprefix("KEY_").removeprefix("NUM_"))


def names_of(keys: Iterable[str]) -> list[str]:
    """Return the displayed names of keys, each once, with one name for all four arrows."""
    listed = [key for key in keys if not key.startswith(TWINS)]
    for prefix in ("", SHIFT, CTRL):
        arrows = [prefix + arrow for arrow in ARROWS]
        if set(arrows) <= set(listed):
            listed = [f"{prefix}ARROWS", *(key for key in listed if key not in arrows)]
    return list(dict.fromkeys(name_of(key) for key in listed))


def act_on(shortcuts: Iterable[Shortcut], symbol: int, modifiers: int) -> bool:
    """Run the first shortcut for a key; return whether there is one and it used the key.

    A shortcut without Shift also runs while Shift is held, if there is none with Shift. Command counts as Ctrl.
    """
    if modifiers & arcade.key.MOD_COMMAND:
        modifiers |= arcade.key.MOD_CTRL
    held = modifiers & (arcade.key.MOD_CTRL | arcade.key.MOD_SHIFT)
    for wanted in dict.fromkeys((held, held & ~arcade.key.MOD_SHIFT)):
        for shortcut in shortcuts:
            if (symbol, wanted) in map(code_of, shortcut.keys):
                return shortcut.act() is not False
    return False
