"""The version and the limits of the network protocol, and the checked types of its fields."""

from typing import Annotated

from msgspec import Meta, Struct

from roborally.base.player_names import MAX_NAME, VISIBLE
from roborally.profile.settings import Titles as Titles

PROTOCOL = 8
"""The protocol version; raised whenever older clients and newer servers (or the reverse) become incompatible."""
PORT = 47747
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of join codes, without ones that look alike."""
CODE_LENGTH = 5
MAX_BYTES = 65_536
"""The largest message that a server accepts, in bytes."""
MAX_FROM_SERVER = 16_000_000
"""The largest message that a client accepts, in bytes: the record of a whole match."""
MAX_ITEMS = 1_000_000
"""The maximum number of values in a message that a client accepts: the largest full course needs a third."""
MAX_PART = 45_000
"""The largest part of a saved game in one message, in base64 characters."""
MAX_PIECE = 131_072
"""The maximum number of bytes of a plugin's files in one message."""

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME, pattern=VISIBLE)]
Code = Annotated[str, Meta(max_length=CODE_LENGTH)]
Token = Annotated[str, Meta(max_length=64)]
Word = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=280, pattern=VISIBLE)]
MAX_COURSE_CODE = 20_000
"""The maximum length of a course code in the chat: a course of eight boards needs a quarter of it."""
CourseCode = Annotated[str, Meta(max_length=MAX_COURSE_CODE, pattern=r"^(RR1:[A-Za-z0-9_-]+)?\Z")]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
MAX_SHORT = 200
Short = Annotated[str, Meta(max_length=MAX_SHORT)]
"""A text from a server that is displayed or compared."""
Seats = Annotated[list[Annotated[int, Meta(ge=0, lt=100)]], Meta(max_length=100)]
Seat = Annotated[int, Meta(ge=-1, lt=100)]
Seconds = Annotated[float, Meta(ge=0, le=1_000_000)] | None


class FromClient(Struct, forbid_unknown_fields=True, frozen=True):
    """The base class of messages from clients."""


class FromServer(Struct, frozen=True):
    """The base class of messages from servers."""
