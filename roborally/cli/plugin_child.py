"""The other process in which `roborally plugin check` runs a plugin's code (`roborally.authoring.apart`).

Its arguments are the plugin's folder, the file for the report, and the file for the stack of code that hangs.
"""

import faulthandler
import sys
from pathlib import Path

from roborally.authoring.apart import WAITING_SECONDS, report_of, write
from roborally.authoring.full_check import FullCheck
from roborally.authoring.plugin_check import Report
from roborally.authoring.step_limit import limit_memory
from roborally.cli.play import window_part


def main(arguments: list[str]) -> int:
    """Check, and write what was found after every step."""
    folder, target, trace = map(Path, arguments)
    limit_memory()
    with trace.open("w", encoding="utf-8") as stacks:

        def told(report: Report, doing: str, finished: bool) -> None:
            faulthandler.dump_traceback_later(WAITING_SECONDS, exit=True, file=stacks)
            write(target, report_of(report, doing, finished))

        FullCheck(folder, told, window_part).run()
        faulthandler.cancel_dump_traceback_later()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
