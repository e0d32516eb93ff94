"""A progress bar on standard error, for commands that take long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


@contextmanager
def progress(name: str, *columns: ProgressColumn, **task: Any) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error if that is a terminal, and yield a function that updates it.

    `columns` stand beside the bar. `task` are initial values of a task of rich, such as `total`; the function takes new
    values by the same names.
    """
    if not sys.stderr.isatty():
        yield lambda **values: None
        return
    shown = (TextColumn(name), BarColumn(), *columns, TimeRemainingColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        yield partial(bar.update, bar.add_task(name, **task))
