"""`tools/mutate` finds what tests miss, and the tests of the rules miss little."""

import subprocess
import sys
from pathlib import Path

import pytest

import breakages
from mutate import sample

ROOT = Path(__file__).resolve().parents[1]
SOURCE = '''\
"""Which checkpoint comes next."""

LAST = 3


def following(number: int) -> int:
    """Return the number of the checkpoint behind another, 0 for none."""
    if number >= LAST:
        return 0
    return number + 1
'''
WEAK = "assert following(1) == 2"
ENDLESS = '''
def sink(depth: int) -> int:
    """Return a depth, taken down to 0."""
    while depth > 0:
        depth -= 1
    return depth
'''


def mutate(*arguments: object, jobs: int = 1) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "mutate.py"), "--jobs", str(jobs), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def checkout(folder: Path, source: str, test: str) -> Path:
    """Write a checkout whose core is one module with one test."""
    for name, text in {
        "roborally/__init__.py": "",
        "roborally/core/__init__.py": "",
        "roborally/game/__init__.py": "",
        "roborally/game/scenario/__init__.py": "",
        "roborally/game/scenario/pytest_plugin.py": "",
        "roborally/core/sums.py": source,
        "tests/core/test_sums.py": f"from roborally.core.sums import *\n\ndef test_it():\n    {test}\n",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.long
def test_breakages_that_no_test_notices_are_named(tmp_path: Path) -> None:
    done = mutate("--root", checkout(tmp_path, SOURCE, WEAK))
    assert done.stdout.splitlines() == [
        "roborally/core/sums.py:3: 3 -> 4",
        "roborally/core/sums.py:8: number >= LAST -> (number > LAST)",
        "roborally/core/sums.py:9: 0 -> 1",
        "3 of 6 breakages found: 50.0% (seed 1)",
    ]
    assert done.returncode == 1


def test_good_tests_notice_all(tmp_path: Path) -> None:
    source = "LAST = 3\n"
    root = checkout(tmp_path, source, "assert LAST == 3")
    done = mutate("--root", root)
    assert (done.stdout, done.returncode) == ("1 of 1 breakages found: 100.0% (seed 1)\n", 0), done.stderr
    assert (root / "roborally/core/sums.py").read_text(encoding="utf-8") == source


def test_a_process_that_waits_for_ever_is_noticed() -> None:
    """It uses no processor time, so nothing else would end it."""
    code = "import threading, mutate; mutate.STANDSTILL = (0.1, 0.05); mutate.HangLimit(60); threading.Event().wait()"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT / "tools", check=False).returncode == 1


@pytest.mark.long
def test_an_endless_loop_is_noticed(tmp_path: Path) -> None:
    done = mutate("--root", checkout(tmp_path, ENDLESS, "assert sink(3) == 0"), "--hang", 2)
    assert "5 of 5 breakages found" in done.stdout, done.stdout + done.stderr


def test_failing_tests_are_told_before_anything_is_broken(tmp_path: Path) -> None:
    done = mutate("--root", checkout(tmp_path, SOURCE, "assert following(1) == 3"))
    assert done.returncode == 2
    assert "fail before anything is broken" in done.stderr


@pytest.mark.long
def test_a_sample_follows_from_its_seed() -> None:
    one, same, other = (sample(ROOT, 5, seed) for seed in (1, 1, 2))
    assert one == same != other
    assert len(one) == 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_the_tests_notice_what_breaks_the_code(seed: int) -> None:
    """Where 95 of 100 breakages are noticed, chance lets all three of a sample be missed once in eight thousand."""
    done = mutate("--count", 3, "--seed", seed, "--aim", 33, "--no-check", jobs=2)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("a = b < c", {"a = (b <= c)"}),
        ("a = b == c != d", {"a = (b != c != d)", "a = (b == c == d)"}),
        ("a = b - c", {"a = (b + c)"}),
        ("a -= b", {"a += b"}),
        ("a = b and c", {"a = (b or c)"}),
        ("a = 7", {"a = 8"}),
        ("a = True", {"a = False"}),
        ("f(a)", {"None"}),
        ("if a: pass", {"if (not a): pass"}),
        ("if a != b: pass", {"if (a == b): pass"}),
        ("if ä < b: pass", {"if (ä <= b): pass", "if (not ä < b): pass"}),
        ("a = [b for b in c if b]", {"a = [b for b in c if (not b)]"}),
        ("def f(a: Literal[1]) -> Literal[2]: return a", set()),
        ("assert a == 1", set()),
        ("a = zip(b, c, strict=True)", set()),
        ("a = f(order=10)", set()),
        ("a = f'{b + 1}'", set()),
        ("if TYPE_CHECKING: pass", set()),
    ],
)
def test_ways_to_break_a_line(line: str, broken: set[str]) -> None:
    source = f"'ü'\n{line}\n".encode()
    found = {one.applied(source).decode().splitlines()[1] for one in breakages.breakages(Path("a.py"), source)}
    assert found == broken
