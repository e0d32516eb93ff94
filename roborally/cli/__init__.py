"""The command line: one module for each command.

A command's module has `add_arguments(parser)` and `run(arguments)`, which returns the exit status.
Modules are imported when their command is used, so that `roborally scenario` never loads the window.
"""

import argparse
import gc
import importlib
import logging
import sys
from collections.abc import Sequence

from roborally.base.compiled import engine
from roborally.base.errors import GameError
from roborally.base.version import VERSION

COMMANDS = {
    "play": "open a match in the window",
    "exhibit": "let bots play against each other",
    "replay": "tell a recorded match in words, show it, or make a film of it",
    "serve": "run a server for matches over the network",
    "join": "join a match over the network, or list the matches of a server",
    "scenario": "run scenarios, which test the rules",
    "post": "play by post: run a match from a folder, or write your orders",
    "board": "list, check, draw and rate boards and courses",
    "plugin": "list, check, install and share plugins, or start a new one",
    "stats": "show your statistics and achievements",
    "bench": "measure the engine's speed",
}
DEBUG = "show a traceback when something fails"
"""What `--debug` does, which goes with every command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0, 1 if a check failed, 2 for wrong use or bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    if engine().was_asked_for and not engine().is_compiled and "--version" not in words:
        print(f"roborally: {engine()}", file=sys.stderr)
    if debug:
        _show_log()
    try:
        return _run(words, debug)
    except GameError as error:
        if debug:
            raise
        return _fail(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:
        if debug:
            raise
        return _fail(f"{_told(error)} (--debug shows where)")


def _run(words: list[str], debug: bool) -> int:
    """Load the command named by the first word; without one, open the game at its main menu."""
    if not words:  # at once: describing all the commands takes time before the first picture
        return _open_menu()
    parser = argparse.ArgumentParser(
        prog="roborally",
        description="RoboRally: program your robot, then watch the factory floor take over.",
        epilog="Without a command the game opens at its main menu. COMMAND --help explains a command.",
    )
    parser.add_argument(
        "--version", action="version", version=f"roborally {VERSION} ({engine()})", help="show the version and exit"
    )
    parser.add_argument("--debug", action="store_true", help=DEBUG)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    chosen = next((word for word in words if not word.startswith("-")), "")
    for name, text in COMMANDS.items():
        command = add_command(commands, name, text)
        if name == chosen:
            importlib.import_module(f"roborally.cli.{name}").add_arguments(command)
    parsed = parser.parse_args(words)
    parsed.debug = debug
    return int(importlib.import_module(f"roborally.cli.{parsed.command}").run(parsed))


def _open_menu() -> int:
    """Open the window at its main menu, without looking for garbage until it is there: all that is made stays."""
    gc.disable()
    try:
        return int(importlib.import_module("roborally.cli.play").open_menu())
    finally:
        gc.enable()


def _show_log() -> None:
    """Print what the window notes for those who look for faults, with the tracebacks of errors that it survives."""
    log = logging.getLogger("roborally.ui")
    log.setLevel(logging.DEBUG)
    if not log.handlers:
        log.addHandler(logging.StreamHandler())


def add_command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str
) -> argparse.ArgumentParser:
    """Add a command or an action with what it does, in a line without a full stop, and return its parser."""
    parser = commands.add_parser(name, help=text, description=f"{text[:1].upper()}{text[1:]}.")
    parser.add_argument("--debug", action="store_true", help=DEBUG)
    return parser


def whole_number(option: str, text: str, least: int, most: int) -> int:
    """Return the number in an option; raise `GameError`."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise GameError(
            "{option} must be a whole number from {least} to {most}, not {value!r}",
            option=option,
            least=least,
            most=most,
            value=text,
        )
    return number


def _told(error: Exception) -> str:
    """Return an unexpected error in words, with the plugin whose fault it is."""
    from roborally.plugin_system.faults import fault_of
    from roborally.plugin_system.loader import find_plugins

    fault = fault_of(error, tuple(find_plugins().plugins.values()))
    return f"unexpected error: {type(error).__name__}: {error}" if fault is None else str(fault.message)


def _fail(message: str) -> int:
    print(f"roborally: {message}", file=sys.stderr)
    return 2
