"""Error classes, and messages for people, which are translated only when they are shown."""

import errno
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any

from roborally.base.templates import MAX_FILLED, MAX_VALUE
from roborally.base.translation import _

MAX_SHOWN = MAX_FILLED
"""The maximum length of a shown message, in characters."""
MAX_DEPTH = 8
"""The maximum depth of nested messages; a deeper one shows as its name in braces."""


class Overrun(BaseException):
    """Raised in a plugin's code that runs too long, by `roborally.plugin_system.watchdog`.

    A `BaseException`, so that `except Exception` in the plugin does not swallow it. `frame` is the call that did not
    end, `why` the message for the player; both are `None` until the watchdog sets them.
    """

    frame: FrameType | None = None
    why: "Message | None" = None


class TimeLimitExceeded(BaseException):
    """The time limit of a bot or a step is over; a `BaseException`, so that `except Exception` does not swallow it."""


class Stopped(KeyboardInterrupt):
    """The user has pressed Ctrl-C in a command of the game; a class of its own, so that no plugin gets the blame.

    A `KeyboardInterrupt`, for which libraries release their resources.
    """


def any_fault() -> tuple[type[BaseException], ...]:
    """Return the error classes to catch around code of plugins and bots, and around reading data from outside.

    Write exactly `except any_fault():`, since the result depends on the error being raised: it catches every error,
    even one that is no `Exception`, except Ctrl-C and the end of a time limit. Generators must let `GeneratorExit` pass
    before it, and `async` functions `CancelledError`.
    """
    return () if _is_ours(sys.exception()) else (BaseException,)


def _is_ours(error: BaseException | None) -> bool:
    if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
        # In another program, such as one that trains a bot, Python's own handler raises the plain one.
        return isinstance(error, Stopped) or signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(error, TimeLimitExceeded)


class PlacedError(Exception):
    """An error with the source file and line that caused it, for code that has already returned when it is raised."""

    def __init__(self, text: str, file: Path, line: int) -> None:
        super().__init__(text)
        self.file = file
        self.line = line


class UnsavableError(Exception):
    """The state of a match cannot be written to a file; `plugin` is the id of the plugin at fault, empty if unknown."""

    def __init__(self, text: str, plugin: str = "") -> None:
        super().__init__(text)
        self.plugin = plugin


_IN_BRACES = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)(!r|:,)?\}")
_ALONE = "{problem}"
"""The sentence of a message that only adds a place in front of another message."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people, translated only when shown: `str(message)` uses the language set at that time.

    `where` is the file, table or key in front of the sentence, or a message that names it; it may be empty. The
    `sentence` is English and names its `values` in braces: `{name}`, `{name!r}` or, for numbers with thousands
    separators, `{name:,}`. Values are plain data or messages. Anything else in braces is shown unchanged, and so are
    names without a value, so untrusted sentences and values are safe.
    """

    where: "str | Message" = ""
    sentence: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(sentence: str, /, where: object = "", **values: object) -> "Message":
        """Return a message with the values by name; errors among them become messages, and paths become texts."""
        return Message(_place(where), sentence, {name: _plain(value) for name, value in values.items()})

    def __bool__(self) -> bool:
        """Return whether the message has a sentence."""
        return bool(self.sentence)

    def __str__(self) -> str:
        return self.spoken(_)

    def spoken(self, translate: Callable[[str], str]) -> str:
        """Return the message translated by the function `translate`, cut to `MAX_SHOWN` characters; never raises."""
        return _spoken(self, translate, 1)

    def as_sentence(self, translate: Callable[[str], str] = _) -> str:
        """Return the message with a full stop, and a capital unless it begins with a file or key, for a dialog."""
        text = self.spoken(translate)
        if not self.place:
            text = f"{text[:1].upper()}{text[1:]}"
        return text if text.endswith((".", "!", "?", "…", ".”", ".“")) else f"{text}."

    @property
    def place(self) -> str:
        """The file or key in front of the sentence, in English; empty if there is none."""
        return self.where if isinstance(self.where, str) else self.where.place

    def at(self, place: object) -> "Message":
        """Return the message with `place` as its file or key, in place of its own; an empty one removes it."""
        where = self.where.at(place) if isinstance(self.where, Message) else _place(place)
        return replace(self, where=where)

    def within(self, place: object) -> "Message":
        """Return the message with `place`, such as a file, in front of its present place, unless the two are equal."""
        if not place or self.place == str(place):
            return self
        return Message.of(_ALONE, place, problem=self) if self.place else self.at(place)


