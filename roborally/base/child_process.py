"""Starts child processes, and sets them up: for bots, exhibitions, and all work beside the window."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

NICENESS = 10
"""The niceness added to processes beside a window, so that its frames come first."""
NO_PROCESS = (OSError, RuntimeError)
"""The errors of the system if it cannot start a process, or the thread that talks to it."""


class Child(NamedTuple):
    """A child process, and this end of the pipe to it."""

    process: BaseProcess
    pipe: Connection


def start_child(work: Callable[..., None], *arguments: Any, niceness: int = NICENESS, daemon: bool = True) -> Child:
    """Start a process that calls `work(pipe, *arguments)` and return it; `work` is on module level.

    Raises one of `NO_PROCESS` if the system cannot. A daemon may have no child processes of its own.
    """
    context = multiprocessing.get_context("spawn")  # not forked: the parent may hold a window, threads, OpenGL
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(work, theirs, niceness, *arguments), daemon=daemon)
    try:
        process.start()
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    return Child(process, ours)


def set_up_child_process(niceness: int = 0) -> None:
    """Leave keyboard interrupts to the parent, and end as soon as the parent has ended for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)


def _work(work: Callable[..., None], pipe: Connection, niceness: int, *arguments: Any) -> None:
    set_up_child_process(niceness)
    work(pipe, *arguments)


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
