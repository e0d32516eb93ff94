"""Reports of unexpected errors are files with plain names, and only the newest stay."""

from datetime import datetime, timedelta
from pathlib import Path

from roborally.profile.fault_report import MAX_REPORTS, keep_report

NOW = datetime(2026, 1, 2, 3, 4, 5, 6)


def test_the_name_of_a_report_needs_no_quotes(tmp_path: Path) -> None:
    path = keep_report(tmp_path, "what has failed", NOW)
    assert path.name == "report-2026-01-02-03-04-05-000006.txt"
    assert path.read_text() == "what has failed"


def test_the_oldest_reports_go_and_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    paths = [keep_report(tmp_path, "x", NOW + timedelta(days=day)) for day in range(MAX_REPORTS + 3)]
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "mine.txt", *paths[3:]])
