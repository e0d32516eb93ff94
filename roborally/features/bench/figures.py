"""Measures the workloads: medians over passes, in processor time, so that other programs do not count."""

import gc
import time
from statistics import fmean, median

from roborally.base.compiled import engine
from roborally.features.bench.boards import match_of_eight
from roborally.features.bench.bot_time import Decisions
from roborally.features.bench.copies import bytes_of
from roborally.features.bench.works import Works
from roborally.plugin_system.loader import Catalogue

Figures = dict[str, dict[str, float | str]]
"""Figures by workload and by unit, as `roborally bench --json` prints them; `engine` is no figure."""

PER_SECOND = {
    "bench12": "rounds_per_second",
    "options": "rounds_per_second",
    "standard": "turns_per_second",
    "volt": "turns_per_second",
    "roboball": "turns_per_second",
    "random_game": "turns_per_second",
    "greedy": "games_per_second",
    "planner": "games_per_second",
}
"""The unit of the workloads that are shown as a number per second."""
EACH = ("clone", "imagine")
"""The workloads that are shown as microseconds each."""


def measure(catalogue: Catalogue, passes: int = 7) -> Figures:
    """Return the medians over `passes` passes; workloads take turns, and the first pass of each only warms up."""
    works = Works(catalogue)
    seconds: dict[str, list[float]] = {name: [] for name in works.names}
    decisions: list[list[float]] = []
    preparing: list[float] = []
    for _ in range(passes + 1):
        for name in works.names:
            seconds[name].append(_seconds(works, name))
        work = works.work("decision")
        assert isinstance(work, Decisions)
        decisions.append(work.seconds)
        preparing.append(work.preparing)
    middle = {name: median(taken[1:]) for name, taken in seconds.items()}
    figures: Figures = {name: {unit: works.work(name).count / middle[name]} for name, unit in PER_SECOND.items()}
    figures["decision"] = {"preparing_ms": median(preparing[1:]) * 1e3, **_thinking(decisions[1:])}
    for name in EACH:
        figures[name] = {"microseconds": middle[name] / works.work(name).count * 1e6}
    figures["match"] = {"bytes_a_copy": bytes_of(match_of_eight(catalogue))}
    for found in figures.values():
        found["engine"] = "compiled" if engine().is_compiled else "plain"
    return figures


def _thinking(passes: list[list[float]]) -> dict[str, float | str]:
    """Return the milliseconds of a decision: the first on a floor, then the mean and the maximum of the others."""
    return {
        "first_ms": median(taken[0] for taken in passes) * 1e3,
        "mean_ms": median(fmean(taken[1:]) for taken in passes) * 1e3,
        "longest_ms": median(max(taken[1:]) for taken in passes) * 1e3,
    }


def _seconds(works: Works, name: str) -> float:
    work = works.work(name)
    gc.collect()  # garbage of other workloads is not counted for this one
    start = time.process_time()
    work.run_all()
    return time.process_time() - start
