"""Replays lead to the same digests, say where they do not, and are told in words."""

import gzip
import json
import os
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.base.errors import Message
from roborally.cli import main
from roborally.game.records.course_data import CourseData
from roborally.game.records.file_format import MAX_SUMMARY, Mark
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import Record, ReplayError, changed_plugins, load_replay, load_save
from roborally.narration.chronicle import Chronicle
from roborally.plugin import COMMANDS
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import Manifest
from tests.fuzz.play import EDITIONS, random_game, stretches
from tests.replay.conftest import Files, play_recorded
from tests.shipped import catalogue


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("numbers", stretches(3, 17, 20))
def test_a_replay_leads_to_the_same_digests(mode: str, numbers: range, tmp_path: Path) -> None:
    for number in numbers:
        game = random_game(mode, 700 + number)
        match, recorder = play_recorded(game, number, 5)
        recorder.finish(tmp_path / "a.rrreplay")
        game_again, record = load_replay(tmp_path / "a.rrreplay", catalogue())
        assert record.events == recorder.record.events
        assert record.final == match.digest()
        turns = [mark.turn for mark in record.marks if mark.name == "turn"]
        assert turns == list(range(1, len(turns) + 1))
        whole = [mark for mark in record.marks if mark.turn <= len(turns)]
        assert match.state.over or len(whole) == (4 if mode == "volt" else 6) * len(turns)
        assert verify(record, game_again) == ""


def changed(files: Files, change: Callable[[Record], object]) -> str:
    """Return what verifying says of a record in which something was changed."""
    game, record = load_replay(files.replay, catalogue())
    change(record)
    return verify(record, game)


def test_the_first_difference_is_named_with_turn_and_register(files: Files) -> None:
    def another_digest(record: Record) -> None:
        at = next(at for at, mark in enumerate(record.marks) if (mark.turn, mark.stage, mark.name) == (2, 3, "stage"))
        record.marks[at] = Mark(2, 3, "stage", "0" * 24)
        record.marks[at + 1] = Mark(9, 9, "stage", "1" * 24)

    assert changed(files, another_digest).startswith("turn 2, register 3: the state is not the recorded one")


def another_program(record: Record) -> None:
    at = next(at for at, (_, id_, _) in enumerate(record.answers) if id_.startswith("program-"))
    record.answers[at] = (*record.answers[at][:2], ())


def another_seat(record: Record) -> None:
    record.answers[0] = (record.answers[0][0] + 1, *record.answers[0][1:])


CHANGES: dict[str, Callable[[Record], object]] = {
    "seed": lambda record: setattr(record, "seed", record.seed + 1),
    "an answer less": lambda record: record.answers.pop(len(record.answers) // 2),
    "another answer": another_program,
    "another seat": another_seat,
    "another event": lambda record: record.events[-1].update(beat=10_000),
    "an event less": lambda record: record.events.pop(),
    "a mark less": lambda record: record.marks.pop(),
    "another end": lambda record: setattr(record, "final", "0" * 24),
}


def test_a_change_of_each_part_is_found(files: Files) -> None:
    assert changed(files, lambda record: None) == ""
    for name, change in CHANGES.items():
        assert changed(files, change), f"nobody noticed {name}"
    assert "was asked of seat" in changed(files, another_seat)


def test_a_mended_rule_is_noticed_and_the_replay_still_plays(files: Files) -> None:
    """All commands turn left from now on; the events of the record are what they were."""
    game, record = load_replay(files.replay, catalogue())
    known = COMMANDS.of(game.rules)
    commands = dict.fromkeys(known, known["left"])
    rules = replace(game.rules, registries={**game.rules.registries, "commands": commands})
    game = game.with_rules(rules)
    difference = verify(record, game)
    assert difference.startswith("turn ")
    assert "recorded was" in difference
    chronicle = Chronicle.of(game, detailed=True)
    assert any("moves" in chronicle.line(event) for event in record.events)


def test_the_course_is_the_recorded_one(files: Files) -> None:
    game, _ = load_replay(files.replay, catalogue())
    assert replace(game.course.board, name="") == replace(files.game.course.board, name="")
    assert CourseData.of(game.course) == CourseData.of(files.game.course)
    assert game.config == files.game.config


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_command_tells_and_verifies(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(files.replay)]) == 0
    text = capsys.readouterr().out
    assert "Turn 1\n" in text
    assert " Register 5\n" in text
    assert ": Move 1." in text
    assert "None" not in text
    assert "{" not in text
    assert text.rstrip().endswith("digests are equal")
    assert main(["replay", str(files.replay), "--verify"]) == 0
    assert capsys.readouterr().out.startswith("verified: ")
    assert main(["replay", str(files.replay), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["verified"], data["difference"], data["seed"]) == (True, "", 4)
    assert len(data["digests"]) == len(files.recorder.record.marks)


def test_the_command_exits_with_one_when_digests_differ(
    files: Files, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def change(body: dict[str, Any]) -> None:
        body["record"]["marks"][0][3] = "0" * 24

    path = rewritten(files.replay, tmp_path, body=change)
    assert main(["replay", str(path), "--verify"]) == 1
    assert capsys.readouterr().out.startswith("differs: turn 1, register 1")
    assert main(["replay", str(path), "--json"]) == 1


# --- bad files ------------------------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], None]


def rewritten(path: Path, folder: Path, *, head: Change | None = None, body: Change | None = None) -> Path:
    """Write a file again with a change, and with a sound checksum."""
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).split(b"\n")]
    for line, change in zip(lines, (head, body), strict=True):
        if change is not None:
            change(line)
    target = folder / f"changed{path.suffix}"
    target.write_bytes(gzip.compress(b"\n".join(json.dumps(line).encode() for line in lines)))
    return target


