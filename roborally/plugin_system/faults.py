"""Finds the plugin at fault for an error in a match, the line of its code, and the effect that was running.

All of this comes from the traceback of an error, so it costs nothing while nothing fails.
"""

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from roborally.base.errors import Message, Overrun, PlacedError, UnsavableError, any_fault
from roborally.core.rules import Effect, Ruleset
from roborally.plugin_system.errors import message_of, text
from roborally.plugin_system.loader import Plugin

MAX_ERROR = 200
"""The maximum length of an error's text in a message, in letters."""
_SESSION = "roborally.game.session."
"""The prefix of the modules that a view calls to answer; a failure in them is not the view's fault."""
_ENGINE = "roborally.core."
"""The prefix of the engine's modules, which call effects."""
KINDS = {
    "phase": text("its step “{name}” of each turn or register"),
    "on": text("its reaction to “{name}”"),
    "modify": text("its change to “{name}”"),
    "element": text("what its board element “{name}” does"),
    "shooter": text("its shots “{name}”"),
}
"""The kinds of effects (`rules.Effect.kind`) in words."""


@dataclass(frozen=True)
class Fault:
    """A failure of one plugin: `file` is relative to its folder, `effects` are the ids of effects to leave out.

    `line` is 0 if unknown. `error` describes the error in one line. `effect` names the running effect in words; it is
    `None` if the match cannot continue without the effect.
    """

    plugin: str
    title: str
    file: str
    line: int
    error: str | Message
    effects: tuple[str, ...] = ()
    effect: Message | None = None

    @property
    def in_view(self) -> bool:
        """Return whether the plugin's view has failed, not its rules."""
        return Path(self.file).name.startswith("view")

    @property
    def place(self) -> Message:
        """Return one sentence with the plugin, file and line, but without data of the match."""
        if not self.line:
            return Message.of("plugin {plugin!r} failed in {file}", plugin=self.plugin, file=self.file)
        return Message.of(
            "plugin {plugin!r} failed in {file}, line {line}", plugin=self.plugin, file=self.file, line=self.line
        )

    @property
    def message(self) -> Message:
        """Return one sentence with the plugin, file, line and error."""
        if not self.line:
            return Message.of(
                "plugin {plugin!r} failed in {file}: {error}", plugin=self.plugin, file=self.file, error=self.error
            )
        return Message.of(
            "plugin {plugin!r} failed in {file}, line {line}: {error}",
            plugin=self.plugin,
            file=self.file,
            line=self.line,
            error=self.error,
        )


class PluginFiles:
    """An index that finds the plugin of a source file; every answer is cached."""

    def __init__(self, plugins: Iterable[Plugin]) -> None:
        self._by_folder = {plugin.folder: plugin for plugin in plugins}
        self._found: dict[str, Plugin | None] = {}

    def owner(self, filename: str) -> Plugin | None:
        """Return the plugin whose folder contains the file, or `None` if the file belongs to no plugin."""
        if filename not in self._found:
            parents = Path(filename).parents
            self._found[filename] = next((self._by_folder[up] for up in parents if up in self._by_folder), None)
        return self._found[filename]

    def last(self, lines: Iterable[tuple[str, int]]) -> tuple[Plugin, str, int] | None:
        """Return plugin, file and line of the last (file, line) that belongs to a plugin, or `None` if none does."""
        found = [(plugin, *line) for line in lines if (plugin := self.owner(line[0])) is not None]
        return found[-1] if found else None


def fault_of(error: BaseException | None, plugins: Sequence[Plugin], rules: Ruleset | None = None) -> Fault | None:
    """Return the fault of the plugin that caused an error, or `None` if the error came from elsewhere.

    The plugin at fault is the one whose code ran last; but a plugin that calls a needed one wrongly is at fault itself.
    With the `rules` of a match, `effects` are those that were running and can be left out, never those of the mode.
    """
    files, seen = PluginFiles(plugins), set[int]()
    while error is not None and id(error) not in seen:  # `raise error from error` makes a circle
        seen.add(id(error))
        if isinstance(error, UnsavableError) and (unsavable := _unsavable(error, plugins)) is not None:
            return unsavable
        frames = list(traceback.walk_tb(error.__traceback__))
        inside = [n for n, (frame, _line) in enumerate(frames) if _module(frame).startswith(_SESSION)]
        frames = frames[inside[-1] :] if inside else frames
        if isinstance(error, Overrun):  # code that happened to run inside the call that did not end is innocent
            frames = frames[: next((n for n, entry in enumerate(frames, 1) if entry[0] is error.frame), None)]
        lines = [(source_of(frame), line) for frame, line in frames]
        if isinstance(error, SyntaxError) and error.filename:
            lines.append((error.filename, error.lineno or 0))
        if isinstance(error, PlacedError):  # the plugin that runs now is innocent
            frames, lines = [], [(str(error.file), error.line)]
        last = files.last(lines)
        if last is not None:
            running = _running([frame for frame, _line in frames], rules.effects if rules is not None else ())
            return _fault(error, last, running, files, lines, plugins)
        error = error.__cause__ or error.__context__
    return None


