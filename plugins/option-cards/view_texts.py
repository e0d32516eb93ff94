"""The texts of questions about option cards, in the player's language."""

from pathlib import Path

from roborally.base.translation import plugin_text

FOLDER = Path(__file__).parent


def _(english: str) -> str:
    """Return a text of this plugin in the player's language."""
    return plugin_text(FOLDER, english)