def refusal(path: Path, catalogue_: Catalogue | None = None) -> str:
    """Return the one sentence with which a file is refused."""
    load = load_save if path.suffix == ".rrsave" else load_replay
    with pytest.raises(ReplayError) as caught:
        load(path, catalogue_ or catalogue())
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(str(path))
    return text.removeprefix(f"{path}: ")


@pytest.mark.parametrize("suffix", [".rrsave", ".rrreplay"])
def test_foreign_files_are_refused(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{suffix}"
    assert refusal(path) == "there is no such file"
    for content in (
        b"",
        b"PNG",
        b"{}",
        gzip.compress(b""),
        gzip.compress(b"{}\n{}"),
        gzip.compress(b"[]\n"),
        b"\x1f\x8b",
    ):
        path.write_bytes(content)
        assert refusal(path) in ("is not a RoboRally file", "is damaged or cut off"), content
    path.write_bytes(gzip.compress(b'{"format": "another-program"}\n{}'))
    assert refusal(path) == "is not a RoboRally file"
    path.write_bytes(gzip.compress(b"[" * 100_000 + b"\n"))
    assert refusal(path) == "is not a RoboRally file"
    path.unlink()
    path.mkdir()
    assert refusal(path) == "cannot be read: it is a folder"
    path.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
        assert refusal(path) == "cannot be read: it is a pipe or a device, not a file"


def test_a_file_that_is_cut_off_anywhere_is_refused(files: Files, tmp_path: Path) -> None:
    for source in (files.save, files.replay):
        content = source.read_bytes()
        path = tmp_path / source.name
        for part in range(20):
            path.write_bytes(content[: len(content) * part // 20])
            assert refusal(path) in ("is damaged or cut off", "is not a RoboRally file", "is damaged")


def unpacked(content: bytes) -> bytes | None:
    """Return what a packed file holds, or `None` when it cannot be unpacked."""
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error):
        return None


def test_a_damaged_byte_is_noticed(files: Files, tmp_path: Path) -> None:
    refused = 0
    for source in (files.save, files.replay):
        content = source.read_bytes()
        for at in range(20, len(content), max(1, len(content) // 40)):
            damaged = bytearray(content)
            damaged[at] ^= 0x55
            if unpacked(bytes(damaged)) == unpacked(content):
                continue  # the last bits of packed data may be padding: nothing was damaged
            path = tmp_path / source.name
            path.write_bytes(damaged)
            assert refusal(path)
            refused += 1
    assert refused > 70


def test_other_kinds_and_versions_are_refused(files: Files, tmp_path: Path) -> None:
    swapped = tmp_path / "a.rrreplay"
    swapped.write_bytes(files.save.read_bytes())
    assert refusal(swapped) == "is a saved match, not a replay"
    newer = rewritten(files.replay, tmp_path, head=lambda head: head.update(format_version=2, game_version="9.9"))
    assert refusal(newer) == "was written by a newer version of the game (9.9)"
    for version in ("1", None, 0, True, 1.0):
        odd = rewritten(files.replay, tmp_path, head=partial(dict.update, format_version=version))
        assert "format version" in refusal(odd), version


def test_files_that_are_too_large_are_refused(files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roborally.game.records.file_format.MAX_CONTENT", MAX_SUMMARY + 1)
    assert refusal(files.replay).startswith("is too large")
    monkeypatch.setattr("roborally.game.records.file_format.MAX_FILE", 100)
    assert refusal(files.replay) == "is too large; at most 100 bytes are read"
    bomb = tmp_path / "bomb.rrreplay"
    bomb.write_bytes(gzip.compress(bytes(10_000_000)))
    monkeypatch.undo()
    assert refusal(bomb) == "is not a RoboRally file"


BAD_BODIES: dict[str, Change] = {
    "unknown key": lambda body: body.update(surprise=1),
    "missing digest": lambda body: body.pop("digest"),
    "events are numbers": lambda body: body["record"].update(events=[1]),
    "event without a type": lambda body: body["record"]["events"][0].pop("type"),
    "an element nobody knows": lambda body: body["record"]["course"]["elements"].append(["x", [0, 0], {}]),
    "an element outside": lambda body: body["record"]["course"]["elements"].append(["pit", [99, 99], {}]),
    "a direction of its own": lambda body: body["record"]["course"]["elements"].append(
        ["belt", [0, 0], {"direction": 4}]
    ),
    "a value too many": lambda body: body["record"]["course"]["elements"].append(["pit", [0, 0], {"depth": 7}]),
    "a value too few": lambda body: body["record"]["course"]["elements"].append(["belt", [0, 0], {}]),
    "a board without end": lambda body: body["record"]["course"].update(width=10**9),
    "a board without cells": lambda body: body["record"]["course"].update(height=0),
    "no seats": lambda body: body["record"]["config"].update(seats=[]),
    "a robot nobody knows": lambda body: body["record"]["config"]["seats"][0].update(robot="hal"),
    "a setting nobody knows": lambda body: body["record"]["config"].update(rules={"gravity": 1}),
    "a mode nobody knows": lambda body: body["record"]["config"]["match"].update(mode="hal"),
}
BAD_STATES: dict[str, Change] = {
    "an empty state": lambda body: body.update(state={}),
    "another state": lambda body: body["state"].update(turn=99),
    "a piece nowhere": lambda body: body["state"]["pieces"][0].update(cell=10**6),
    "a text for a list": lambda body: body["state"].update(agenda="walk"),
    "no state at all": lambda body: body.update(state=None),
}


@pytest.mark.parametrize("name", BAD_BODIES)
def test_a_body_that_makes_no_sense_is_refused(name: str, files: Files, tmp_path: Path) -> None:
    for source in (files.save, files.replay):
        assert refusal(rewritten(source, tmp_path, body=BAD_BODIES[name]))


@pytest.mark.parametrize("name", BAD_STATES)
def test_a_state_that_was_not_saved_is_refused(name: str, files: Files, tmp_path: Path) -> None:
    assert "is damaged" in refusal(rewritten(files.save, tmp_path, body=BAD_STATES[name]))


def test_an_unregistered_frame_is_refused(files: Files, tmp_path: Path) -> None:
    """Even with a digest that fits: what a file names is looked up, and never run otherwise."""
    _, match, _ = load_save(files.save, catalogue())
    match.state.agenda.append({"do": "os.system"})

    def change(body: dict[str, Any]) -> None:
        body["state"]["agenda"].append({"do": "os.system"})
        body["digest"] = match.digest()

    assert "is damaged" in refusal(rewritten(files.save, tmp_path, body=change))


# --- plugins --------------------------------------------------------------------------------------------------------


def with_version(id_: str, version: str) -> Catalogue:
    """Return the catalogue with another version of a plugin."""
    old = catalogue().plugins[id_]
    manifest: Manifest = msgspec.structs.replace(old.manifest, version=version)
    return Catalogue({**catalogue().plugins, id_: Plugin(old.folder, manifest)}, {})


def test_a_missing_plugin_is_named(files: Files) -> None:
    without = Catalogue({id_: plugin for id_, plugin in catalogue().plugins.items() if id_ != "oil"}, {})
    for path in (files.save, files.replay):
        assert refusal(path, without) == "needs plugin 'oil' 0.1.0, which is missing"
    broken = Catalogue(without.plugins, {"oil": Message.of("its manifest is odd")})
    assert refusal(files.save, broken) == "needs plugin 'oil' 0.1.0, which cannot be used: its manifest is odd"


def test_a_save_needs_the_versions_it_was_made_with(files: Files) -> None:
    text = refusal(files.save, with_version("oil", "0.2.0"))
    assert text == "it was recorded with plugin 'oil' 0.1.0, but version 0.2.0 is here, so the match cannot go on"


def test_a_replay_can_be_watched_with_other_versions(
    files: Files, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = with_version("oil", "0.2.0")
    game, record = load_replay(files.replay, other)
    assert [str(change) for change in changed_plugins(record, game)] == [
        "it was recorded with plugin 'oil' 0.1.0, but version 0.2.0 is here"
    ]
    monkeypatch.setattr("roborally.features.replays.cli.find_plugins", lambda: other)
    assert main(["replay", str(files.replay)]) == 0
    assert "not verified: it was recorded with plugin 'oil'" in capsys.readouterr().out
    assert main(["replay", str(files.replay), "--verify"]) == 2
    assert "cannot be verified" in capsys.readouterr().err
