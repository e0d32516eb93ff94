"""Reads and writes texts in the clipboard of the system."""

import arcade

from roborally.base.translation import _


def read_clipboard() -> str:
    """Return the text in the clipboard as one line, with single spaces; empty if there is none."""
    return " ".join(arcade.get_window().get_clipboard_text().split())


def copied(text: str) -> str:
    """Copy a text into the clipboard; return a caption for the pressed button that says whether this worked."""
    try:
        write_clipboard(text)
    except Exception:  # pyglet passes on any error of the window system
        return _("It could not be copied")
    return _("Copied")


def write_clipboard(text: str) -> None:
    """Copy a text into the clipboard; pyglet may raise any error."""
    arcade.get_window().set_clipboard_text(text)
