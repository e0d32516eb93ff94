"""`roborally plugin watch` and `docs`."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.features.authoring.cli_watch import RunningCheck, Watcher
from roborally.features.authoring.scaffold import create
from roborally.profile.file_changes import Changes

pytestmark = pytest.mark.usefixtures("user_plugins")


def save(path: Path, content: str, at: int) -> None:
    """Write a file as if at this second."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    os.utime(path, (at, at))


class Check:
    """A check that ends when it is told to, or stopped."""

    def __init__(self, changed: Sequence[str]) -> None:
        self.changed = list(changed)
        self.status: int | None = None

    def poll(self) -> int | None:
        return self.status

    def kill(self) -> None:
        self.status = -9

    def wait(self) -> int:
        assert self.status is not None
        return self.status


def test_each_save_is_checked_once(tmp_path: Path) -> None:
    started: list[Check] = []

    def start(changed: Sequence[str]) -> RunningCheck:
        started.append(Check(changed))
        return started[-1]

    save(tmp_path / "plugin.toml", "a", 1)
    save(tmp_path / "scenarios" / "one.toml", "a", 1)
    watcher = Watcher(tmp_path, start)
    for _ in range(4):
        watcher.look()
    assert [check.changed for check in started] == [["plugin.toml", "scenarios/one.toml"]]
    save(tmp_path / "plugin.toml", "b", 2)
    watcher.look()
    assert started[0].status == -9  # what it checks is old
    save(tmp_path / "rules.py", "b", 2)  # the editor is not done yet
    watcher.look()
    assert len(started) == 1
    watcher.look()
    assert started[1].changed == ["plugin.toml", "rules.py"]
    started[1].status = 0
    (tmp_path / "rules.py").unlink()
    save(tmp_path / "__pycache__" / "rules.pyc", "b", 3)
    save(tmp_path / ".hidden", "b", 3)
    watcher.look()
    watcher.look()
    assert started[1].status == 0
    assert started[2].changed == ["rules.py"]
    watcher.stop()
    assert started[2].status == -9


def test_changes_may_begin_with_what_is_there(tmp_path: Path) -> None:
    save(tmp_path / "plugin.toml", "a", 1)
    changes = Changes(tmp_path, first=False)
    assert changes.look() == (False, [])
    save(tmp_path / "plugin.toml", "ab", 1)
    assert changes.look() == (True, [])
    assert changes.look() == (False, ["plugin.toml"])
    assert changes.look() == (False, [])


def test_watch_tells_of_each_save(tmp_path: Path) -> None:
    folder = create("Trial", "mode", tmp_path)  # which goes with no other mode, so few games are played
    command = [sys.executable, "-m", "roborally", "plugin", "watch", str(folder)]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONDONTWRITEBYTECODE": "1"}
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert watching.stdout is not None
        lines = iter(watching.stdout.readline, "")
        assert next(lines).startswith("--- plugin.toml, scenarios/")
        text = next(line for line in lines if not line.startswith("note"))
        assert re.fullmatch(r"ok     trial: works with trial; 1 scenario holds; [1-9] games played\n", text)
        path = folder / "plugin.toml"
        path.write_text(path.read_text(encoding="utf-8").replace("api = 2", "api = 99"), encoding="utf-8")
        assert next(lines) == "--- plugin.toml\n"
        assert next(lines).startswith("wrong  plugin.toml: the plugin is written for version 99")
    finally:
        watching.kill()
        watching.wait()


def test_watch_needs_a_plugin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "watch", str(tmp_path)]) == 2
    assert "there is no plugin.toml" in capsys.readouterr().err


# --- docs -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_docs_of_an_installed_plugin(user_plugins: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = create("Trial", "element", user_plugins)
    (folder / "api.py").write_text('"""Functions."""\n\n__all__ = ["nothing"]\n')
    assert main(["plugin", "docs", "trial"]) == 0
    printed = capsys.readouterr().out
    for expected in ("## `trial`", "### `trial`: elements", "### `trial`: events", "### `trial`: settings"):
        assert expected in printed
    assert "trial_quarters" in printed
    assert "## `gears`" not in printed
    assert "](#gears" not in printed
    assert main(["plugin", "docs", "--to", str(tmp_path / "all.md")]) == 0
    everything = (tmp_path / "all.md").read_text(encoding="utf-8")
    assert "## `gears`" in everything
    assert "[`trial`](#trial)" in everything


def test_docs_of_no_plugin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "docs", "geers"]) == 2
    assert "is it 'gears'?" in capsys.readouterr().err
