"""`tools/test --changed`: which tests are near to a change."""

import subprocess
from pathlib import Path

import pytest

import changed

RULES = {"tests/golden", "tests/scenarios", "tests/core"}


@pytest.mark.parametrize(
    ("file", "near", "far"),
    [
        ("plugins/volt/rules.py", {"plugins/volt", "tests/ui/test_volt.py", *RULES}, {"plugins/gears", "tests/net"}),
        ("plugins/robot-lasers/plugin.toml", {"plugins/robot-lasers", *RULES}, {"tests/ui/test_volt.py"}),
        ("roborally/core/movement.py", {*RULES, "tests/fuzz/test_dual_play.py"}, {"tests/ui"}),
        ("roborally/game/records/recorder.py", {"tests/replay"}, {*RULES}),
        ("roborally/net/limits.py", {"tests/net"}, {*RULES}),
        ("tests/fuzz/play.py", {"tests/fuzz/test_invariants.py"}, {"tests/fuzz/play.py"}),
        ("tests/net/conftest.py", {"tests/net"}, {"tests/net/conftest.py"}),
        ("tests/test_changed.py", {"tests/test_changed.py"}, {*RULES}),
        ("docs/rules/standard.md", {"tests/rules", "tests/test_doc_links.py"}, {*RULES}),
        ("roborally/ui/pages/settings_page.py", {"tests/ui/test_settings_page.py"}, {"tests/ui/test_volt.py"}),
        ("boards/first-steps.toml", {"tests/boards/test_courses.py"}, {*RULES}),
    ],
)
def test_the_nearest_tests_are_chosen(file: str, near: set[str], far: set[str]) -> None:
    found = set(changed.tests_for([file]))
    assert near <= found
    assert not far & found


def test_a_module_that_no_test_imports_leads_to_those_of_what_imports_it() -> None:
    module = "roborally.net.protocol.sentences"
    direct = {test for test, imported in changed.names().items() if module in imported}
    assert not direct
    assert "tests/net/test_fuzz.py" in changed.importing(module)


def test_what_is_not_committed_and_what_is_new_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)

    git("init", "-q")
    for name in ("kept", "altered"):
        (tmp_path / name).write_text("1", encoding="utf-8")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    for name in ("altered", "new"):
        (tmp_path / name).write_text("2", encoding="utf-8")
    monkeypatch.setattr(changed, "ROOT", tmp_path)
    assert changed.changed() == ["altered", "new"]
