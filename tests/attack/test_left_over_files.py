"""What a crash in the middle of a write leaves over is removed: what is old and ours, and nothing else."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from roborally.base import atomic_file
from roborally.base.atomic_file import OLD, PART, StorageError, write_aside
from roborally.net.plugin_bundles import unpack
from roborally.plugin_system.loader import Catalogue
from tests.net.test_plugin_bundles import whole

KILLED = """
import os, sys
from pathlib import Path
from roborally.base.atomic_file import aside
with aside(Path(sys.argv[1])) as part:
    part.write_bytes(b"half")
    os._exit(9)
"""


@pytest.fixture(autouse=True)
def _another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test is a process that has cleaned no folder yet."""
    monkeypatch.setattr(atomic_file, "_cleaned", set())


def age(path: Path) -> Path:
    """Make a file or folder look as old as left-over ones."""
    before = time.time() - OLD - 100
    os.utime(path, (before, before), follow_symlinks=False)
    return path


def killed_write(path: Path) -> Path:
    """Let a process be killed while it writes a file; return what it leaves over."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert done.returncode == 9
    (left,) = [found for found in path.parent.iterdir() if found.name.endswith(PART)]
    return left


def test_what_is_left_over_of_a_cut_off_write_is_removed(tmp_path: Path) -> None:
    left = age(killed_write(tmp_path / "match.rrsave"))
    write_aside(tmp_path / "another.rrsave", b"whole")
    assert not left.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["another.rrsave"]


def test_a_write_that_may_still_go_on_is_left_alone(tmp_path: Path) -> None:
    left = killed_write(tmp_path / "match.rrsave")
    write_aside(tmp_path / "match.rrsave", b"whole")
    assert left.read_bytes() == b"half"


@pytest.mark.parametrize(
    "name", ["film.mp4.part", ".film.mp4.part", ".a.b.part", "x.abcdefgh" + PART, ".x.abc" + PART, PART, "match.rrsave"]
)
def test_files_of_others_are_left_alone(name: str, tmp_path: Path) -> None:
    """Such as a browser's downloads, in a folder to which a film is exported."""
    other = tmp_path / name
    other.write_bytes(b"theirs")
    age(other)
    write_aside(tmp_path / "film.gif", b"ours")
    assert other.read_bytes() == b"theirs"


def test_links_and_what_they_lead_to_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    theirs = tmp_path / "there" / "file"
    theirs.write_bytes(b"theirs")
    (tmp_path / "here").mkdir()
    link = tmp_path / "here" / f".match.abcdefgh{PART}"
    link.symlink_to(theirs)
    folder = tmp_path / "here" / f".folder.abcdefgh{PART}"
    folder.symlink_to(tmp_path / "there", target_is_directory=True)
    age(link)
    age(folder)
    write_aside(tmp_path / "here" / "match", b"ours")
    assert link.is_symlink()
    assert folder.is_symlink()
    assert theirs.read_bytes() == b"theirs"


def test_files_of_another_user_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = age(killed_write(tmp_path / "match.rrsave"))
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    write_aside(tmp_path / "match.rrsave", b"ours")
    assert left.exists()


def test_a_folder_is_cleaned_once(tmp_path: Path) -> None:
    """A server writes often, and a folder may hold many files."""
    write_aside(tmp_path / "match.rrsave", b"1")
    left = age(killed_write(tmp_path / "match.rrsave"))
    write_aside(tmp_path / "match.rrsave", b"2")
    assert left.exists()


def test_what_cannot_be_removed_keeps_nobody_from_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = age(killed_write(tmp_path / "match.rrsave"))

    unlink = Path.unlink

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        if path == left:
            raise PermissionError(13, "not yours")
        unlink(path, missing_ok=missing_ok)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", refuse)
        write_aside(tmp_path / "match.rrsave", b"whole")
    assert left.exists()
    assert (tmp_path / "match.rrsave").read_bytes() == b"whole"
    with pytest.raises(StorageError):
        write_aside(tmp_path / "match.rrsave" / "below", b"x")


def test_half_a_plugin_of_a_server_is_removed_too(tmp_path: Path, catalogue: Catalogue) -> None:
    left = tmp_path / f".gears.abcdefgh{PART}"
    (left / "gears").mkdir(parents=True)
    (left / "gears" / "plugin.toml").write_text("half")
    age(left)
    target = unpack(whole("gears", catalogue), tmp_path)
    assert (target / "plugin.toml").is_file()
    assert not left.exists()
    assert [path.name for path in tmp_path.iterdir()] == [target.parent.name]
