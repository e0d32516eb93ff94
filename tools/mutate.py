"""Break the rules in random places, one at a time, and report the breakages that no test notices.

A sample of `--count` is drawn with `--seed` from all breakages of the packages in `PACKAGES` and of the rules of all
plugins (`rules.py` and its imports from its own folder, without modules for windows and bots). No file is changed:
every breakage has its own processes, which import the broken code. The tests nearest to it run first
(tools/changed.py), then others that may notice it, but none of the window and of most features. A test that hangs or
needs too much memory has noticed it. Tests that start another Python see the unbroken code.
"""

import argparse
import ast
import math
import os
import random
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NoReturn

import hypothesis  # noqa: F401 - whatever every process of tests imports is imported once
import msgspec  # noqa: F401
import pytest

import changed
from breakages import Breakage, breakages

PACKAGES = ("core", "game", "net")
"""The packages of `roborally` that are broken, besides the rules of the plugins."""
NO_RULES = ("view", "outlook")
"""The prefixes of the modules for windows and bots, which are not broken."""
OF_RULES = (
    ("tests/golden",),
    ("tests/core", "tests/scenarios", "plugins", "tests/plugins"),
    ("tests/boards", "tests/fuzz", "tests/bots", "tests/replay", "tests/texts", "tests/test_new_match.py"),
)
FURTHER = {
    "net": (("tests/net",), ("tests/attack", "tests/features/post/server")),
    "records": (
        ("tests/replay", "tests/net"),
        ("tests/narration", "tests/features/analysis", "tests/profile"),
    ),
}
"""The tests that run after the nearest ones, in stages, by package; other packages use `OF_RULES`."""
UNWANTED = "not window and not long"
AIM = 95
"""The percentage of breakages that tests should notice."""
MEMORY_BYTES = 4 << 30
STANDSTILL = (300.0, 15.0)
"""A process hangs if it uses less than 15 seconds of processor time in 300 seconds.

A client that waits for ever for a server, and looks at its clock meanwhile, uses seven.
"""
NO_TESTS = 5
"""The exit status of pytest if no test was selected."""


def rule_files(root: Path) -> Iterator[Path]:
    """Yield the paths of the files to break, relative to `root`."""
    for package in PACKAGES:
        yield from (path.relative_to(root) for path in sorted((root / "roborally" / package).rglob("*.py")))
    for path in sorted((root / "plugins").glob("*/rules.py")):
        yield from (found.relative_to(root) for found in sorted(_imported(path, set())))


def _imported(path: Path, seen: set[Path]) -> set[Path]:
    """Return the paths of a plugin's module and of all it imports from the plugin's folder; add them to `seen`."""
    if path not in seen and path.is_file() and not path.name.startswith(NO_RULES):
        seen.add(path)
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.level:
                folder = path.parents[node.level - 1]
                for other in [node.module] if node.module else [alias.name for alias in node.names]:
                    place = folder.joinpath(*other.split("."))
                    for found in [place.with_suffix(".py"), *place.glob("*.py")]:
                        _imported(found, seen)
    return seen


def sample(root: Path, count: int, seed: int) -> list[Breakage]:
    """Return `count` random breakages of the rules, or all if there are fewer, in the order of files and lines."""
    found = [breakage for path in rule_files(root) for breakage in breakages(path, (root / path).read_bytes())]
    chosen = random.Random(seed).sample(range(len(found)), min(count, len(found)))
    return [found[number] for number in sorted(chosen)]


def stages(root: Path, breakage: Breakage) -> list[list[str]]:
    """Return the tests that run for a breakage, in stages; the tests most likely to notice it come first."""
    changed.ROOT = root
    near = [test for test in changed.tests_for([breakage.path.as_posix()]) if not test.startswith(changed.WINDOW)]
    further = next((FURTHER[name] for name in breakage.path.parts if name in FURTHER), OF_RULES)
    return [near, *([name for name in stage if (root / name).exists()] for stage in further)]


class HangLimit:
    """A pytest plugin that ends the process if a test, or the collection, hangs.

    A test hangs if it uses more than `seconds` of processor time, or hardly any for minutes.
    """

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self.pytest_runtest_logstart()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """End the process if its tests make no progress, such as threads that wait for each other."""
        used = -math.inf
        while time.process_time() - used > STANDSTILL[1]:
            used = time.process_time()
            time.sleep(STANDSTILL[0])
        os._exit(1)

    def pytest_runtest_logstart(self) -> None:
        """Give the next test its full time; after that the signal SIGPROF ends the process."""
        signal.setitimer(signal.ITIMER_PROF, self.seconds)


