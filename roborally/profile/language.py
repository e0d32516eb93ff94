"""Chooses the language of the window: from the settings, unless an environment variable overrides it."""

import os

from roborally.base.translation import use_environment, use_language
from roborally.plugin import text
from roborally.profile.settings import Settings

LANGUAGE_NAMES = {"system": text("System"), "en": "English", "de": "Deutsch", "sv": "Svenska"}
"""The languages that settings offer, by code, each by its own name."""
LANGUAGE_VARIABLE = "ROBORALLY_LANGUAGE"
"""The environment variable that overrides the language of the settings until the player changes it."""


def speak(language: str) -> None:
    """Translate from now on into a language of the settings; `system` means that of the environment."""
    if language == "system":
        use_environment()
    else:
        use_language(language)


def window_language(settings: Settings) -> str:
    """Return the language code for the window: from the environment variable, otherwise from the settings."""
    return os.environ.get(LANGUAGE_VARIABLE) or settings.language
