"""The command line `roborally`: runs the command that its first word names; features and plugins bring the commands.

A command's module has `add_arguments(parser)` and `run(arguments)`, which returns the exit status. Modules are imported
when their command is used, so that `roborally scenario` never loads the window.
"""

import argparse
import gc
import importlib
import io
import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from roborally.base.compiled import engine
from roborally.base.console import PlainLog, complain, flush, say
from roborally.base.errors import GameError, Stopped, any_fault, reason
from roborally.base.version import VERSION
from roborally.plugin_system.program import Command, Program, own_program

DEBUG = "show a traceback when something fails"
"""The help text of `--debug`, which every command has."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default that of `sys.argv`; return 0, 1 if a check failed, 2 for wrong use or bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    if engine().was_asked_for and not engine().is_compiled and "--version" not in words:
        complain(engine())
    _replace_unencodable()
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(PlainLog())
    if debug:
        _show_log()
    with handling_interrupts():
        return _run_in_words(words, debug)


def _replace_unencodable() -> None:
    """Make standard input, output and error replace letters that they cannot encode."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextmanager
def handling_interrupts() -> Iterator[None]:
    """Make Ctrl-C raise `Stopped` in this block; do nothing in other threads, or if Ctrl-C has a handler already."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise Stopped


def _run_in_words(words: list[str], debug: bool) -> int:
    """Run the command in `words`, return its exit status; report failures in a sentence, or raise them with `debug`."""
    try:
        try:
            return _run(words, debug)
        finally:
            flush()
    except SystemExit:  # the parser has already printed why
        raise
    except GameError as error:
        if debug:
            raise
        return _fail(str(error))
    except Stopped:
        return 130
    except BrokenPipeError:
        return 1
    except any_fault() as error:
        if debug:
            raise
        return _fail(f"{_text(error)} (--debug shows where)")


def _run(words: list[str], debug: bool) -> int:
    """Run the command named by the first word; without words, open the window at its main menu."""
    if not words:  # at once: describing all the commands would delay the first picture
        return _without_exit(_open_menu)
    parser: argparse.ArgumentParser = _Parser(
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
    found = all_commands()
    if chosen not in found and "--version" not in words:  # only the full help and unknown commands load plugins
        found |= {name: command for name, command in _plugin_commands().items() if name not in found}
    for name, entry in found.items():
        command = add_command(commands, name, entry.text)
        if name == chosen:
            importlib.import_module(entry.module).add_arguments(command)
    parsed = parser.parse_args(words)
    parsed.debug = debug
    return _without_exit(lambda: int(importlib.import_module(found[parsed.command].module).run(parsed)))


def all_commands() -> dict[str, Command]:
    """Return the commands of the game's features, without those of plugins, by name, in the order of the help."""
    return dict(sorted(own_program().commands().items(), key=lambda entry: entry[1].order))


def _plugin_commands() -> dict[str, Command]:
    """Return the commands of the switched-on plugins by name; print the reason for each plugin that cannot be used."""
    from roborally.profile.program_plugins import admit_plugins

    program = Program([])
    program.on_close = lambda plugin, why: complain(f"plugin {plugin.id!r} is left out: {why}")
    admit_plugins(program)
    return program.commands()


class _Parser(argparse.ArgumentParser):
    """An argument parser that prints its messages with `say`."""

    def _print_message(self, message: str, file: Any = None) -> None:
        for line in message.splitlines():
            say(line, aside=file is not sys.stdout)


def _without_exit(run: Callable[[], int]) -> int:
    """Return a command's exit status; raise `GameError` if it calls `exit`, as only code of a plugin does."""
    try:
        return run()
    except SystemExit as error:
        raise GameError("{text}", text=_text(error)) from error


def _open_menu() -> int:
    """Open the window at its main menu; garbage collection is off until then, since all new objects stay."""
    gc.disable()
    try:
        return int(importlib.import_module("roborally.cli.window").open_menu())
    finally:
        gc.enable()


def _show_log() -> None:
    """Print the window's log on standard error, with the tracebacks of errors that it survives."""
    log = logging.getLogger("roborally.ui")
    log.setLevel(logging.DEBUG)
    if not log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(PlainLog())
        log.addHandler(handler)


def add_command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str
) -> argparse.ArgumentParser:
    """Add a subcommand and return its parser; `text` describes it in one line without a full stop."""
    parser = commands.add_parser(name, help=text, description=f"{text[:1].upper()}{text[1:]}.")
    parser.add_argument("--debug", action="store_true", help=DEBUG)
    return parser


def whole_number(option: str, text: str | int, least: int, most: int) -> int:
    """Return a command line option as a number; raise `GameError` unless it is whole and from `least` to `most`."""
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


def _text(error: BaseException) -> str:
    """Return an unexpected error as a sentence, which names the plugin that caused it, if one did."""
    from roborally.plugin_system.faults import fault_of
    from roborally.plugin_system.loader import find_plugins

    fault = fault_of(error, tuple(find_plugins().plugins.values()))
    if fault is not None:
        return str(fault.message)
    if isinstance(error, OSError) and error.filename:  # for example of a path that no system can have
        return f"{error.filename}: {reason(error)}"
    return f"unexpected error: {type(error).__name__}: {error}"


def _fail(message: str) -> int:
    with suppress(OSError, GameError):  # there is no one to report it to
        complain(message)
    return 2
