"""The steps of a turn in order, as the plugins of a match have registered them, for the window (CLI-1501)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roborally.base.translation import plugin_text
from roborally.core.events import Event
from roborally.core.floor import Floor
from roborally.core.rules import Phase
from roborally.narration.rulebook.links import RuleLinks, phases_of
from roborally.narration.sounds import event_keys
from roborally.plugin_system.loader import Plugin

FIRST = "turn"
"""The name of the sequence with which a turn begins, in a game that is played in turns."""
MAX_DEPTH = 5


@dataclass(frozen=True)
class TurnStep:
    """A step of the turn: the entry with index `at` of a sequence, with the `names` of its phases.

    `depth` is the number of sequences around it; `inner` is the sequence that it runs, or empty. `title` is empty for a
    step that is not shown. `events` are the keys of events that belong to the step.
    """

    sequence: str
    at: int
    names: tuple[str, ...]
    title: str
    depth: int = 0
    inner: str = ""
    rule: str = ""
    events: frozenset[str] = frozenset()

    @property
    def place(self) -> tuple[str, int]:
        """Return the sequence and the index in it, which identify the step."""
        return self.sequence, self.at


class TurnSteps:
    """The steps of a turn on one course, without those that have no effect there."""

    def __init__(self, floor: Floor, plugins: Iterable[Plugin], links: RuleLinks) -> None:
        self._floor = floor
        self._plugins = list(plugins)
        self._links = links
        self._text = phases_of(self._plugins)
        first = [FIRST] if FIRST in floor.phases else sorted(floor.phases)
        self.all = [step for sequence in first for step in self._steps(sequence, 0)]
        """All steps in order, including those without a title."""
        self.shown = [step for step in self.all if step.title]
        """The steps with a title, which the window shows."""

    def _steps(self, sequence: str, depth: int) -> list[TurnStep]:
        found: list[TurnStep] = []
        for at, entry in enumerate(self._floor.phases.get(sequence, ())):
            names = (entry.name,) if isinstance(entry, Phase) else entry
            inner = self._floor.rules.inner.get((sequence, names[0]), "")
            texts = [self._text[name] for name in names if name in self._text]
            step = TurnStep(
                sequence,
                at,
                names,
                self._title(names),
                depth,
                inner,
                self._links.best(rule for phase in texts for rule in phase.rules),
                frozenset(key for phase in texts for key in phase.events),
            )
            found.append(step)
            if inner and depth < MAX_DEPTH:
                found += self._steps(inner, depth + 1)
        return found

    def _title(self, names: Sequence[str]) -> str:
        """Return the translated titles of phases, joined by "+"; a phase that no manifest names has its own name."""
        titles = []
        for name in names:
            owner = next((plugin for plugin in reversed(self._plugins) if self._text_of(plugin, name)), None)
            if owner is None:
                titles.append(name.replace("-", " ").capitalize())
            elif title := owner.manifest.phase[name].title:
                titles.append(plugin_text(owner.folder, title))
        return " + ".join(dict.fromkeys(titles))

    def _text_of(self, plugin: Plugin, name: str) -> bool:
        return plugin.manifest.phase.get(name) is self._text[name] if name in self._text else False

    def running(self, agenda: Iterable[Mapping[str, Any]]) -> list[TurnStep]:
        """Return the steps that are being carried out according to a match's agenda, the innermost last."""
        by_place = {step.place: step for step in self.all}
        found = []
        for frame in agenda:
            if frame.get("do") in ("sequence", "stages"):
                step = by_place.get((str(frame.get("name")), int(frame.get("at", 0)) - 1))
                if step is not None:
                    found.append(step)
        return sorted(found, key=lambda step: step.depth)

    def after(self, last: TurnStep | None, event: Event) -> TurnStep | None:
        """Return the step that an event belongs to, the first from `last` on if possible; `last` if there is none."""
        keys = set(event_keys(event))
        named = [step for step in self.all if not keys.isdisjoint(step.events)]
        if not named:
            return last
        begin = self.all.index(last) if last is not None else 0
        return next((step for step in named if self.all.index(step) >= begin), named[0])
