"""`roborally scenario`: runs scenarios and prints for each whether it holds."""

import argparse
import json
from pathlib import Path

from roborally.base.console import complain, give, say
from roborally.base.errors import GameError, any_fault
from roborally.game.scenario.run import ScenarioResult, catalogue_for, find_scenarios, run_scenario
from roborally.plugin_system.faults import fault_of
from roborally.plugin_system.loader import Catalogue, find_plugins


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally scenario`."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a file or folder of scenarios; FILE::ID is one scenario"
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Run the scenarios; return 0 if all hold, 1 if one does not, 2 if one cannot be run."""
    catalogue = find_plugins()
    results: list[ScenarioResult] = []
    unreadable = False
    for path in find_scenarios(arguments.paths):
        found = catalogue
        try:
            found = catalogue_for(path, catalogue)
            result = run_scenario(path, found)
        except any_fault() as error:
            problem = _problem(error, path, found)
            if arguments.debug or not problem:
                raise
            unreadable = True
            complain(problem)
            continue
        results.append(result)
        if not arguments.json:
            say(in_words(result))
    if arguments.json:
        give(json.dumps([result.to_data() for result in results], indent=2) + "\n")
    if unreadable:
        return 2
    return 0 if all(result.ok for result in results) else 1


def _problem(error: BaseException, path: Path, catalogue: Catalogue) -> str:
    """Return why a scenario cannot be run; empty if neither the scenario nor a plugin is at fault."""
    if isinstance(error, GameError):
        return str(error)
    fault = fault_of(error, tuple(catalogue.plugins.values()))
    return f"{path}: {fault.message}" if fault is not None else ""


def in_words(result: ScenarioResult) -> str:
    """Return the line to print for one scenario: `ok`, or `FAIL` with all differences."""
    if result.ok:
        return f"ok    {result.file}"
    return f"FAIL  {result.file}: {'; '.join(str(difference) for difference in result.differences)}"
