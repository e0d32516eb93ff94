"""Prints for the whole program, and replaces letters by which untrusted text could move the cursor or forge a line.

Only `give` prints a text unchanged, for other programs.
"""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from roborally.base.errors import GameError, reason
from roborally.base.player_names import printable


def say(line: object = "", *, aside: bool = False, flush: bool = False) -> None:
    """Print a line on standard output, or with `aside` on standard error, with `flush` at once; raise `GameError`."""
    stream = sys.stderr if aside else sys.stdout
    with writing(stream):
        print(printable(str(line)), file=stream, flush=flush)


def complain(problem: object) -> None:
    """Print a problem on standard error, in a line that begins with `roborally:`."""
    say(f"roborally: {problem}", aside=True)


def give(text: str) -> None:
    """Print a text unchanged, such as JSON, a document or a drawn table."""
    with writing(sys.stdout):
        print(text, end="")


def flush() -> None:
    """Write the rest of standard output's buffer; raise `GameError` if that fails, such as on a full disk."""
    with writing(sys.stdout):
        sys.stdout.flush()


class PlainLog(logging.Formatter):
    """A log formatter that replaces invisible and control characters; a traceback keeps its lines."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as text, which may have several lines."""
        return "\n".join(map(printable, super().format(record).split("\n")))


@contextmanager
def writing(stream: TextIO) -> Iterator[None]:
    """Turn an `OSError` of writing to `stream` in this block into a `GameError`; a `BrokenPipeError` stays as it is."""
    try:
        yield
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # where Python writes the rest at its end
        if isinstance(error, BrokenPipeError):
            raise
        where = "standard output" if stream is sys.stdout else "standard error"
        raise GameError("cannot be written: {error}", where=where, error=reason(error)) from error
