#!/usr/bin/env python3
"""Compare the engine's speed with that of another commit; print the time of each workload as a ratio to the time then.

Both run in their own processes and take turns, pass by pass, and processor time counts; so other programs slow down
both alike. A ratio above 1 means slower than then.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
CHILD = """
import gc, sys, time
from roborally.features.bench.works import Works
from roborally.plugin_system.loader import find_plugins

works = Works(find_plugins(installed=False))
try:
    from roborally.base.compiled import engine
    is_compiled = engine().is_compiled
except ImportError:
    is_compiled = False
print("compiled" if is_compiled else "plain", *works.names, flush=True)
for line in sys.stdin:
    work = works.work(line.strip())
    gc.collect()
    start = time.process_time()
    work.run_all()
    print((time.process_time() - start) / work.count, flush=True)
"""


def give_up(reason: str) -> NoReturn:
    """Print the reason and exit."""
    print(f"compare_speed: {reason}", file=sys.stderr)
    sys.exit(2)


class Checkout:
    """A process that runs the workloads of one checkout, one pass at a time; `works` are the workloads' names."""

    def __init__(self, folder: Path, *, compiled: bool = False) -> None:
        """Start the process; with `compiled`, use the engine that tools/compile has built."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", CHILD],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "ROBORALLY_COMPILED": "1" if compiled else "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        engine, *self.works = self._read().split()
        if compiled and engine != "compiled":
            give_up("there is no build of the compiled engine that fits; run tools/compile")

    def run(self, work: str) -> float:
        """Run one pass of a workload; return its processor time for each round, turn, game or copy, in seconds."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{work}\n")
        self._process.stdin.flush()
        return float(self._read())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            give_up("one of the two cannot run the works; it is older than this program")
        return line


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Yield a temporary folder with the files of a commit; exit if git fails."""
    if shutil.which("git") is None:
        give_up("git is missing")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "then"
        made = subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", place, commit],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            give_up(made.stderr.strip().splitlines()[-1])
        try:
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=ROOT, check=True)


def compare(now: Checkout, then: Checkout, passes: int, wanted: Sequence[str]) -> Iterator[tuple[str, list[float]]]:
    """Yield each workload with the ratio of the times (now by then) of each pass; a first pass only warms up.

    Without `wanted` all workloads that both checkouts have are measured.
    """
    for work in [work for work in now.works if work in then.works and (not wanted or work in wanted)]:
        ratios = []
        for number in range(passes + 1):
            first, second = (now, then) if number % 2 else (then, now)
            seconds = {first: first.run(work), second: second.run(work)}
            ratios.append(seconds[now] / seconds[then])
        yield work, ratios[1:]


def main(words: Sequence[str]) -> int:
    """Measure and print; return the exit status 0."""
    parser = argparse.ArgumentParser(prog="tools/compare_speed", description=__doc__)
    parser.add_argument("commit", metavar="COMMIT", help="what to compare with, such as main or v0.1.0")
    parser.add_argument("--passes", type=int, default=11, metavar="N", help="passes of each work, at least 3 (11)")
    parser.add_argument("--works", nargs="+", default=[], metavar="WORK", help="measure only these, such as bench12")
    parser.add_argument("--compiled", action="store_true", help="run this checkout with the compiled engine")
    arguments = parser.parse_args(words)
    with checkout(arguments.commit) as folder:
        both = Checkout(ROOT, compiled=arguments.compiled), Checkout(folder)
        print("| work | median | middle half |\n|---|---|---|")
        for work, ratios in compare(*both, max(3, arguments.passes), arguments.works):
            low, _, high = quantiles(ratios, n=4)
            print(f"| {work} | {median(ratios):.3f} | {low:.3f} to {high:.3f} |", flush=True)
        for one in both:
            one.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
