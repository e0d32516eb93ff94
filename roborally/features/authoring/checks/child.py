"""The main module of the child process that `roborally plugin check` starts (see `checks.apart`).

Its arguments are the plugin's folder, the file for the report, the file for the stack of waiting code, the modes in
which it only repeats the recorded games, joined by blanks (empty for a whole check), and the numbers of `Bounds`.
"""

import sys
from functools import partial
from pathlib import Path

from roborally.cli import handling_interrupts
from roborally.cli.window import window_part
from roborally.features.authoring.checks.apart import write
from roborally.features.authoring.checks.full_check import FullCheck
from roborally.features.authoring.checks.step_limit import Bounds, end_when_waiting, limit_memory


def main(arguments: list[str]) -> int:
    """Check the plugin, write the report after every step, and return 0; the module's docstring has the arguments."""
    folder, target, trace = map(Path, arguments[:3])
    modes = arguments[3].split()
    bounds = Bounds(*map(float, arguments[4:]))

    limit_memory(bounds.memory)
    with trace.open("w", encoding="utf-8") as stacks, handling_interrupts():
        end_when_waiting(stacks, bounds.waiting)
        check = FullCheck(folder, partial(write, target), window_part, bounds)
        check.play_again(modes) if modes else check.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
