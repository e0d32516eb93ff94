"""Measures the workloads of `works`: medians over passes, in processor time, so that other programs do not count."""

import gc
import time
from statistics import fmean, median

from roborally.base.compiled import engine
from roborally.features.bench.works import Work, Works, bytes_of, match_of_eight
from roborally.plugin_system.loader import Catalogue

Figures = dict[str, dict[str, float | str]]
"""Results as `roborally bench --json` prints them: `{workload: {unit: number}}`; `engine` is `compiled` or `plain`."""


def measure(catalogue: Catalogue, passes: int = 7) -> Figures:
    """Return the medians over `passes` passes; workloads take turns, after one pass of each that does not count."""
    works = Works(catalogue)
    seconds: dict[str, list[float]] = {name: [] for name in works.names}
    for _ in range(passes + 1):
        for name in works.names:
            seconds[name].append(_seconds(works.work(name)))
    figures: Figures = {}
    for name in works.names:
        work, middle = works.work(name), median(seconds[name][1:])
        if work.unit == "copies":
            figures[name] = {"microseconds": middle / work.count * 1e6}
        elif work.unit != "decisions":
            figures[name] = {f"{work.unit}_per_second": work.count / middle}
    preparing, decisions = zip(*works.decided[1:], strict=True)
    figures["decision"] = {
        "preparing_ms": median(preparing) * 1e3,
        "first_ms": median(taken[0] for taken in decisions) * 1e3,
        "later_mean_ms": median(fmean(taken[1:]) for taken in decisions) * 1e3,
        "later_longest_ms": median(max(taken[1:]) for taken in decisions) * 1e3,
    }
    figures["match"] = {"bytes_a_copy": bytes_of(match_of_eight(catalogue))}
    for found in figures.values():
        found["engine"] = "compiled" if engine().is_compiled else "plain"
    return figures


def _seconds(work: Work) -> float:
    gc.collect()  # garbage of other workloads is not counted for this one
    start = time.process_time()
    work.run_all()
    return time.process_time() - start
