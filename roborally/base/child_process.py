"""Sets up a child process: for bots, or for an exhibition."""

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait


def set_up_child_process() -> None:
    """Leave keyboard interrupts to the parent, and end as soon as the parent has ended for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
