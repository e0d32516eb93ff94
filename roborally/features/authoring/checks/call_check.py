"""Checks that the game can call the functions that a plugin registers, and that its phases run."""

import ast
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

from roborally.base.errors import GameError
from roborally.core.rules import Ruleset
from roborally.features.authoring.checks.known_names import KnownNames, hint, modules, registered, spelled_at
from roborally.game.course.notation_examples import samples
from roborally.game.settings import resolve_settings
from roborally.plugin import FACTS, STATISTICS, Rules
from roborally.plugin_system.guard import place_of
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules

_MODIFIER = "a modifier of"
_CONTEXT_OF_POINT = re.compile(r"\(([^)]*)\)")
_CONTEXT_OF_VALUE = re.compile(r".*?; \(([^)]*)\)")


def call_problems(plugin: Plugin, rules: Ruleset, documented: dict[str, str]) -> list[str]:
    """Return a problem for each registered function that does not take the arguments with which the game calls it.

    `documented` are the descriptions, by name, of points (where plugins react) and values (which they modify); each
    begins with the names of the arguments.
    """
    found = []
    for what, function, arguments, named in _calls(plugin, rules, documented):
        code = getattr(inspect.unwrap(function), "__code__", None)
        if code is None or not Path(code.co_filename).is_relative_to(plugin.folder):
            continue
        try:
            inspect.signature(function).bind(*arguments, **dict.fromkeys(named))
        except TypeError as error:
            where = f"{Path(code.co_filename).name}:{code.co_firstlineno}"
            given = ", ".join((*arguments, *named))
            found.append(f"{where}: {code.co_name} is {what} and is called with ({given}): {error}")
        if what.startswith(_MODIFIER) and not _returns(code):
            where = f"{Path(code.co_filename).name}:{code.co_firstlineno}"
            found.append(f"{where}: {code.co_name} is {what} and returns nothing; a modifier returns the value")
    return found


def _returns(code: CodeType) -> bool:
    """Return whether a function on module level returns a value; true for other functions, such as methods."""
    file = Path(code.co_filename)
    for path, tree in modules(file.parent):
        for node in tree.body if path == file else ():
            if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
                return any(isinstance(part, ast.Return) and part.value is not None for part in ast.walk(node))
    return True


_Call = tuple[str, Callable[..., Any], Sequence[str], Sequence[str]]
"""A call by the game: a description, the function, and the names of its positional and keyword arguments."""


def _calls(plugin: Plugin, rules: Ruleset, documented: dict[str, str]) -> Iterator[_Call]:
    for kind, element in plugin.manifest.element.items():
        rule = rules.elements.get(kind)
        pattern = re.compile(element.notation)
        examples = [found for atom in samples(element.notation) if (found := pattern.fullmatch(atom))]
        for what, function in (("enter", rule.enter), ("act", rule.act)) if rule is not None else ():
            if function is not None and examples:
                values = tuple(element.read(examples[0]))
                yield f"`{what}` of the element {kind!r}", function, ("match", "piece"), values
    for point, reactions in rules.reactions.items():
        context = _names(_CONTEXT_OF_POINT, documented.get(point, ""))
        yield from ((f"a reaction to {point!r}", function, ("match", *context), ()) for function in reactions)
    for value, modifiers in rules.modifiers.items():
        context = _names(_CONTEXT_OF_VALUE, documented.get(value, ""))
        yield from ((f"{_MODIFIER} {value!r}", function, ("match", "value", *context), ()) for function in modifiers)
    for kind, decision in rules.decisions.items():
        answered = ("match", "decision", "answer")
        yield f"`commit` of the question {kind!r}", decision.commit, answered, ()
        if decision.check is not None:
            yield f"`check` of the question {kind!r}", decision.check, answered, ()
        if decision.sample is not None:
            yield f"`sample` of the question {kind!r}", decision.sample, ("match", "decision", "dice"), ()
    for name, run in rules.frames.items():
        yield f"the frame {name!r}", run, ("match", "frame"), ()
    for sequence, phases in rules.sequences.items():
        for phase in phases:
            if not isinstance(phase, tuple) and phase.run is not None:
                yield f"the phase {phase.name!r} of {sequence!r}", phase.run, ("match",), ()
    for name, trace in rules.traces.items():
        yield f"the shooter {name!r}", trace, ("match",), ()
    for name, build in rules.tables.items():
        yield f"the table {name!r}", build, ("floor",), ()
    for name, fact in FACTS.of(rules).items():
        if fact.read is not None:
            yield f"`read` of the fact {name!r}", fact.read, ("match", "piece"), ()
        if fact.write is not None:
            yield f"`write` of the fact {name!r}", fact.write, ("match", "piece", "value"), ()


