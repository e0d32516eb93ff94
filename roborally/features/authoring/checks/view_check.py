"""Checks a plugin's `view.py`: the names that it uses, and whether it can draw a short game."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType

import msgspec

from roborally.base.errors import GameError, any_fault
from roborally.features.authoring.checks.known_names import KnownNames, hint, modules
from roborally.features.authoring.checks.report import Report
from roborally.features.authoring.checks.step_limit import StepLimit
from roborally.features.authoring.checks.trial_games import base_game, trial_game
from roborally.plugin_system.blame import line_of
from roborally.plugin_system.faults import error_text
from roborally.plugin_system.loader import Catalogue, Plugin

FRAMES = 240
"""The number of frames that are drawn in each mode."""
MODES = 2
"""The maximum number of modes in which the plugin is shown."""
OPENING_SECONDS = 10.0
"""The limit for opening the window, in seconds of processor time: slow without a graphics card."""

_OF_EVENTS = ("on", "animate", "replay")
_OF_QUESTIONS = ("panel", "choices", "shows", "places")


def view_name_problems(plugin: Plugin, known: KnownNames) -> Iterator[str]:
    """Yield a problem for each unknown event or question in a call of a method of `views`; the code is not run."""
    for path, tree in modules(plugin.folder):
        if not path.stem.startswith("view"):
            continue
        for line, call, name in _named_by_views(tree):
            # An event may have a way or a cause: `place portal`.
            event = name.partition(" ")[0] if call == "animate" else name
            if call in _OF_EVENTS and event not in known.events:
                yield f"{path.name}:{line}: views.{call}: there is no event {event!r}{hint(event, known.events)}"
            if call in _OF_QUESTIONS and name not in known.decisions:
                yield f"{path.name}:{line}: views.{call}: there is no question {name!r}{hint(name, known.decisions)}"


def _named_by_views(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yield line, method and first string argument of each call on a parameter named `views` or of type `Views`."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        views = {
            argument.arg
            for argument in function.args.args
            if argument.arg == "views" or (argument.annotation and ast.unparse(argument.annotation) == "Views")
        }
        for node in ast.walk(function):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id in views
                and node.args
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, str)
            ):
                yield node.lineno, node.func.attr, node.args[0].value


def check_views(
    plugin: Plugin, catalogue: Catalogue, report: Report, limit: StepLimit, window_part: Callable[[str], ModuleType]
) -> None:
    """Add the problems of a plugin's `view.py` to a report, or a note if there is no display to try it.

    `window_part` imports a module of the window by its name, and raises `GameError` if that is impossible.
    """
    if not (plugin.folder / "view.py").is_file():
        return
    limit.begin("register its view", OPENING_SECONDS)
    try:
        ui = window_part("roborally.ui.plugin")
    except GameError as error:
        report.notes.append(f"view.py: it was not tried: {error}")
        return
    for mode in report.modes[:MODES]:
        limit.begin()  # the import of the window is over
        try:
            ui.views_of(catalogue.resolve([mode, plugin.id]))
        except GameError as error:
            report.problems.append(str(error))
            return
    for mode in report.modes[:MODES]:
        if not _shown(plugin, mode, catalogue, report, limit, window_part):
            return


def _shown(
    plugin: Plugin,
    mode: str,
    catalogue: Catalogue,
    report: Report,
    limit: StepLimit,
    window_part: Callable[[str], ModuleType],
) -> bool:
    """Show a game in a mode, and report its problems; return whether it makes sense to show another one."""
    try:
        game = trial_game(base_game(plugin, mode, catalogue), plugin, catalogue, 0)
    except GameError:
        return True
    seats = [msgspec.structs.replace(seat, controller="random") for seat in game.config.seats]
    seats[0] = msgspec.structs.replace(seats[0], controller="human")
    game = replace(game, config=msgspec.structs.replace(game.config, seats=seats))
    limit.begin(f"show {mode!r} in the window", OPENING_SECONDS)
    try:
        window_part("roborally.features.authoring.window.trial").show(game, catalogue, FRAMES, limit.begin)
    except GameError as error:
        report.notes.append(f"view.py: what it draws was not tried: {error}")
        return False
    except any_fault() as error:
        where = line_of(error, plugin.folder) or "view.py"
        text = "it takes too much memory" if isinstance(error, MemoryError) else error_text(error)
        report.problems.append(f"{where}: {text}, when {mode!r} is shown in the window")
        return False
    return True
