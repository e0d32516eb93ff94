"""Puts the phases of a sequence in order, and refuses names that no plugin declares; used when rules are frozen."""

from collections.abc import Collection, Mapping
from typing import Any

from roborally.base.errors import Message
from roborally.base.nearest import nearest
from roborally.core.rules import Phase
from roborally.plugin_system.errors import PluginError

Order = tuple[str | tuple[str, ...], ...]
"""The order of a sequence in a mode: names of phases, and tuples of the shooters that fire together."""


def sequence_of(
    sequence: str,
    orders: Mapping[str, Order],
    phases: Mapping[str, Phase],
    along: Mapping[str, list[str]],
    inner: Mapping[tuple[str, str], str],
) -> tuple[Phase | tuple[str, ...], ...]:
    """Return the phases of a sequence in order; a tuple names shooters, with those that fire `along` with them.

    A phase that the order does not name is placed by its `after` and `before`, or left out. Raise `PluginError` for a
    name that no phase has, and for a phase whose `inner` sequence is not in `orders`.
    """
    names: list[str | tuple[str, ...]] = []
    for name in orders[sequence]:
        if isinstance(name, tuple):
            names.append((*name, *sorted(more for source in name for more in along.get(source, []))))
        elif name in phases:
            names.append(name)
        else:
            raise PluginError(
                "the order of {sequence!r} names the phase {name!r}, which no enabled plugin adds",
                sequence=sequence,
                name=name,
            )
    flat = {part for name in names for part in _names(name)}
    _place_rest(names, {name: phases[name] for name in sorted(set(phases) - flat)})
    for name in sorted({part for entry in names for part in _names(entry)}):
        within = inner.get((sequence, name))
        if within is not None and within not in orders:
            raise PluginError(
                "the phase {name!r} of the sequence {sequence!r} runs the sequence {inner!r}, which the mode does "
                "not have; write {inner} = [...] under [order]",
                name=name,
                sequence=sequence,
                inner=within,
            )
    return tuple(phases[name] if isinstance(name, str) else name for name in names)


def refuse_unknown(what: str, used: Mapping[str, list[Any]], declared: Collection[str]) -> None:
    """Raise `PluginError` for the first name in `used` that is not declared.

    `used` has entries `(order, plugin, ...)` by name; `what` is the kind of names, such as "point".
    """
    for name in sorted(set(used) - set(declared)):
        owner, text = used[name][0][1], Message.of(what)
        if near := nearest(name, declared):
            raise PluginError(
                "plugin {owner!r} uses the {what} {name!r}, which no enabled plugin declares; is it {near!r}?",
                owner=owner,
                what=text,
                name=name,
                near=near,
            )
        raise PluginError(
            "plugin {owner!r} uses the {what} {name!r}, which no enabled plugin declares",
            owner=owner,
            what=text,
            name=name,
        )


def _place_rest(names: list[str | tuple[str, ...]], rest: dict[str, Phase]) -> None:
    """Insert the phases that the order does not name by their `after` and `before`, or drop them."""
    while rest:
        ready = [name for name, phase in rest.items() if not set(phase.after) & (set(rest) - {name})]
        name = (ready or list(rest))[0]
        phase = rest.pop(name)
        behind = [at + 1 for at, other in enumerate(names) if _names(other) & set(phase.after)]
        ahead = [at for at, other in enumerate(names) if _names(other) & set(phase.before)]
        if behind or ahead:
            names.insert((behind[-1:] or ahead)[0], name)


def _names(entry: str | tuple[str, ...]) -> set[str]:
    return {entry} if isinstance(entry, str) else set(entry)