def _names(pattern: re.Pattern[str], context: str) -> list[str]:
    found = pattern.match(context)
    return [name.strip() for name in found[1].split(",") if name.strip()] if found else []


def place_problems(plugin: Plugin, known: KnownNames) -> Iterator[tuple[str, str]]:
    """Yield pairs of a phase and the problem that it names a sequence, phase or element that nothing declares."""
    rules, kernel = registered([plugin]), Rules()
    for sequence, phases in rules.phases.items() if rules is not None else ():
        own = {name: phase for name, phase in phases.items() if name not in kernel.phases.get(sequence, {})}
        if own and sequence not in known.sequences:
            text = f"no mode has the sequence {sequence!r}{hint(sequence, known.sequences)}"
            yield from ((name, f"{spelled_at(plugin.folder, sequence)}: {text}") for name in list(own)[:1])
            continue
        there = known.phases.get(sequence, set()) | known.shooters
        for name, phase in own.items():
            what = f"the phase {name!r} of {sequence!r}"
            for other in (*phase.after, *phase.before):
                if other not in there:
                    text = f"{what} comes after or before {other!r}, which no plugin adds{hint(other, there)}"
                    yield name, f"{spelled_at(plugin.folder, other)}: {text}"
            for kind in phase.needs:
                if kind not in known.elements:
                    text = f"{what} needs the element {kind!r}, which no plugin has{hint(kind, known.elements)}"
                    yield name, f"{spelled_at(plugin.folder, kind)}: {text}"


def idle_phases(plugin: Plugin, built: Sequence[Ruleset], misplaced: Collection[str]) -> Iterator[str]:
    """Yield a problem for each phase of the plugin that never runs, although some rules have its sequence of phases.

    `built` are the rules of all modes with the plugin. Phases in `misplaced` are left out: they have a problem already.
    """
    rules = registered([plugin])
    for sequence, phases in rules.phases.items() if rules is not None else ():
        orders = [frozen.sequences[sequence] for frozen in built if sequence in frozen.sequences]
        running = {step.name for steps in orders for step in steps if not isinstance(step, tuple)}
        for name, phase in phases.items():
            place = place_of(phase.run)
            if orders and name not in running and name not in misplaced and place is not None:
                yield f"{place}: the phase {name!r} of {sequence!r} never runs; say after which phase with after=(...)"


def statistic_problems(plugin: Plugin, built: Sequence[Ruleset]) -> Iterator[str]:
    """Yield a problem for each event that a statistic of the plugin counts but that no rules declare."""
    events = {name for rules in built for name in rules.events}
    for name, statistic in {name: entry for rules in built for name, entry in STATISTICS.of(rules).items()}.items():
        place = place_of(statistic.count)
        for type_ in statistic.types if place is not None and place.plugin == plugin.id else ():
            if type_ not in events:
                text = f"the statistic {name!r} counts the event {type_!r}, which no plugin declares"
                yield f"{place}: {text}{hint(type_, events)}"


def preset_rules(plugin: Plugin, modes: Iterable[str], catalogue: Catalogue) -> Iterator[Ruleset]:
    """Yield the rules of all presets of some modes with the plugin; some phases run only with their settings."""
    for mode in modes:
        plugins = catalogue.resolve([mode, plugin.id])
        for preset in catalogue.get(mode).manifest.preset.values():
            with suppress(GameError):  # reported by the check of the mode
                yield build_rules(plugins, resolve_settings(plugins, preset.settings, {}))
