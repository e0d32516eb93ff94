"""Starts and sets up child processes: for bots, exhibitions, and other work beside the window."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

NICENESS = 10
"""The niceness that child processes add to their own by default, so that the window's frames come first."""
NO_PROCESS = (OSError, RuntimeError)
"""The errors that `start_child` raises if the system cannot start a process, or a thread for it."""


class Child(NamedTuple):
    """A running child process, and the parent's end of the pipe to it."""

    process: BaseProcess
    pipe: Connection


def start_child(work: Callable[..., None], *arguments: Any, niceness: int = NICENESS, daemon: bool = True) -> Child:
    """Start a process that calls `work(pipe, *arguments)`, and return it; `work` must be defined at module level.

    Raise one of `NO_PROCESS` if that fails. The child adds `niceness` to its own. A daemon ends with its parent and may
    have no child processes.
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
    """Make this process ignore Ctrl-C and end as soon as its parent has ended; add `niceness` to its niceness."""
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
