"""The translation of texts and the folder of pictures for the view modules of VOLT."""

from pathlib import Path

from roborally.base.translation import texts_of

_ = texts_of(__file__)
ART = Path(__file__).parent / "art"
