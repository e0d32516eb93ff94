"""Makes names of files out of words, for every system on which the game runs."""

import re

from roborally.base.player_names import UNSEEN

_NOT_IN_NAMES = re.compile(rf'[<>:"/\\|?*{UNSEEN}]+')
_PLAIN_NAME = re.compile(rf'[^<>:"/\\|?*{UNSEEN}]*[^<>:"/\\|?*{UNSEEN} .]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|\Z)", re.IGNORECASE)


def is_device(name: str) -> bool:
    """Return whether Windows keeps a file's name for a device, whatever follows its first dot."""
    return _DEVICE.match(name) is not None


def is_plain_name(name: str) -> bool:
    """Return whether every system keeps a file or folder of this name as it is: no device, no letter that is special.

    Letters that nobody sees are none of a plain name, nor are dots and blanks at its end.
    """
    return _PLAIN_NAME.fullmatch(name) is not None and not is_device(name)


def file_stem(words: str) -> str:
    """Return words as the name of a file without its ending; empty if nothing of them can stay.

    What a system keeps for itself and what nobody sees is left out, as are dots and blanks at the ends.
    """
    stem = _NOT_IN_NAMES.sub(" ", words).strip(" .")
    return f"_{stem}" if is_device(stem) else stem


def plain_stem(words: str, instead: str) -> str:
    """Return words as the name of a file in at most 60 small letters, digits and hyphens.

    `instead` is the name where none of them can stay, and stands in front of the name of a device.
    """
    stem = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:60].strip("-") or instead
    return f"{instead}-{stem}" if is_device(stem) else stem