def run_tests(root: Path, tests: Sequence[str], breakage: Breakage | None, hang: int) -> NoReturn:
    """Run tests until one fails, and end this process: with status 0 if none failed, otherwise another.

    With a `breakage` the broken code is imported. `hang` is the processor time for a test, in seconds.
    """
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os.chdir(root)
        sys.path.insert(0, str(root))
        os.environ["PYTHONPATH"] = str(root)
        os.environ["ROBORALLY_COMPILED"] = "0"  # compiled modules cannot be broken
        if breakage is not None:
            import_broken(root / breakage.path, breakage)
        command = ["-x", "-p", "no:cacheprovider", "-m", UNWANTED, *tests]
        code = int(pytest.main(command, plugins=[HangLimit(hang)]))
    except BaseException:
        code = 1
    os._exit(0 if code == NO_TESTS else code)


def import_broken(path: Path, breakage: Breakage) -> None:
    """Make this process import a file with the breakage applied."""
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path) != path:
            return usual(loader, name)
        return compile(breakage.applied(path.read_bytes()), path, "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def passes(root: Path, tests: Sequence[str], breakage: Breakage | None, hang: int) -> bool:
    """Return whether tests pass in a process of their own, with a breakage in the code; `None` for unchanged code."""
    process = os.fork()
    if not process:
        run_tests(root, tests, breakage, hang)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0


def is_found(root: Path, breakage: Breakage, hang: int) -> bool:
    """Return whether a test fails because of a breakage."""
    return not all(passes(root, tests, breakage, hang) for tests in stages(root, breakage) if tests)


def not_found(root: Path, chosen: Sequence[Breakage], jobs: int, hang: int) -> Iterator[Breakage]:
    """Yield those of the `chosen` breakages that no test notices, each as soon as this is known."""
    running: dict[int, Breakage] = {}
    for breakage in [*chosen, *[None] * jobs]:
        if running and (breakage is None or len(running) >= jobs):
            process, status = os.wait()
            tried = running.pop(process)
            if os.waitstatus_to_exitcode(status) == 0:
                yield tried
        if breakage is not None:
            process = os.fork()
            if not process:
                os._exit(is_found(root, breakage, hang))
            running[process] = breakage


def main(arguments: Sequence[str] | None = None) -> int:
    """Try a sample; return 0 if enough breakages are noticed, 1 if fewer, 2 if tests fail without a breakage."""
    parser = argparse.ArgumentParser(prog="tools/mutate", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40, help="how many breakages (default: 40)")
    parser.add_argument("--seed", type=int, default=1, help="the random seed of the sample (default: 1)")
    parser.add_argument(
        "--jobs",
        type=int,
        default=min(os.cpu_count() or 1, 8),
        help="how many processes (default: one for each processor, at most 8)",
    )
    parser.add_argument(
        "--hang", type=int, default=60, help="processor seconds after which a test counts as hanging (default: 60)"
    )
    parser.add_argument(
        "--aim", type=int, default=AIM, help="fail if fewer of a hundred are noticed (default: %(default)s)"
    )
    parser.add_argument(
        "--no-check", dest="check", action="store_false", help="believe that the tests pass while nothing is broken"
    )
    parser.add_argument("--list", action="store_true", help="only list the breakages")
    parser.add_argument(
        "--root", type=Path, default=Path(__file__).parent.parent, help="the folder of the project (default: this one)"
    )
    options = parser.parse_args(arguments)
    options.root = options.root.resolve()
    chosen = sample(options.root, options.count, options.seed)
    if options.list:
        for breakage in chosen:
            print(breakage)
        return 0
    tests = sorted({test for one in chosen for stage in stages(options.root, one) for test in stage})
    if options.check and not passes(options.root, tests, None, options.hang):
        print(f"these tests fail before anything is broken: {' '.join(tests)}", file=sys.stderr)
        return 2
    missed = 0
    for breakage in not_found(options.root, chosen, options.jobs, options.hang):
        missed += 1
        print(breakage, flush=True)
    share = 1 - missed / len(chosen)
    print(f"{len(chosen) - missed} of {len(chosen)} breakages found: {share:.1%} (seed {options.seed})")
    return 0 if 100 * share >= options.aim else 1


if __name__ == "__main__":
    sys.exit(main())
