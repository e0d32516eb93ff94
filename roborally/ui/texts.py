"""Every text of the window passes through `_`, which translates it (domain `roborally`, English by default)."""

import gettext

_DOMAIN = "roborally"
_translation: gettext.NullTranslations = gettext.NullTranslations()


def use_language(*languages: str) -> None:
    """Translate from now on into the first of `languages` for which there is a catalogue."""
    global _translation
    _translation = gettext.translation(_DOMAIN, languages=list(languages), fallback=True)


def _(text: str) -> str:
    """Return a text in the player's language."""
    return _translation.gettext(text)