def _spoken(message: Message, translate: Callable[[str], str], depth: int) -> str:
    nested = {name: value for name, value in message.values.items() if isinstance(value, Message)}
    values = {name: _spoken(value, translate, depth + 1) for name, value in nested.items() if depth < MAX_DEPTH}
    plain = {name: value for name, value in message.values.items() if name not in nested}
    sentence = translate(message.sentence) if message.sentence else ""  # the empty msgid is a catalogue's header
    said = _filled(sentence, lambda found: values[found[1]] if found[1] in values else _shown(found, plain, translate))
    where = message.where
    if isinstance(where, Message):
        where = _spoken(where, translate, depth + 1) if depth < MAX_DEPTH else ""
    return (f"{where}: {said}" if where else said)[:MAX_SHOWN]


def _filled(sentence: str, value: Callable[[re.Match[str]], str]) -> str:
    """Return a sentence with each name in braces replaced by what `value` returns, cut to `MAX_SHOWN` characters."""
    parts: list[str] = []
    length, end = 0, 0
    for found in _IN_BRACES.finditer(sentence):
        parts += sentence[end : found.start()], value(found)
        length, end = length + len(parts[-2]) + len(parts[-1]), found.end()
        if length > MAX_SHOWN:
            break
    return "".join((*parts, sentence[end:]))[:MAX_SHOWN]


def _shown(found: re.Match[str], values: Mapping[str, Any], translate: Callable[[str], str]) -> str:
    """Return the text for a name in braces, matched as `found`; the match unchanged if `values` lacks the name."""
    name, form = found.groups()
    if name not in values:
        return found[0]
    value = values[name]
    try:
        if form == ":," and isinstance(value, int | float):
            return f"{value:,}"
        written = repr(value) if form == "!r" else str(value)
    except (ValueError, RecursionError):  # a number with too many digits, or lists nested too deep
        return found[0]
    if form == "!r" and isinstance(value, str):
        written = Message.of("'{text}'", text=written[1:-1]).spoken(translate)
    return written if len(written) <= MAX_VALUE else f"{written[:MAX_VALUE]}…"


def _place(where: object) -> str | Message:
    return where if isinstance(where, Message) else str(where)


def _plain(value: object) -> Any:
    if isinstance(value, GameError):
        return value.message
    return value if isinstance(value, bool | int | float | str | list | tuple | dict | Message | None) else str(value)


class GameError(ValueError):
    """A problem that the user can fix; the message names file, key or cell and says what would be right.

    The command line prints it without a traceback and exits with 2; the window shows it in a dialog.
    """

    def __init__(self, sentence: str | Message, /, where: object = "", **values: object) -> None:
        """Store an English sentence with its values, or a message; `where` is the file, table or key in front of it."""
        text = sentence if isinstance(sentence, Message) else Message.of(sentence, **values)
        self.message = text.within(where)
        super().__init__(self.message)

    @classmethod
    @contextmanager
    def wrapping(cls, sentence: str, where: object) -> Iterator[None]:
        """Raise an `OSError` of the block as this class, with `sentence`; `{error}` in it stands for the reason."""
        try:
            yield
        except OSError as error:
            raise cls(sentence, where=where, error=reason(error)) from None

    @classmethod
    @contextmanager
    def repeating(cls, where: object = "") -> Iterator[None]:
        """Raise a `GameError` of the block as this class, with `where`, such as a file, in front of its message."""
        try:
            yield
        except GameError as error:
            raise cls(error.message, where=where) from None


_REASONS = {
    errno.ENOSPC: Message.of("the disk is full"),
    errno.EDQUOT: Message.of("you have used all the space that you may use there"),
    errno.EFBIG: Message.of("the file would be too large"),
    errno.EACCES: Message.of("access is denied"),
    errno.EPERM: Message.of("access is denied"),
    errno.EROFS: Message.of("this disk is read-only"),
    errno.ENOENT: Message.of("there is no such file or folder"),
    errno.EEXIST: Message.of("something with this name exists already"),
    errno.EISDIR: Message.of("it is a folder"),
    errno.ENXIO: Message.of("it is a pipe or a device, not a file"),
    errno.ENOTDIR: Message.of("part of its path is a file, not a folder"),
    errno.ENAMETOOLONG: Message.of("the name is too long"),
    errno.EBUSY: Message.of("something else is using it"),
    errno.ELOOP: Message.of("links lead in a circle there"),
    errno.EIO: Message.of("the disk has a fault"),
}


def reason(error: BaseException) -> Message:
    """Return why an error happened, as a message; frequent errors of the operating system are translated."""
    if isinstance(error, GameError):
        return error.message
    if isinstance(error, OSError):
        return _REASONS.get(error.errno or 0) or Message.of("{reason}", reason=error.strerror or str(error))
    return Message.of("{kind}: {error}", kind=type(error).__name__, error=str(error))