def _unsavable(error: UnsavableError, plugins: Sequence[Plugin]) -> Fault | None:
    """Return the fault, without a line, of the plugin whose slot cannot be saved; `None` if it is not in `plugins`."""
    found = next((plugin for plugin in plugins if plugin.id == error.plugin), None)
    return Fault(found.id, found.manifest.title, "rules.py", 0, _cut(str(error))) if found is not None else None


def _fault(
    error: BaseException,
    last: tuple[Plugin, str, int],
    running: Sequence[Effect],
    files: PluginFiles,
    lines: Sequence[tuple[str, int]],
    plugins: Sequence[Plugin],
) -> Fault:
    owner = next((plugin for plugin in plugins if running and plugin.id == running[0].plugin), None)
    if owner is not None and owner is not last[0] and last[0].id in _needed(owner, plugins):
        last = files.last(line for line in lines if files.owner(line[0]) is owner) or last
    plugin, path, line = last
    own = [effect for effect in running if effect.plugin == plugin.id and plugin.manifest.kind != "mode"]
    effect = Message.of(KINDS[own[0].kind], name=own[0].name.rpartition("/")[2]) if own else None
    file = Path(path).relative_to(plugin.folder).as_posix()
    ids = tuple(sorted({effect.id for effect in own}))
    return Fault(plugin.id, plugin.manifest.title, file, line, error_text(error), ids, effect)


def error_text(error: BaseException) -> str | Message:
    """Return the kind and text of an error in one line, or the reason why a plugin was interrupted."""
    if isinstance(error, Overrun) and error.why is not None:
        return error.why
    try:
        said = " ".join(message_of(error).split())
    except any_fault():  # its `__str__` has failed, too
        said = ""
    if not isinstance(error, UnsavableError):
        said = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return _cut(said)


def _cut(said: str) -> str:
    return said if len(said) <= MAX_ERROR else f"{said[:MAX_ERROR]}…"


def _needed(plugin: Plugin, plugins: Sequence[Plugin]) -> set[str]:
    """Return the ids of all plugins that a plugin needs, directly or indirectly."""
    by_id = {other.id: other for other in plugins}
    found: set[str] = set()
    rest = list(plugin.manifest.needs)
    while rest:
        if (id_ := rest.pop()) not in found:
            found.add(id_)
            rest += by_id[id_].manifest.needs if id_ in by_id else []
    return found


def _running(frames: Sequence[FrameType], effects: Sequence[Effect]) -> list[Effect]:
    """Return the effect that the engine called last; several effects if they share one function, none if unknown."""
    by_code: dict[CodeType, list[Effect]] = {}
    for effect in effects:
        for code in _codes(effect.function):
            by_code.setdefault(code, []).append(effect)
    for caller, frame in reversed(list(zip((frames[0].f_back if frames else None, *frames), frames, strict=False))):
        if caller is not None and _module(caller).startswith(_ENGINE):
            found = by_code.get(frame.f_code, [])
            exact = [effect for effect in found if _is_closure_of(effect.function, frame)]
            if found:
                return exact or found
    return []


def source_of(frame: FrameType) -> str:
    """Return the path of the source that a frame of a traceback runs; for a compiled function, that of its module."""
    path = frame.f_code.co_filename
    return path if Path(path).is_absolute() else str(frame.f_globals.get("__file__", path))


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _codes(function: Callable[..., Any]) -> Iterator[CodeType]:
    """Yield the code object that runs when `function` is called; nothing for a builtin."""
    while isinstance(function, partial):
        function = function.func
    function = getattr(function, "__func__", function)
    if not hasattr(function, "__code__"):
        function = vars(type(function)).get("__call__", function)
    if hasattr(function, "__code__"):
        yield function.__code__


def _is_closure_of(function: Callable[..., Any], frame: FrameType) -> bool:
    """Return whether a frame runs exactly this function, not another closure with the same code."""
    cells = getattr(function, "__closure__", None) or ()
    names = frame.f_code.co_freevars
    return len(cells) == len(names) and all(
        frame.f_locals.get(name) is cell.cell_contents for name, cell in zip(names, cells, strict=True)
    )
