"""Translatable sentences in messages: their values are separate, so that the client can translate the sentence."""

from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from roborally.base.bounded import MAX_DEPTH
from roborally.base.errors import Message
from roborally.base.translation import _, speaking, text_of_any

MAX_SENTENCE = 2_000
"""The longest sentence that is sent or accepted, in characters."""
MAX_VALUE = 500
"""The longest value in a sentence, in characters."""


class LocalizedText(Struct, frozen=True, omit_defaults=True):
    """A `Message` on the network: an English sentence with named values in braces, and where the problem is."""

    sentence: str
    values: "dict[str, str | int | float | bool | LocalizedText | None]" = {}
    where: "str | LocalizedText" = ""

    def __str__(self) -> str:
        return str(self.message())

    @staticmethod
    def of(message: Message) -> "LocalizedText":
        """Return a message in the form for sending."""
        where = message.where
        return LocalizedText(
            message.sentence[:MAX_SENTENCE],
            {name: _sendable(value) for name, value in message.values.items()},
            LocalizedText.of(where) if isinstance(where, Message) else where[:MAX_VALUE],
        )

    @staticmethod
    def spoken(message: Message, language: str, folders: tuple[Path, ...] = ()) -> "LocalizedText":
        """Return a message as one sentence in the `language` of a page; for a window (empty `language`), as `of` does.

        The plugins in `folders` can translate the message, too.
        """
        if not language:
            return LocalizedText.of(message)
        with speaking(language):
            return LocalizedText(message.as_sentence(partial(text_of_any, folders) if folders else _)[:MAX_SENTENCE])

    def message(self, depth: int = 1) -> Message:
        """Return the received message; overlong parts are cut, because the sender is not trusted.

        `depth` is 1 for a whole message, and one more for each level of messages among its values.
        """
        values = {name: _received(value, depth) for name, value in self.values.items()}
        where = _received(self.where, depth)
        return Message("" if where is None else where, self.sentence[:MAX_SENTENCE], values)


def _sendable(value: Any) -> Any:
    """Return a value of a sentence as data that a message can contain."""
    if isinstance(value, Message):
        return LocalizedText.of(value)
    return value if isinstance(value, bool | int | float) else str(value)[:MAX_VALUE]


def _received(value: Any, depth: int) -> Any:
    if isinstance(value, LocalizedText):
        return value.message(depth + 1) if depth < MAX_DEPTH else None
    return value[:MAX_VALUE] if isinstance(value, str) else value
