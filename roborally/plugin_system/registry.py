"""`Rules`, to which the plugins of a match register everything, and which makes the frozen rules of the match."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from roborally.base.annotations import misfit
from roborally.core import flow
from roborally.core.events import KERNEL_EVENTS, EventKeys
from roborally.core.rules import (
    DecisionKind,
    Effect,
    ElementRule,
    FrameFunction,
    Modifier,
    Phase,
    Reach,
    Reaction,
    Ruleset,
    SlotRule,
    StepFunction,
    Trace,
)
from roborally.plugin_system.access import PluginSlot
from roborally.plugin_system.checked_calls import checks_calls
from roborally.plugin_system.effects import Muted
from roborally.plugin_system.errors import PluginError, TakenNameError, text
from roborally.plugin_system.registries import Registry
from roborally.plugin_system.sequences import refuse_unknown, sequence_of

T = TypeVar("T")


@checks_calls("rules")
class Rules:
    """The registrations of the enabled plugins of one match so far; plugins get this object in the hook `register`.

    Everything with an order is sorted by an explicit number, ties by the plugin's name; never by load order. A mode may
    set `toughness`, the damage that destroys a piece, and `edge_is_wall`, whether the edge stops pieces and beams.
    """

    def __init__(self) -> None:
        """Start with the frames, points, values and phases of the kernel."""
        self.owner = "core"
        self.toughness = 10
        self.edge_is_wall = False
        self.pieces: list[str] = []
        self.indestructible: set[str] = set()
        self.first_frame: dict[str, Any] = {}
        self.frames: dict[str, FrameFunction] = {
            "sequence": flow.run_sequence,
            "walk": flow.run_walk,
            "turns": flow.run_turns,
            "stages": flow.run_stages,
        }
        self.elements: dict[str, ElementRule] = {}
        self.traces: dict[str, Trace] = {}
        self._reaches: dict[str, Reach] = {}
        self._along: dict[str, list[str]] = {}
        self.tables: dict[str, Callable[[Any], Any]] = {}
        self.decisions: dict[str, DecisionKind] = {}
        self.slots: dict[str, SlotRule] = {}
        self.registries: dict[str, dict[str, Any]] = {}
        self._entry_owners: dict[tuple[str, str], str] = {}
        self.to_describe: list[tuple[str, str, str]] = []
        """Entries that manifests must describe, as (plugin, table of its manifest, name)."""
        self.events: dict[str, EventKeys] = dict(KERNEL_EVENTS)
        self._points: dict[str, str] = {}
        self._reactions: dict[str, list[tuple[int, str, Reaction]]] = {}
        self._values: dict[str, str] = {}
        self._modifiers: dict[str, list[tuple[int, str, Modifier]]] = {}
        self._phases: dict[str, dict[str, Phase]] = {}
        self._orders: dict[str, tuple[str | tuple[str, ...], ...]] = {}
        self._inner: dict[tuple[str, str], str] = {}
        self._effects: list[Effect] = []
        self.point("contact", "(piece, other, direction, how): a moving piece meets another and is about to push it")
        self.declare_value("damage", "points that count; (piece, cause, by, direction): absorb what does not")
        self.point("stepped", "(moves, how): one step is over, pushes included; moves are (piece, cell that it left)")
        self.declare_value("floor-moves", "list of (piece, target cell, direction) that a device is about to carry out")
        self.point("hurt", "(piece): a piece has taken damage")
        self.point("healed", "(piece, points): a piece has lost damage")
        self.point(
            "destroyed",
            "(piece): a piece has left the floor as destroyed, so its `cell` is -1; `match.state.actor` is who moves",
        )
        self.point("settled", "(): something was destroyed, and the action or phase that did it is over")
        self.point("programming", "(): the mode asks for what robots do this turn; ask whatever belongs to this moment")
        self.phase("turn", "start", flow.announce_start)
        self.phase("turn", "end-of-turn", lambda match: match.then(flow.sequence("end-of-turn")))
        self._inner["turn", "end-of-turn"] = "end-of-turn"
        self.declare_value("acting-order", "list of pieces in the order in which they act, by the rules of the mode")
        self.declare_value("fatal-cells", "frozenset of cell indexes that destroy a piece there (COM-17)")

    # --- flow ---------------------------------------------------------------------------------------------------

    def frame(self, name: str, run: FrameFunction) -> None:
        """Add a kind of frame (an entry of the agenda): `run(match, frame)` is called while such a frame is on top."""
        self._add("frame", self.frames, name, run)

    def start_with(self, frame: Mapping[str, Any]) -> None:
        """Set the first frame of a new match; a mode does this once, a second call raises `PluginError`.

        Without it a match with a sequence `turn` is played in turns (`flow.TURNS`).
        """
        if self.first_frame or "turn" in self._orders:
            raise PluginError(
                "plugin {owner!r} starts the match, but another mode is enabled already", owner=self.owner
            )
        self.first_frame = dict(frame)

    def phase(
        self,
        sequence: str,
        name: str,
        run: StepFunction | None,
        *,
        needs: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
        before: tuple[str, ...] = (),
        shown: bool = False,
        local: bool = False,
    ) -> None:
        """Add a phase to a sequence; without `run` it does nothing, but the order of a mode may name it.

        It is left out on boards without any of the element kinds in `needs`. If the mode's order does not name it, it
        comes behind the last of the phases in `after` that the order has, else before the first of those in `before`;
        if the order has none of them, it is not run at all. A match without a `Watch`, such as those that bots imagine,
        skips phases that it need not run: a `shown` phase, which only emits events, and a `local` one, which changes
        only pieces on an element of `needs`, while there are none.
        """
        phase = Phase(name, run, needs, after, before, shown, local)
        self._note_effect("phase", f"{sequence}/{name}", run)
        self._add(f"phase of {sequence!r}", self._phases.setdefault(sequence, {}), name, phase)

    def order(self, sequence: str, names: tuple[str | tuple[str, ...], ...]) -> None:
        """Set the phases of a sequence in order, as `[order]` of a mode's manifest does; a tuple names shooters."""
        self._add("order", self._orders, sequence, names)

    def stages(self, sequence: str, name: str, inner: str, last: int) -> None:
        """Add a phase that runs the sequence `inner` once for each stage of the turn, from 1 to `last`."""
        self.phase(sequence, name, lambda match: match.then(flow.stages(inner, last)))
        self._inner[sequence, name] = inner

    def shooter(self, name: str, trace: Trace, along: str = "", reach: Reach | None = None) -> None:
        """Add a source of hits: `trace(match)` returns `(target, points, shooter, direction, cause)` for each hit.

        A mode's order says when it fires; with `along` it fires whenever the shooter of that name does. `reach(floor)`,
        if given, returns the only cells (indexes) on which it can hit a piece, whatever gates are open. A match without
        a `Watch` skips the shooter while no piece stands on one of them.
        """
        self._note_effect("shooter", name, trace)
        self._add("shooter", self.traces, name, trace)
        if reach is not None:
            self._reaches[name] = reach
        if along:
            self._along.setdefault(along, []).append(name)

    # --- pieces -------------------------------------------------------------------------------------------------

    def piece(self, kind: str, *, indestructible: bool = False) -> None:
        """Give every match one piece of this kind without a seat; a plugin's `setup` puts it on the floor.

        An indestructible one takes no damage and cannot be destroyed, and the edge of the floor stops it like a wall.
        """
        if kind in self.pieces or kind == "robot":
            raise TakenNameError(
                "plugin {owner!r} adds piece {kind!r}, which exists already", owner=self.owner, kind=kind
            )
        self.pieces.append(kind)
        if indestructible:
            self.indestructible.add(kind)

    # --- board --------------------------------------------------------------------------------------------------

    def element(
        self,
        kind: str,
        *,
        enter: Callable[..., None] | None = None,
        enter_order: int = 0,
        phase: str = "",
        act: Callable[..., None] | None = None,
        sequence: str = "register",
        after: tuple[str, ...] = (),
    ) -> None:
        """Add the rules of a board element whose notation the manifest gives.

        `enter(match, piece, **values)` runs when a piece enters the cell, in ascending `enter_order` (COM-06: pits 10,
        portals 20, flamers 30, checkpoints 40). `act(match, piece, **values)` runs in `phase` of `sequence` for each
        piece there. `values` are the named groups of the notation.

        In a phase the pieces come one after the other, in the order of their indexes: robots by seat, then the others.
        Each is handled once, on its cell at that time, so a piece that an earlier one has moved is handled at its new
        place. `after` is that of `rules.phase`. The end of a register is `after=("touch", "site-archives")`, in every
        one of the game's modes that has registers.
        """
        self._note_effect("element", kind, enter, act)
        self._add("element", self.elements, kind, ElementRule(kind, enter, enter_order, phase, act, sequence))
        if phase:
            phases = self._phases.setdefault(sequence, {})
            phases.setdefault(phase, Phase(phase, None, (), after))

    def table(self, name: str, build: Callable[[Any], Any]) -> None:
        """Compute `build(floor)` once per board; rules read the result as `match.floor.tables[name]`."""
        self._add("table", self.tables, name, build)

    # --- extension points ---------------------------------------------------------------------------------------

    def point(self, name: str, context: str) -> None:
        """Declare a point to which other plugins can react; `context` documents the arguments after the match."""
        self._add("point", self._points, name, context)

    def on(self, point: str, reaction: Reaction, order: int = 0) -> None:
        """Call `reaction(match, ...)` whenever `point` is reached; a lower `order` comes first, ties by plugin."""
        self._note_effect("on", point, reaction)
        self._reactions.setdefault(point, []).append((order, self.owner, reaction))

    def declare_value(self, name: str, context: str) -> None:
        """Declare a value that other plugins may modify; `context` documents the value and the arguments after it."""
        self._add("value", self._values, name, context)

    def modify(self, value: str, modifier: Modifier, order: int = 0) -> None:
        """Pass a value through `modifier(match, value, ...)`, which returns the new one; lower `order` comes first."""
        self._note_effect("modify", value, modifier)
        self._modifiers.setdefault(value, []).append((order, self.owner, modifier))

    # --- questions, secrets and the rest ------------------------------------------------------------------------

    def decision(
        self,
        kind: str,
        commit: Callable[..., None],
        *,
        check: Callable[..., Any] | None = None,
        sample: Callable[..., Any] | None = None,
        hint: Callable[..., Any] | None = None,
    ) -> None:
        """Add a kind of question, which `match.ask` asks.

        `commit(match, decision, answer)` carries out an answer; in an imagined match it is not called for a question to
        another seat whose answer is unknown. `check(match, decision, answer)` returns it in its normal form, or raises
        `AnswerError` with a sentence. `sample(match, decision, dice)` returns a random legal answer; bots need it if
        the question lists no choices. `hint(match, decision, dice)` returns the answer of a bot that looks ahead in
        `match`, an imagined one; without it such a bot tries the choices. `bots.search` has priority.
        """
        self._add("decision", self.decisions, kind, DecisionKind(kind, commit, check, sample, hint))

    def slot(
        self,
        slot: PluginSlot[Any],
        redact: Callable[..., None] | None = None,
        imagine: Callable[..., None] | None = None,
    ) -> None:
        """Register the plugin's slot of the state, and the functions that hide parts of it and fill them in for bots.

        `redact(match, seat, slot)` hides from a copy of the slot what a seat may not see. `imagine(match, seat, dice)`
        fills the gaps of a match that was made from an observation. Without them everything in the slot is public.
        """
        if slot.plugin != self.owner:
            raise PluginError(
                "plugin {owner!r} registers the slot of {other!r}; a plugin has a slot of its own only",
                owner=self.owner,
                other=slot.plugin,
            )
        self._add("slot", self.slots, self.owner, SlotRule(redact, imagine, slot.shape))

    def event(self, name: str, keys: EventKeys) -> None:
        """Declare a type of event of the plugin: its keys besides `type` and `beat`, each with a description.

        An optional key ends with `?`. An event with `only_for`, the seat that may see it, is secret.
        """
        self._add("event", self.events, name, dict(keys))

    def add(self, registry: Registry[T], name: str, value: T) -> None:
        """Add an entry to a registry; raise `PluginError` if the name is taken or the entry has the wrong type."""
        if problem := misfit(value, registry.kind, f"{registry.name}.{name}"):
            raise PluginError("plugin {id!r}: {problem}", id=self.owner, problem=problem.within("rules.add"))
        entries = self.registries.setdefault(registry.name, {})
        if name in entries:
            raise TakenNameError(
                "plugin {owner!r} adds {name!r} to {registry!r}, where plugin {other!r} has one of that name already; "
                "choose another name",
                owner=self.owner,
                name=name,
                registry=registry.name,
                other=self._entry_owners[registry.name, name],
            )
        self._add(registry.name, entries, name, value)
        self._entry_owners[registry.name, name] = self.owner
        if registry.table:
            self.to_describe.append((self.owner, registry.table, name))

    def _note_effect(self, kind: str, name: str, *functions: Callable[..., Any] | None) -> None:
        self._effects += [Effect(self.owner, kind, name, function) for function in functions if function is not None]

    def _add(self, what: str, target: dict[str, Any], name: str, value: Any) -> None:
        if name in target:
            raise TakenNameError(
                "plugin {owner!r} adds {what} {name!r}, which exists already", owner=self.owner, what=what, name=name
            )
        target[name] = value

    # --- freezing -----------------------------------------------------------------------------------------------

    def freeze(
        self,
        plugins: tuple[str, ...],
        settings: Mapping[str, Mapping[str, Any]],
        setups: Any,
        *,
        whole: bool = True,
        muted: Collection[str] = (),
    ) -> Ruleset:
        """Return the finished rules; raise `PluginError` for a reference to an undeclared name.

        Rules that are not `whole` lack plugins, so they may refer to missing names. No match can be played with them,
        but facts about a match can be read. `setups` prepare a match; `muted` are the ids of effects that are left out.
        """
        effects = self._dispensable_effects()
        left_out = Muted(effects, muted)
        if whole:
            refuse_unknown(text("point"), self._reactions, self._points)
            refuse_unknown(text("value"), self._modifiers, self._values)
        reactions = {
            name: _ordered(left_out.others("on", name, self._reactions.get(name, []))) for name in sorted(self._points)
        }
        modifiers = {
            name: _ordered(left_out.others("modify", name, self._modifiers.get(name, [])))
            for name in sorted(self._values)
        }
        return Ruleset(
            plugins=plugins,
            settings=settings,
            frames=dict(self.frames),
            reactions=reactions if whole else defaultdict(tuple, reactions),
            modifiers=modifiers if whole else defaultdict(tuple, modifiers),
            elements={name: left_out.element(self.elements[name]) for name in sorted(self.elements)},
            sequences=self._sequences(left_out) if whole else {},
            traces={name: left_out.trace(name, trace) for name, trace in self.traces.items()},
            tables=dict(self.tables),
            decisions=dict(self.decisions),
            slots=dict(self.slots),
            setups=tuple(setups),
            registries={name: dict(sorted(entries.items())) for name, entries in sorted(self.registries.items())},
            events={name: self.events[name] for name in sorted(self.events)},
            pieces=tuple(sorted(self.pieces)),
            indestructible=frozenset(self.indestructible),
            toughness=self.toughness,
            edge_is_wall=self.edge_is_wall,
            first_frame=self.first_frame or (flow.TURNS if "turn" in self._orders else {}),
            effects=tuple(effect for effect in effects if effect.id not in muted),
            reaches=dict(self._reaches),
            inner=dict(self._inner),
        )

    def _dispensable_effects(self) -> list[Effect]:
        """Return the effects without which a match can go on: not the mode's phases, nor those that run sequences."""
        kept = {f"{sequence}/{name}" for sequence, name in self._inner}
        kept |= {f"{sequence}/{name}" for sequence, names in self._orders.items() for name in names}
        return [effect for effect in self._effects if effect.kind != "phase" or effect.name not in kept]

    @property
    def documented_points(self) -> Mapping[str, str]:
        """Return the documentation of each declared point and value, by name."""
        return {**self._points, **self._values}

    @property
    def undeclared(self) -> list[Effect]:
        """Return the reactions to points and the modifiers of values that are not declared."""
        declared = {"on": self._points, "modify": self._values}
        return [effect for effect in self._effects if effect.name not in declared.get(effect.kind, (effect.name,))]

    @property
    def inner(self) -> Mapping[tuple[str, str], str]:
        """Return the name of the sequence that a phase runs, by (name of the phase's sequence, name of the phase)."""
        return self._inner

    @property
    def phases(self) -> Mapping[str, Mapping[str, Phase]]:
        """Return the phases of each sequence by name, including those that the mode's order leaves out."""
        return self._phases

    def _sequences(self, left_out: Muted) -> dict[str, tuple[Phase | tuple[str, ...], ...]]:
        for name in sorted(self._orders):
            for entry in self._orders[name]:
                if isinstance(entry, tuple):
                    used = {source: [(0, name)] for source in entry}
                    refuse_unknown(text("shooter"), used, self.traces)
        return {
            name: tuple(
                left_out.phase(name, entry) if isinstance(entry, Phase) else entry
                for entry in sequence_of(name, self._orders, self._phases.get(name, {}), self._along, self._inner)
            )
            for name in sorted(self._orders)
        }


def _ordered(entries: list[tuple[int, str, Any]]) -> tuple[Any, ...]:
    return tuple(function for *_, function in sorted(entries, key=lambda entry: entry[:2]))
