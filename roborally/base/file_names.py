"""Makes file names from any words, such that Windows, macOS and Linux accept them."""

import re

from roborally.base.player_names import UNSEEN

_NOT_IN_NAMES = re.compile(rf'[<>:"/\\|?*{UNSEEN}]+')
_PLAIN_NAME = re.compile(rf'[^<>:"/\\|?*{UNSEEN}]*[^<>:"/\\|?*{UNSEEN} .]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|\Z)", re.IGNORECASE)


def is_device(name: str) -> bool:
    """Return whether Windows reserves a file name for a device, such as `con` or `nul.txt`."""
    return _DEVICE.match(name) is not None


def is_plain_name(name: str) -> bool:
    """Return whether every system stores a file or folder under exactly this name.

    False for names of Windows devices, reserved or invisible letters, and a dot or blank at the end.
    """
    return _PLAIN_NAME.fullmatch(name) is not None and not is_device(name)


def file_stem(words: str) -> str:
    """Return words as a file name without a suffix, keeping their letters where possible; empty if none can stay.

    Reserved and invisible letters become blanks; dots and blanks at the ends are removed.
    """
    stem = _NOT_IN_NAMES.sub(" ", words).strip(" .")
    return f"_{stem}" if is_device(stem) else stem


def plain_stem(words: str, instead: str) -> str:
    """Return words as a file name without a suffix, of at most 60 small letters, digits and hyphens.

    `instead` is returned if no letter is left, and is put in front of a name that Windows reserves for a device.
    """
    stem = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:60].strip("-") or instead
    return f"{instead}-{stem}" if is_device(stem) else stem
