"""The texts of the controller and the arena in the player's language."""

from pathlib import Path

from roborally.base.translation import texts_of

_ = texts_of(__file__)
ART = Path(__file__).parent / "art"
