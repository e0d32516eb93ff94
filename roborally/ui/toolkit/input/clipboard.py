"""The clipboard of the system."""

import arcade


def read_clipboard() -> str:
    """Return the text in the clipboard as one line; empty if there is none."""
    return " ".join(arcade.get_window().get_clipboard_text().split())


def write_clipboard(text: str) -> None:
    """Copy a text into the clipboard."""
    arcade.get_window().set_clipboard_text(text)
