"""Makes file names from words that every supported system accepts."""

import re

from roborally.base.player_names import UNSEEN

_NOT_IN_NAMES = re.compile(rf'[<>:"/\\|?*{UNSEEN}]+')
_PLAIN_NAME = re.compile(rf'[^<>:"/\\|?*{UNSEEN}]*[^<>:"/\\|?*{UNSEEN} .]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|\Z)", re.IGNORECASE)


def is_device(name: str) -> bool:
    """Return whether Windows reserves a file name for a device, whatever follows its first dot."""
    return _DEVICE.match(name) is not None


def is_plain_name(name: str) -> bool:
    """Return whether every system stores a file or folder under exactly this name: no device, no special letter.

    Invisible letters are not plain, nor are dots and blanks at the end.
    """
    return _PLAIN_NAME.fullmatch(name) is not None and not is_device(name)


def file_stem(words: str) -> str:
    """Return words as a file name without a suffix; empty if no letter can stay.

    Letters that a system reserves and invisible ones are left out, as are dots and blanks at the ends.
    """
    stem = _NOT_IN_NAMES.sub(" ", words).strip(" .")
    return f"_{stem}" if is_device(stem) else stem


def plain_stem(words: str, instead: str) -> str:
    """Return words as a file name of at most 60 small letters, digits and hyphens.

    `instead` is the name if no letter can stay, and the prefix of a device's name.
    """
    stem = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:60].strip("-") or instead
    return f"{instead}-{stem}" if is_device(stem) else stem
