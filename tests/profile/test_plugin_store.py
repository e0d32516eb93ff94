"""Installing, replacing, removing and packing plugins: what works, and that after an error nothing has changed."""

import errno
import os
import shutil
import sys
import zipfile
from pathlib import Path
from typing import cast

import pytest

from roborally.base import paths
from roborally.base.atomic_file import PART
from roborally.base.errors import GameError
from roborally.features.authoring.scaffold import create
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.records.recorder import Recorder, load_save
from roborally.game.session.local import LocalSession
from roborally.game.session.protocol import Thinker
from roborally.plugin_system.loader import find_plugins
from roborally.profile.plugin_archive import unpack
from roborally.profile.plugin_files import MAX_FILES, digest_of
from roborally.profile.plugin_pins import pin_file, read_pins
from roborally.profile.plugin_store import InstallError, dependents, installed, offer, pack, remove
from roborally.profile.plugin_summary import adds
from tests.writing import change, full_disk

NO_BOTS = cast(Thinker, None)
"""What thinks in a match of people alone."""


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    """A plugin that is not installed."""
    return create("Trial", "robot", tmp_path / "work")


def left_over() -> list[str]:
    """The names of what lies in the player's folder and is no plugin."""
    folder = paths.user_plugin_folder()
    return [path.name for path in folder.iterdir() if path.name.endswith(PART)] if folder.is_dir() else []


# --- packing --------------------------------------------------------------------------------------------------------


def test_same_files_make_the_same_zip_file(trial: Path, tmp_path: Path) -> None:
    first = pack(trial, tmp_path)
    for path in trial.rglob("*"):
        os.utime(path, (1, 1))
    (trial / "__pycache__").mkdir()
    (trial / "__pycache__" / "rules.cpython-311.pyc").write_bytes(b"x")
    (trial / ".secret").write_text("x")
    (trial / "old.zip").write_text("x")
    second = pack(trial, tmp_path / "again.zip")
    assert first.name == "trial-0.1.0.zip"
    assert first.read_bytes() == second.read_bytes()
    assert "trial/plugin.toml" in zipfile.ZipFile(first).namelist()
    assert not [name for name in zipfile.ZipFile(first).namelist() if "secret" in name or "pyc" in name]


def test_what_a_plugin_adds_has_the_names_that_players_read() -> None:
    """CLI-2330: not ids, and in the player's language where it is known."""
    manifest = find_plugins(installed=False).plugins["conveyors"].manifest
    assert "Board elements: Belt, Express belt" in [str(line) for line in adds(manifest, {})]
    assert "Board elements: BELT, EXPRESS" in [
        str(line) for line in adds(manifest, {}, lambda text: "EXPRESS: x" if "Express" in text else "BELT {turn}: x")
    ]


