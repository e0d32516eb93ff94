"""The one place that prints, so that no untrusted text moves the cursor, hides a part of itself or forges a line.

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
    """Print a line; `aside` prints it on the error stream."""
    stream = sys.stderr if aside else sys.stdout
    with writing(stream):
        print(printable(str(line)), file=stream, flush=flush)


def complain(problem: object) -> None:
    """Print a problem on the error stream, in a line that begins with the program's name."""
    say(f"roborally: {problem}", aside=True)


def give(text: str) -> None:
    """Print a text unchanged, such as JSON, a document or a drawn table."""
    with writing(sys.stdout):
        print(text, end="")


def flush() -> None:
    """Write the rest of the buffer; raise `GameError` if there is no room for it."""
    with writing(sys.stdout):
        sys.stdout.flush()


class PlainLog(logging.Formatter):
    """A log formatter that makes all letters visible; a traceback keeps its lines."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        return "\n".join(map(printable, super().format(record).split("\n")))


@contextmanager
def writing(stream: TextIO) -> Iterator[None]:
    """Raise `GameError` if a stream cannot be written, and `BrokenPipeError` if its reader is gone."""
    try:
        yield
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # where Python writes the rest at its end
        if isinstance(error, BrokenPipeError):
            raise
        where = "standard output" if stream is sys.stdout else "standard error"
        raise GameError("cannot be written: {error}", where=where, error=reason(error)) from error
