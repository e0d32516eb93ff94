"""Counts each robot's statistics, such as damage dealt, from the events of a match (STD-1513); plugins declare them."""

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from roborally.base.errors import any_fault
from roborally.core.events import Event
from roborally.core.rules import Ruleset
from roborally.plugin import STATISTICS, Statistic
from roborally.plugin_system.faults import error_text

LOG = logging.getLogger("roborally.statistics")


class Tally:
    """The statistics of one match, counted from its events.

    `counts` has a dict for each robot, by the statistics' ids. A statistic whose code fails is removed, since only the
    table at the end depends on it; `failed` has the errors by the titles of these statistics.
    """

    def __init__(self, rules: Ruleset, robots: int) -> None:
        """Start at zero for `robots` robots; pieces with higher indices are not counted."""
        entries = sorted(STATISTICS.of(rules).items(), key=lambda entry: (entry[1].order, entry[0]))
        self._statistics: dict[str, Statistic] = dict(entries)
        self._memory: dict[str, dict[str, Any]] = {name: {} for name in self._statistics}
        self.counts: list[dict[str, int]] = [dict.fromkeys(self._statistics, 0) for _ in range(robots)]
        self.failed: dict[str, BaseException] = {}
        self._by_type: dict[str, list[str]] = {}
        for name, statistic in self._statistics.items():
            for type_ in statistic.types:
                self._by_type.setdefault(type_, []).append(name)

    def feed(self, event: Event) -> None:
        """Count one event; call it for every event of the match, in order."""
        is_robot = event.get("piece", 0) < len(self.counts)
        for name in self._by_type.get(event["type"], ()):
            statistic = self._statistics[name]
            if not is_robot and not statistic.any_piece:
                continue
            try:
                for piece, amount in statistic.count(event, self._memory[name]):
                    if piece < len(self.counts):
                        self.counts[piece][name] += amount
            except any_fault() as error:  # also for what it returns
                self._leave_out(name, error)

    def _leave_out(self, name: str, error: BaseException) -> None:
        LOG.warning("the statistic %r has failed and is left out: %s", name, error_text(error))
        statistic = self._statistics.pop(name)
        self.failed[statistic.title] = error
        for counts in self.counts:
            del counts[name]
        for type_ in statistic.types:
            # A new list, since the old one is being gone through.
            self._by_type[type_] = [other for other in self._by_type[type_] if other != name]

    def feed_all(self, events: Iterable[Event]) -> None:
        """Count several events, in order."""
        for event in events:
            self.feed(event)

    def titles(self) -> dict[str, str]:
        """Return the English titles of the statistics by id, in the order of the table."""
        return {name: statistic.title for name, statistic in self._statistics.items()}

    def rank(self, robot: int) -> tuple[int, ...]:
        """Return a sort key for the ranking, made of a robot's ranked statistics; the best robot has the smallest."""
        counts = self.counts[robot]
        return tuple(
            -counts[name] if statistic.better == "more" else counts[name]
            for name, statistic in self._statistics.items()
            if statistic.ranked
        )

    def best(self, name: str, robots: Sequence[int]) -> int | None:
        """Return the one robot with the best count of statistic `name`; `None` if several share it or none is best."""
        better = self._statistics[name].better
        counts = [self.counts[robot][name] for robot in robots]
        if better == "neither":
            return None
        best = max(counts) if better == "more" else min(counts)
        alone = counts.count(best) == 1 and (best > 0 or better == "less")
        return robots[counts.index(best)] if alone else None
