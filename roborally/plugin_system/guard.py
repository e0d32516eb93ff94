"""Wraps the rules of a game so that the state of a match is checked after every function of a plugin.

A guarded game has the same rules, but is slower: only checks, scenarios and `roborally play --debug` play it. Copies of
a match for bots that search are not checked: they have no `Watch`.
"""

import functools
import inspect
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from roborally.base.compiled_functions import origin_of
from roborally.base.errors import PlacedError
from roborally.core.match import Match
from roborally.core.rules import DecisionKind, ElementRule, Phase, Ruleset, SlotRule
from roborally.plugin_system.blame import PACKAGE
from roborally.plugin_system.plain import PathProblem, cell_problems, round_trip_problem, slot_problems, state_problems


class CodePlace(NamedTuple):
    """A function of a plugin, and the file and line of its code."""

    plugin: str
    function: str
    file: Path
    line: int

    def __str__(self) -> str:
        """Return file and line, such as `rules.py:12`."""
        return f"{self.file.name}:{self.line}"


@dataclass(frozen=True)
class StateFault:
    """An invalid value in a state, its path, and the function after which it was first seen."""

    path: str
    problem: str
    place: CodePlace

    def __str__(self) -> str:
        return f"{self.place}: after {self.place.function}: {self.path}: {self.problem}"


class StateError(PlacedError):
    """A function of a plugin has left an invalid value in the state."""

    def __init__(self, fault: StateFault) -> None:
        super().__init__(f"plugin {fault.place.plugin!r}: {fault}", fault.place.file, fault.place.line)
        self.fault = fault


def stop(fault: StateFault) -> None:
    """Raise `StateError` for this fault; the default `report` of a `Guard`."""
    raise StateError(fault)


def with_wrapped(rules: Ruleset, wrap: Callable[[Any, Collection[str]], Any]) -> Ruleset:
    """Return rules in which `wrap` has wrapped the functions that change a running match.

    `wrap(function, kinds)` gets the kinds of elements that a registration names, and returns the function to use; it
    also gets `None` where there is no function.
    """

    def wrapped(function: Any) -> Any:
        return wrap(function, ())

    def element(rule: ElementRule) -> ElementRule:
        return replace(rule, enter=wrap(rule.enter, (rule.kind,)), act=wrap(rule.act, (rule.kind,)))

    def phase(entry: Phase | tuple[str, ...]) -> Phase | tuple[str, ...]:
        return entry if isinstance(entry, tuple) else replace(entry, run=wrap(entry.run, entry.needs))

    return replace(
        rules,
        frames={name: wrapped(run) for name, run in rules.frames.items()},
        reactions={name: tuple(map(wrapped, functions)) for name, functions in rules.reactions.items()},
        modifiers={name: tuple(map(wrapped, functions)) for name, functions in rules.modifiers.items()},
        elements={kind: element(rule) for kind, rule in rules.elements.items()},
        sequences={name: tuple(map(phase, phases)) for name, phases in rules.sequences.items()},
        traces={name: wrapped(trace) for name, trace in rules.traces.items()},
    )


