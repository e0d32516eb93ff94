"""The rules of one match, frozen: what plugins registered, sorted into tuples of plain functions.

Built by `roborally.plugin.Rules.freeze`; shared by all clones of a match and never changed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from roborally.core.events import EventKeys
from roborally.core.state import Piece

# Functions of plugins; the first argument is always the match. `roborally.plugin` describes the others.
FrameFunction = Callable[..., None]
StepFunction = Callable[..., None]
Reaction = Callable[..., None]
Modifier = Callable[..., Any]
Hit = tuple[Piece, int, int, int, str]
"""A hit: (target, points, shooter's index or -1, direction of the beam or -1, cause)."""
Trace = Callable[..., list[Hit]]
Reach = Callable[..., Iterable[int]]
"""A function that returns the only cells of a floor on which a shooter can hit anything."""


@dataclass(frozen=True, slots=True)
class ElementRule:
    """The rules for one kind of board element: `enter` acts on a piece that enters, `act` in a phase of `sequence`."""

    kind: str
    enter: Callable[..., None] | None = None
    enter_order: int = 0
    phase: str = ""
    act: Callable[..., None] | None = None
    sequence: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    """One named step of a sequence; it is left out on boards without any of the elements in `needs`.

    A `shown` phase only emits events; a `local` one acts only on pieces that stand on an element of `needs`. In matches
    without a `Watch`, both are skipped where they cannot matter.
    """

    name: str
    run: StepFunction | None
    needs: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    shown: bool = False
    local: bool = False


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """The functions that check, carry out and randomly answer a kind of decision.

    `check(match, decision, answer)` returns the answer in its normal form or raises `ValueError` with a plain sentence.
    `commit(match, decision, answer)` carries it out, except in an imagined match where another seat's answer is
    unknown. `sample(match, decision, dice)` returns a legal answer, `hint(match, decision, dice)` a sensible one.
    """

    kind: str
    commit: Callable[..., None]
    check: Callable[..., Any] | None = None
    sample: Callable[..., Any] | None = None
    hint: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True)
class SlotRule:
    """The functions that hide parts of a plugin's slot from a seat, and that fill in the hidden parts for a bot.

    `shape` is the slot's TypedDict.

    `redact(match, seat, slot)` changes a copy of the slot; `imagine(match, seat, dice)` fills the gaps of a match that
    was made from an observation.
    """

    redact: Callable[..., None] | None = None
    imagine: Callable[..., None] | None = None
    shape: type | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """A function of a plugin that a match can continue without; `kind` and `name` say how it was registered.

    The kinds are `on` and `modify` (the name is that of the point or value), `phase` (`sequence/phase`), `element` and
    `shooter`.
    """

    plugin: str
    kind: str
    name: str
    function: Callable[..., Any]

    @property
    def id(self) -> str:
        """Return the id of the effect in records, such as `magnet: phase register/magnets`."""
        return f"{self.plugin}: {self.kind} {self.name}"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All rules of one match, mostly by name; the methods of `plugin_system.registry.Rules` describe them."""

    plugins: tuple[str, ...]
    settings: Mapping[str, Mapping[str, Any]]
    frames: Mapping[str, FrameFunction]
    reactions: Mapping[str, tuple[Reaction, ...]]
    modifiers: Mapping[str, tuple[Modifier, ...]]
    elements: Mapping[str, ElementRule]
    sequences: Mapping[str, tuple[Phase | tuple[str, ...], ...]]
    traces: Mapping[str, Trace]
    tables: Mapping[str, Callable[..., Any]]
    decisions: Mapping[str, DecisionKind]
    slots: Mapping[str, SlotRule]
    setups: tuple[Callable[..., None], ...]
    registries: Mapping[str, Mapping[str, Any]]
    events: Mapping[str, EventKeys]
    pieces: tuple[str, ...] = ()
    indestructible: frozenset[str] = frozenset()
    toughness: int = 10
    edge_is_wall: bool = False
    first_frame: Mapping[str, Any] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    reaches: Mapping[str, Reach] = field(default_factory=dict)
    inner: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The name of the sequence that a phase runs, by (name of the phase's sequence, name of the phase)."""
    # Stored because the primitives need them often.
    absorbers: tuple[Modifier, ...] = field(init=False)
    hooked: frozenset[str] = field(init=False)
    on_contact: tuple[Reaction, ...] = field(init=False)
    on_destroyed: tuple[Reaction, ...] = field(init=False)
    on_hurt: tuple[Reaction, ...] = field(init=False)
    on_healed: tuple[Reaction, ...] = field(init=False)
    on_stepped: tuple[Reaction, ...] = field(init=False)

    def __post_init__(self) -> None:
        hooked = {name for names in (self.reactions, self.modifiers) for name, functions in names.items() if functions}
        object.__setattr__(self, "hooked", frozenset(hooked))
        object.__setattr__(self, "absorbers", self.modifiers["damage"])
        object.__setattr__(self, "on_contact", self.reactions["contact"])
        object.__setattr__(self, "on_destroyed", self.reactions["destroyed"])
        object.__setattr__(self, "on_hurt", self.reactions["hurt"])
        object.__setattr__(self, "on_healed", self.reactions["healed"])
        object.__setattr__(self, "on_stepped", self.reactions["stepped"])

    def listens(self, *names: str) -> bool:
        """Return whether any plugin reacts to one of these points or modifies one of these values."""
        return not self.hooked.isdisjoint(names)
