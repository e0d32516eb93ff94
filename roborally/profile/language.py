"""The language of the window: from the settings, unless the environment overrides it."""

import os

from roborally.base.translation import use_environment, use_language
from roborally.plugin import text
from roborally.profile.settings import Settings

LANGUAGE_NAMES = {"system": text("System"), "en": "English", "de": "Deutsch", "sv": "Svenska"}
"""The languages of the settings by their codes, each in its own words."""
LANGUAGE_VARIABLE = "ROBORALLY_LANGUAGE"
"""The environment variable that overrides the language of the settings until the player changes it."""


def speak(language: str) -> None:
    """Switch translations to a language of the settings."""
    if language == "system":
        use_environment()
    else:
        use_language(language)


def window_language(settings: Settings) -> str:
    """Return the language of the window: from the environment, otherwise from the settings."""
    return os.environ.get(LANGUAGE_VARIABLE) or settings.language