class Guard:
    """A wrapper for the functions of one ruleset; it reports the faults in the state after each and counts their calls.

    `last` is the function that was called last, `last_of` the last one of each plugin. `grew` maps the path of a tuple
    or dict in a plugin's slot to the function of the plugin that last made it longer. Only matches with a `Watch` are
    checked and counted.
    """

    def __init__(self, report: Callable[[StateFault], None] = stop, text: set[str] | None = None) -> None:
        """Call `report` with one fault per value; `text` collects the paths of the values that were reported."""
        self.calls: Counter[CodePlace] = Counter()
        self.last: CodePlace | None = None
        self.last_of: dict[str, CodePlace] = {}
        self.grew: dict[str, CodePlace] = {}
        self._grew_in: dict[str, int] = {}
        self._number = 0
        self._report = report
        self._seen = set() if text is None else text

    def rules(self, rules: Ruleset) -> Ruleset:
        """Return rules with every function of a plugin wrapped."""
        return replace(
            with_wrapped(rules, lambda function, _kinds: self._wrapped(function)),
            decisions={kind: self._decision(entry) for kind, entry in rules.decisions.items()},
            slots={name: self._slot(rule) for name, rule in rules.slots.items()},
            setups=tuple(self._wrapped(setup, always=True) for setup in rules.setups),
            registries={name: self._entries(entries) for name, entries in rules.registries.items()},
        )

    # --- wrapping ---------------------------------------------------------------------------------------------------

    def _wrapped(self, function: Any, *, always: bool = False) -> Any:
        """Return a function that checks the state afterwards; with `always` also in a match without a `Watch`."""
        place = place_of(function)
        if place is None:
            return function

        @functools.wraps(function)
        def call(match: Any, *arguments: Any, **values: Any) -> Any:
            if match.__class__ is not Match or (match.watch is None and not always):
                return function(match, *arguments, **values)
            self.calls[place] += 1
            self.last = self.last_of[place.plugin] = place
            self._number += 1
            number, asked, before = self._number, match.state.next_id, _lengths(match, place.plugin)
            tables = _tables(match, place.plugin)
            was_right = not any(cell_problems(match.state))  # always true except in the middle of a move
            result = function(match, *arguments, **values)
            for key, (table, was) in tables.items():
                if table != was:
                    text = "changed in place, also for copies of the match; put another dict there"
                    self._report_problem(PathProblem(f'ext["{place.plugin}"]["{key}"]', text), place)
            for key, length in _lengths(match, place.plugin).items():
                path = f'ext["{place.plugin}"]["{key}"]'
                # Blame the innermost function that was called.
                if length > before.get(key, 0) and self._grew_in.get(path, 0) < number:
                    self.grew[path], self._grew_in[path] = place, self._number
            self.look(match, place, asked)
            for problem in cell_problems(match.state) if was_right else ():
                self._report_problem(problem, place)
            return result

        return call

    def _decision(self, kind: DecisionKind) -> DecisionKind:
        commit, check = self._wrapped(kind.commit), self._wrapped(kind.check)
        return replace(kind, commit=commit, check=check)

    def _slot(self, rule: SlotRule) -> SlotRule:
        place = place_of(rule.redact)
        if place is None:
            return replace(rule, imagine=self._wrapped(rule.imagine, always=True))
        hide = self._wrapped(rule.redact)

        @functools.wraps(rule.redact or hide)
        def redact(match: Match, seat: int, slot: Any) -> None:
            hide(match, seat, slot)
            for problem in slot_problems("slot", slot):
                self._report_problem(problem, place)

        return replace(rule, redact=redact, imagine=self._wrapped(rule.imagine, always=True))

    def _entries(self, entries: Mapping[str, Any]) -> dict[str, Any]:
        """Return entries of a registry with their functions wrapped, also those in a named tuple such as a fact."""
        return {name: self._entry(entry) for name, entry in entries.items()}

    def _entry(self, entry: Any) -> Any:
        if hasattr(entry, "_fields"):
            return type(entry)(*map(self._entry, entry))
        return self._wrapped(entry)

    # --- looking ----------------------------------------------------------------------------------------------------

    def look(self, match: Match, place: CodePlace, asked: int) -> None:
        """Report the faults of the state after the function at `place`.

        If a question was asked since the state's `next_id` was `asked`, also report what a round trip through JSON
        changes.
        """
        state = match.state
        found = False
        for problem in state_problems(state, match.pending):
            found = True
            self._report_problem(problem, place)
        for frame in match.pending:
            if frame.get("do") not in match.rules.frames:
                found = True
                text = f"there is no frame {frame.get('do')!r}; add it with rules.frame"
                self._report_problem(PathProblem("match.then", text), place)
        if state.next_id == asked:
            return
        if not found and (changed := round_trip_problem(state)) is not None:
            self._report_problem(changed, place)

    def _report_problem(self, problem: PathProblem, place: CodePlace) -> None:
        fault = StateFault(problem.path, problem.problem, place)
        value = "]".join(problem.path.split("]")[:2])  # one of many wrong entries in a list is enough
        if value not in self._seen:
            self._seen.add(value)
            self._report(fault)
        if problem.endless:
            raise StateError(fault)


def _tables(match: Match, plugin: str) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Return the dicts in the slot of a plugin by key, each as a pair with a copy of it."""
    slot = match.state.ext.get(plugin)
    if slot.__class__ is not dict:
        return {}
    return {key: (value, value.copy()) for key, value in slot.items() if value.__class__ is dict}


def _lengths(match: Match, plugin: str) -> dict[str, int]:
    slot = match.state.ext.get(plugin)
    if slot.__class__ is not dict:
        return {}
    return {key: len(value) for key, value in slot.items() if value.__class__ is tuple or value.__class__ is dict}


def place_of(function: Any) -> CodePlace | None:
    """Return the place of a plugin's function; `None` for functions of the game and for what is not callable.

    A method, a `partial` and a callable object have the place of their code.
    """
    while isinstance(function, functools.partial):
        function = function.func
    function = getattr(function, "__func__", function)
    if isinstance(function, FunctionType):
        function = inspect.unwrap(function)
    if (origin := origin_of(function)) is not None:
        return _in_plugin(origin.module, origin.name, origin.file, origin.line)
    if not isinstance(function, FunctionType | type):
        function = vars(type(function)).get("__call__")
    return _place_of(function) if isinstance(function, FunctionType) else None


@functools.lru_cache(maxsize=4096)
def _place_of(function: FunctionType) -> CodePlace | None:
    code = inspect.unwrap(function).__code__
    return _in_plugin(function.__module__ or "", code.co_name, Path(code.co_filename), code.co_firstlineno)


def _in_plugin(module: str, name: str, file: Path, line: int) -> CodePlace | None:
    """Return the place of the function `name` in a module, or `None` if the module belongs to no plugin."""
    if not module.startswith(f"{PACKAGE}."):
        return None
    plugin = module.removeprefix(f"{PACKAGE}.").partition(".")[0].replace("_", "-")
    return CodePlace(plugin, name, file, line)
