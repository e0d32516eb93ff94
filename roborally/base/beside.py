"""Runs a function in a daemon thread, which does not keep the program from ending."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from roborally.base.errors import any_fault

Result = TypeVar("Result")


def beside(name: str, work: Callable[[], Result]) -> "Future[Result]":
    """Run `work` in a daemon thread called `name`; the returned future gets its result, or the error that it raises."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except any_fault() as error:  # a thread that dies silently would leave others waiting
            future.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return future
