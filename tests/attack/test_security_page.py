"""What docs/security.md promises is shown by tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
CITED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))


def test_every_promise_cites_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "promised" not in line]
    assert len(rows) > 10
    assert [row for row in rows if not re.search(r"`[\w/]+\.py::test_\w+`", row)] == []


def test_every_cited_test_exists() -> None:
    for file, name in CITED:
        assert f"def {name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8"), f"{file} has no {name}"