def test_lessons_courses_and_languages_have_the_names_that_players_read(tmp_path: Path) -> None:
    """CLI-2330: not those of their files; settings have names for match files alone, so they are counted."""
    files = {f"lessons/{name}.toml": tmp_path / f"{name}.toml" for name in ("01-first", "02-damaged")}
    files |= {"boards/slippery.toml": tmp_path / "slippery.toml", "locale/sv.po": tmp_path / "sv.po"}
    (tmp_path / "01-first.toml").write_text('name = "Virtual robots"\n', encoding="utf-8")
    (tmp_path / "02-damaged.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "slippery.toml").write_text('name = "Slippery"\n', encoding="utf-8")
    manifest = find_plugins(installed=False).plugins["auenland"].manifest
    lines = [str(line) for line in adds(manifest, files, str.upper)]
    assert "Lessons: VIRTUAL ROBOTS, 02-damaged" in lines
    assert "Courses and boards: SLIPPERY" in lines
    assert "Languages: Svenska" in lines
    assert "Settings: 1" in lines


def test_what_is_packed_can_be_installed(trial: Path, tmp_path: Path) -> None:
    packed = pack(trial, tmp_path)
    offered = offer(packed)
    assert (offered.id, offered.version, offered.author, offered.is_code) == ("trial", "0.1.0", "You", True)
    assert "Robots: Trial" in [str(line) for line in offered.adds]
    assert offered.digest == digest_of(trial)
    assert find_plugins(installed=False).plugins.get("trial") is None
    folder = offered.install()
    assert folder == paths.user_plugin_folder() / "trial"
    assert find_plugins(installed=False).plugins["trial"].folder == folder
    assert digest_of(folder) == digest_of(trial)
    assert left_over() == []
    (entry,) = installed()
    assert (entry.id, entry.source, entry.is_changed) == ("trial", str(packed), False)
    assert pin_file().stat().st_mode & 0o077 == 0


def test_a_version_leads_no_zip_file_out_of_its_folder(trial: Path, tmp_path: Path) -> None:
    change(trial / "plugin.toml", 'version = "0.1.0"', 'version = "../../1"')
    (tmp_path / "out").mkdir()
    assert pack(trial, tmp_path / "out") == tmp_path / "out" / "trial-.. .. 1.zip"


def test_package_of_one_plugin_is_that_plugin(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git" / "hooks").mkdir(parents=True)
    (project / "pyproject.toml").write_text("")
    create("Trial", "robot", project / "src")
    assert offer(project).id == "trial"
    create("Second", "robot", project / "src")
    with pytest.raises(InstallError, match=r"several plugins \(src/second, src/trial\)"):
        offer(project)
    assert pack(project / "src" / "second", tmp_path).name == "second-0.1.0.zip"


# --- replacing and removing -------------------------------------------------------------------------------------------


def test_a_newer_one_replaces_the_whole_folder(trial: Path) -> None:
    folder = offer(trial).install()
    same = offer(trial)
    assert same.is_same
    same.discard()
    (trial / "scenarios" / "angry-laser.toml").unlink()
    (trial / "scenarios").rmdir()
    change(trial / "plugin.toml", 'version = "0.1.0"', 'version = "0.2.0"')
    newer = offer(trial)
    assert newer.replaces is not None
    assert (newer.replaces.version, newer.version, newer.is_same) == ("0.1.0", "0.2.0", False)
    newer.install()
    assert not (folder / "scenarios").exists()
    assert read_pins()["trial"].version == "0.2.0"
    assert left_over() == []


def test_changed_files_are_noticed(trial: Path) -> None:
    folder = offer(trial).install()
    (folder / "rules.py").write_text("# mine\n")
    assert installed()[0].is_changed
    again = offer(trial)
    assert again.replaces is not None
    assert again.replaces.is_changed
    assert not again.is_same
    again.install()
    assert not installed()[0].is_changed


def test_remove_forgets_it(trial: Path) -> None:
    folder = offer(trial).install()
    remove("trial")
    assert not folder.exists()
    assert installed() == []
    assert read_pins() == {}
    with pytest.raises(InstallError, match="installed no plugin 'trial'"):
        remove("trial")


def test_plugin_that_was_put_there_by_hand(trial: Path) -> None:
    folder = paths.user_plugin_folder()
    folder.mkdir(parents=True)
    shutil.copytree(trial, folder / "my_trial")
    (entry,) = installed()
    assert (entry.id, entry.source, entry.is_changed) == ("trial", "", False)
    with pytest.raises(InstallError, match="lies among your own plugins already"):
        offer(folder / "my_trial")
    offered = offer(trial)
    assert offered.replaces == entry
    assert offered.install() == folder / "trial"
    assert not (folder / "my_trial").exists()


def test_link_to_a_working_copy_is_removed_and_the_copy_stays(trial: Path) -> None:
    folder = paths.user_plugin_folder()
    folder.mkdir(parents=True)
    (folder / "trial").symlink_to(trial)
    offer(trial).install()
    assert not (folder / "trial").is_symlink()
    assert (trial / "plugin.toml").is_file()
    remove("trial")
    (folder / "trial").symlink_to(trial)
    remove("trial")
    assert not (folder / "trial").is_symlink()
    assert (trial / "plugin.toml").is_file()


def test_a_copy_beside_a_plugin_is_neither_replaced_nor_removed(trial: Path) -> None:
    """Both have the id; the folder that is called by it is the one that was installed."""
    folder = offer(trial).install()
    copy = Path(shutil.copytree(folder, folder.with_name("a backup")))
    change(trial / "plugin.toml", 'version = "0.1.0"', 'version = "0.2.0"')
    assert offer(trial).install() == folder
    assert [(entry.folder, entry.version) for entry in installed()] == [(folder, "0.2.0")]
    remove("trial")
    assert (folder.exists(), copy.is_dir()) == (False, True)


def test_broken_plugin_can_be_replaced_and_removed(trial: Path) -> None:
    folder = offer(trial).install()
    (folder / "plugin.toml").write_text("id = ")
    assert offer(trial).install() == folder
    assert installed()[0].id == "trial"
    (folder / "plugin.toml").write_text("id = ")
    remove("trial")
    assert not folder.exists()


def test_dependents(trial: Path, tmp_path: Path) -> None:
    other = create("Other", "robot", tmp_path / "work")
    change(other / "plugin.toml", "needs = [", 'needs = ["trial >= 0.2", ')
    offered = offer(other)
    (text,) = offered.missing
    assert str(text).startswith("there is no plugin 'trial'")
    offered.install()
    offered = offer(trial)
    offered.install()
    (text,) = offer(other).missing
    assert str(text) == "plugin 'trial' must be of version >= 0.2; version 0.1.0 is here"
    assert dependents("trial") == ["other"]
    with pytest.raises(GameError, match=r"plugin 'other' needs 'trial': .* must be of version >= 0\.2"):
        find_plugins(installed=False).resolve(["other"])
    change(trial / "plugin.toml", 'version = "0.1.0"', 'version = "0.10"')
    offer(trial).install()
    assert [plugin.id for plugin in find_plugins(installed=False).resolve(["other"])][-1] == "other"


# --- what is refused ------------------------------------------------------------------------------------------------


def refused(source: str | Path, says: str, digest: str = "") -> str:
    """Check that a source is refused in one sentence that says so, and that nothing is left of it."""
    with pytest.raises(GameError, match=says) as caught:
        offer(source, digest)
    assert left_over() == []
    assert read_pins() == {}
    text = str(caught.value)
    assert "\n" not in text
    assert ".offer." not in text
    return text


def packed(path: Path, files: dict[str, str], *entries: tuple[zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        for entry, data in entries:
            archive.writestr(entry, data)
    return path


def manifest(trial: Path) -> str:
    return (trial / "plugin.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("../evil.py", "leaves the plugin's folder"),
        ("trial/../../evil.py", "leaves the plugin's folder"),
        ("trial\\..\\evil.py", "leaves the plugin's folder"),
        ("/etc/evil.py", "absolute path"),
        ("C:/evil.py", "absolute path"),
        ("C:evil.py", "absolute path"),
        ("trial//evil.py", "not a name for a file"),
        ("trial/./evil.py", "not a name for a file"),
        ("trial/a:b.py", "not a name for a file"),
        ("trial/a\nb.py", "not a name for a file"),
        ("trial/PLUGIN.toml", "two files called"),
        ("trial/con.png", "not a name for a file"),
        ("trial/Aux", "not a name for a file"),
        ("trial/lpt1.tar.gz/a", "not a name for a file"),
        ("trial/blank ", "not a name for a file"),
        ("trial/dot./a", "not a name for a file"),
        ("trial/\u202egnp.exe", "not a name for a file"),
        ("trial/zero\u200bwidth", "not a name for a file"),
        ("Trial/a", "two files called 'Trial'"),
        ("trial/" + "a/" * 9 + "b.py", "is too long"),
        ("trial/" + "a" * 300, "is too long"),
    ],
)
def test_zip_file_with_a_wrong_path(name: str, says: str, trial: Path, tmp_path: Path) -> None:
    evil = packed(tmp_path / "evil.zip", {"trial/plugin.toml": manifest(trial), name: "x"})
    assert str(evil) in refused(evil, says)
    assert not (tmp_path / "evil.py").exists()


@pytest.mark.parametrize(
    ("one", "other"), [("ART/a", "art/b"), ("\u00e9.png", "e\u0301.png"), ("stra\u00dfe", "STRASSE")]
)
def test_names_that_some_system_takes_for_one_another(one: str, other: str, trial: Path, tmp_path: Path) -> None:
    files = {"trial/plugin.toml": manifest(trial), f"trial/{one}": "x", f"trial/{other}": "x"}
    refused(packed(tmp_path / "evil.zip", files), "two files called 'trial/")


@pytest.mark.skipif(sys.platform != "linux", reason="the system cannot have such files")
@pytest.mark.parametrize("names", [("nul.txt",), ("dot.",), ("A", "a"), ("\u202ea",)])
def test_names_in_a_folder_are_those_of_every_system(names: tuple[str, ...], trial: Path, tmp_path: Path) -> None:
    for name in names:
        (trial / name).write_text("x", encoding="utf-8")
    refused(trial, "not a name for a file|two files called")
    with pytest.raises(InstallError, match=r"not a name for a file|two files called"):
        pack(trial, tmp_path)


@pytest.mark.parametrize("text", ["\\u001b[31mred", "gnp.\\u202eexe", "\\u0007"])
def test_a_title_that_is_not_what_it_looks_like(text: str, trial: Path) -> None:
    (trial / "plugin.toml").write_text(
        manifest(trial).replace('title = "Trial"', f'title = "{text}"'), encoding="utf-8"
    )
    refused(trial, "holds letters that nobody sees")


def test_zip_file_with_a_link(trial: Path, tmp_path: Path) -> None:
    link = zipfile.ZipInfo("trial/link")
    link.external_attr = 0o120777 << 16
    evil = packed(tmp_path / "evil.zip", {"trial/plugin.toml": manifest(trial)}, (link, b"/etc/passwd"))
    refused(evil, "'trial/link', which is a link")


def test_zip_file_that_unpacks_to_too_much(trial: Path, tmp_path: Path) -> None:
    evil = packed(tmp_path / "evil.zip", {"trial/plugin.toml": manifest(trial), "trial/big": "\0" * 65_000_000})
    assert evil.stat().st_size < 200_000
    refused(evil, "more than 64,000,000 bytes")
    two = {f"trial/{name}": "\0" * 33_000_000 for name in ("first", "second")}
    several = packed(tmp_path / "two.zip", two)
    with pytest.raises(InstallError, match="more than 64,000,000 bytes"):
        unpack(several, tmp_path / "out", several)
    # The index lies about the size.
    data = evil.read_bytes().replace((65_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    evil.write_bytes(data)
    refused(evil, "more than 64,000,000 bytes|damaged")


def test_zip_file_with_too_many_files(trial: Path, tmp_path: Path) -> None:
    files = {f"trial/{number}": "" for number in range(MAX_FILES + 1)}
    refused(packed(tmp_path / "evil.zip", {"trial/plugin.toml": manifest(trial), **files}), "more than 2,000 files")


def test_zip_file_that_is_damaged(trial: Path, tmp_path: Path) -> None:
    whole = pack(trial, tmp_path).read_bytes()
    damaged = tmp_path / "damaged.zip"
    for content in (whole[:500], whole[:-30], whole[:60] + bytes([whole[60] ^ 255]) + whole[61:]):
        damaged.write_bytes(content)
        refused(damaged, "damaged")


def test_encrypted_zip_file(trial: Path, tmp_path: Path) -> None:
    evil = packed(tmp_path / "evil.zip", {"trial/plugin.toml": manifest(trial)})
    content = evil.read_bytes()
    at = content.index(b"PK\x01\x02") + 8
    evil.write_bytes(content[:at] + b"\x01" + content[at + 1 :])
    refused(evil, "encrypted|damaged")


def test_something_else(trial: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    for content, says in (
        (b"<!DOCTYPE html><html>", "a web page, not a zip file"),
        (b"", "is empty"),
        (b"GIF89a", "not a zip file"),
    ):
        other.write_bytes(content)
        refused(other, says)
    refused(packed(other, {"readme.txt": "x"}), "no plugin.toml")
    refused(tmp_path / "missing.zip", "no such file or folder")
    refused("/dev/zero", "neither a file nor a folder")
    refused("ftp://example.org/x.zip", "must begin with https://")
    refused("file:///etc/passwd", "must begin with https://")
    refused("git+https://example.org/trial", "must begin with https://")
    refused(trial, "its digest is sha256:.*, not sha256:00", "sha256:00")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("api = 2", "api = 99", "version 99 of the plugin interface, this game has version 2"),
        ('id = "trial"', 'id = "Trial!"', "must be lower-case words"),
        ('id = "trial"', f'id = "{"a" * 41}"', "begin with a letter and have at most 40 letters"),
        ('id = "trial"', 'id = "con"', "id 'con' cannot be used: Windows keeps this name for itself"),
        ('id = "trial"', 'id = "gears"', "there is a plugin 'gears' already, in .* cannot be replaced"),
        ("needs = [", 'needs = ["gears >> 2", ', "'gears >> 2' must be a plugin's id, perhaps with versions"),
        ("needs = [", 'needs = ["gears >= 1", "gears", ', "'gears' must be named once"),
        ("title = ", "titel = ", "unknown key 'titel'"),
    ],
)
def test_wrong_manifest(old: str, new: str, says: str, trial: Path) -> None:
    change(trial / "plugin.toml", old, new)
    text = refused(trial, says)
    assert says.startswith("there is") or f"{trial}/plugin.toml" in text


def test_link_in_a_folder(trial: Path) -> None:
    (trial / "art").symlink_to("/etc")
    refused(trial, "'art', which is a link")


def test_folder_with_too_many_files(trial: Path) -> None:
    for number in range(MAX_FILES):
        (trial / f"file-{number}").touch()
    refused(trial, "more than 2,000 files")


def test_something_else_in_its_place(trial: Path) -> None:
    mine = paths.user_plugin_folder() / "trial"
    mine.mkdir(parents=True)
    (mine / "notes.txt").write_text("precious")
    offered = offer(trial)
    with pytest.raises(InstallError, match="is not the plugin 'trial'; move it away"):
        offered.install()
    offered.discard()
    assert [path.name for path in mine.iterdir()] == ["notes.txt"]
    assert left_over() == []


def test_no_space(trial: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: object, target: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    refused(trial, "cannot be fetched: the disk is full")


def test_no_permission(trial: Path) -> None:
    folder = paths.user_plugin_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("")  # a file where the folder should be: refused to root as well
    with pytest.raises(GameError, match="cannot be written: something with this name exists already"):
        offer(trial)


def test_pins_that_cannot_be_written_undo_the_installation(trial: Path) -> None:
    folder = offer(trial).install()
    before = digest_of(folder)
    change(trial / "plugin.toml", 'version = "0.1.0"', 'version = "0.2.0"')
    offered = offer(trial)
    with full_disk(), pytest.raises(GameError, match="the disk is full"):
        offered.install()
    assert digest_of(folder) == before
    assert read_pins()["trial"].version == "0.1.0"
    offered.discard()
    assert left_over() == []


def test_damaged_pins_are_set_aside(trial: Path) -> None:
    pin_file().parent.mkdir(parents=True, exist_ok=True)
    pin_file().write_text("plugin = 3")
    assert read_pins() == {}
    offer(trial).install()
    assert read_pins()["trial"].version == "0.1.0"
    assert pin_file().with_name("installed-plugins.toml.damaged").read_text() == "plugin = 3"


# --- a match with it ------------------------------------------------------------------------------------------------


def test_running_match_keeps_what_it_has_loaded_and_a_save_names_the_version(trial: Path, tmp_path: Path) -> None:
    offer(trial).install()
    catalogue = find_plugins(installed=False)
    section = MatchSection("standard", "first-steps", 3, 0, ["trial"])
    config = MatchConfig(section, {}, {}, [SeatConfig("Ada", robot="trial"), SeatConfig("Bolt")])
    game = make_game(config, catalogue)
    recorder = Recorder(game, 3)
    session = LocalSession.start(game, 3, NO_BOTS)
    recorder.attach(session)
    recorder.save(tmp_path / "game.rrsave")
    (trial / "rules.py").write_text("raise RuntimeError('never to be run here')\n")
    change(trial / "plugin.toml", 'version = "0.1.0"', 'version = "0.2.0"')
    offer(trial).install()
    before = session.match.state.turn
    while session.match.state.turn == before:
        seat = session.waiting_for()[0]
        decision = session.decisions(seat)[0]
        session.answer(seat, decision["id"], decision["default"])
    assert session.match.state.turn > before
    with pytest.raises(GameError, match=r"recorded with plugin 'trial' 0\.1\.0, but version 0\.2\.0 is here"):
        load_save(tmp_path / "game.rrsave", find_plugins(installed=False))
