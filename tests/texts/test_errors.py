"""What is wrong with a match file or a course, and why an answer is refused, is told in the player's language."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError, reason
from roborally.base.toml_file import read_toml
from roborally.base.translation import use_language
from roborally.core.decisions import AnswerError
from roborally.core.events import Watch
from roborally.game.factory import make_game
from roborally.game.match_file import load_config
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue

SEATS = """
[[seats]]
name = "Ada"
robot = "peach"
[[seats]]
name = "Bo"
controller = "greedy"
robot = "tanky"
"""
MATCH = '[match]\nmode = "standard"\ncourse = "first-steps"\n'
FILES = {
    "not TOML": "[match",
    "unknown table": "[mach]",
    "unknown key": "[match]\ncorse = 'x'",
    "missing key": "[[seats]]\ncontroller = 'human'",
    "text for a number": "[match]\ntimer = 'x'",
    "table for a list": "[seats]",
    "timer": "[match]\ntimer = 9999",
    "no such mode": "[match]\nmode = 'x'",
    "no mode": "[match]\nmode = 'oil'",
    "two modes": f"[match]\ncourse = 'first-steps'\nplugins = ['classic']\n{SEATS}",
    "plugin that does not fit": f"[match]\nmode = 'volt'\ncourse = 'first-steps'\nplugins = ['option-cards']\n{SEATS}",
    "no such plugin": "[match]\nplugins = ['x']",
    "no course": f"[match]\nmode = 'standard'\n{SEATS}",
    "no such course": f"[match]\ncourse = 'x'\n{SEATS}",
    "course of another mode": f"[match]\ncourse = 'quick-fuse'\n{SEATS}",
    "course without a ball": "[match]\nmode = 'roboball'\ncourse = 'first-steps'\n[[seats]]\nname = 'A'\nteam = 1\n",
    "unknown rule": f"{MATCH}[rules]\nx = 1\n{SEATS}",
    "wrong type of rule": f"{MATCH}[rules]\nlives = 'x'\n{SEATS}",
    "rule too small": f"{MATCH}[rules]\nlives = -1\n{SEATS}",
    "rule too large": f"{MATCH}[rules]\nlives = 1000\n{SEATS}",
    "wrong choice": f"{MATCH}[rules]\nlasers = 'x'\n{SEATS}",
    "plugin that is off": f"{MATCH}[plugin.volt]\nx = 1\n{SEATS}",
    "unknown setting": f"{MATCH}[plugin.archive]\nx = 1\n{SEATS}",
    "no name": f"{MATCH}[[seats]]\nname = ' '\n",
    "a side that nobody sees": f"{MATCH}[[seats]]\nname = 'A'\nside = 'north\u202e'\n",
    "one name twice": f"{MATCH}{SEATS}{SEATS}",
    "unknown robot": f"{MATCH}[[seats]]\nname = 'A'\nrobot = 'x'\n",
    "too few seats": f"{MATCH}[[seats]]\nname = 'A'\n",
    "one team": "[match]\nmode = 'roboball'\ncourse = 'kick-off'\n"
    "[[seats]]\nname = 'A'\nteam = 1\n[[seats]]\nname = 'B'\nteam = 1\n",
    "two on a side": "[match]\nmode = 'volt'\ncourse = 'spark-pit'\n"
    "[[seats]]\nname = 'A'\nside = 'north'\n[[seats]]\nname = 'B'\nside = 'north'\n",
}
GRIDS = {
    "no grid": "name = 'x'",
    "unknown key": "colour = 1\ngrid = '.'",
    "wrong key": "name = 1\ngrid = '.'",
    "empty": "grid = ''",
    "ragged": "grid = '''\n. .\n.'''",
    "too large": f"grid = '{'. ' * 101}'",
    "unknown element": "grid = 'zz'",
    "wall": "grid = '.:x'",
    "two on a cell": "grid = 'O+~'",
    "players": "players = [0, 9]\ngrid = '.'",
    "twice": "grid = 'c1 c1'",
    "gap": "grid = 'c2'",
    "no boards": "boards = 1",
    "unknown board": "boards = [{file = 'x'}]",
    "rotation": "boards = [{file = 'first-steps', rotate = 45}]",
    "place": "boards = [{file = 'first-steps', at = 1}]",
    "overlap": "boards = [{file = 'first-steps'}, {file = 'first-steps'}]",
    "checkpoints": "boards = [{file = 'first-steps'}]\ncheckpoints = 1",
    "checkpoint outside": "boards = [{file = 'first-steps'}]\n[checkpoints]\n1 = [90, 90]",
    "checkpoint unknown": "boards = [{file = 'first-steps'}]\n[checkpoints]\nx = [1, 1]",
}
REFUSED: dict[str, tuple[str, str, Any]] = {
    "too many cards": ("standard", "first-steps", ("move1",) * 6),
    "a card that is not there": ("standard", "first-steps", ("u-turn@1",)),
    "a turn first": ("crash-and-burn", "quick-fuse", ("left",)),
    "a diagonal move": ("volt", "spark-pit", ("move north-east 1",)),
    "two dice on a cross": ("volt", "spark-pit", ("move north 1, move north 1",)),
}


def text(path: Path, catalogue: Catalogue, language: str) -> str:
    """Return what is said about a match file in a language, without its path."""
    use_language(language)
    with pytest.raises(GameError) as caught:
        make_game(load_config(path), catalogue, where=str(path))
    return str(caught.value).replace(str(path), "")


def assert_translated(path: Path, catalogue: Catalogue) -> None:
    sentences = [text(path, catalogue, language) for language in ("en", "de", "sv")]
    assert len(set(sentences)) == 3, sentences
    assert all(sentence.strip() for sentence in sentences)


@pytest.mark.parametrize("name", FILES)
def test_what_is_wrong_with_a_match_file(name: str, catalogue: Catalogue, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text(FILES[name])
    assert_translated(path, catalogue)


@pytest.mark.parametrize("name", GRIDS)
def test_what_is_wrong_with_a_course(name: str, catalogue: Catalogue, tmp_path: Path) -> None:
    course, path = tmp_path / "course.toml", tmp_path / "match.toml"
    course.write_text(GRIDS[name])
    path.write_text(f"[match]\ncourse = '{course}'\n{SEATS}")
    assert_translated(path, catalogue)


@pytest.mark.parametrize("name", REFUSED)
def test_why_an_answer_is_refused(name: str, catalogue: Catalogue, tmp_path: Path) -> None:
    mode, course, answer = REFUSED[name]
    path = tmp_path / "match.toml"
    path.write_text(f"[match]\nmode = '{mode}'\ncourse = '{course}'\n[[seats]]\nname = 'A'\n[[seats]]\nname = 'B'\n")
    game = make_game(load_config(path), catalogue, where=str(path))
    match = game.start(1, Watch())
    match.run()
    while match.state.decisions[0]["kind"] != "program":
        match.default_answers()
    id_ = match.state.decisions[0]["id"]
    words, sentences = Words(game.plugins), []
    with pytest.raises(AnswerError) as caught:
        match.answer(id_, answer)
    with pytest.raises(AnswerError) as closed:
        match.answer("program-999", answer)
    for error in (caught.value, closed.value):
        for language in ("en", "de", "sv"):
            use_language(language)
            sentences.append(words.refusal(error))
    assert len(set(sentences)) == 6, sentences
    assert all(sentence[0].isupper() and sentence.endswith(".") and "{" not in sentence for sentence in sentences)


@pytest.mark.parametrize(
    "name", ["ENOSPC", "EDQUOT", "EFBIG", "EACCES", "EPERM", "EROFS", "ENOENT", "EEXIST", "EISDIR"]
)
def test_why_the_operating_system_refuses(name: str) -> None:
    number = getattr(errno, name)
    text = []
    for language in ("en", "de", "sv"):
        use_language(language)
        text.append(str(reason(OSError(number, os.strerror(number)))))
    assert len({*text, os.strerror(number)}) == 4


def test_what_is_not_known_is_told_as_the_operating_system_does() -> None:
    assert str(reason(OSError(errno.ERANGE, "Out of range"))) == "Out of range"
    assert str(reason(OSError("there is no number"))) == "there is no number"


def test_a_file_that_cannot_be_written_is_told_in_one_language(tmp_path: Path) -> None:
    use_language("de")
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "game.rrsave"
    with pytest.raises(GameError) as caught:
        write_aside(path, b"")
    assert str(caught.value).partition(": ")[2].startswith("lässt sich nicht schreiben: ")
    assert os.strerror(errno.ENOTDIR) not in str(caught.value)
    assert os.strerror(errno.EEXIST) not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"[match\n", "es steht ein Fehler in Zeile 1, Spalte 7 (eine Klammer wird nicht geschlossen)"),
        (b"a = 1\nb = ]", "es steht ein Fehler in Zeile 2, Spalte 5 (da steht kein Wert; "),
        (b"a = 1\nb = [1", "es steht ein Fehler am Ende (eine Klammer wird nicht geschlossen)"),
        (b"a", "es steht ein Fehler am Ende (auf einen Schlüssel folgt kein „=“)"),
        (b"a = 1 2", "es steht ein Fehler in Zeile 1, Spalte 7 (hinter einem Wert steht in der Zeile noch etwas)"),
        (b"a = 'x", "es steht ein Fehler am Ende (ein Text in Anführungszeichen endet nicht)"),
        (b"[a]\n[a]", "es steht ein Fehler in Zeile 2, Spalte 3 (etwas ist doppelt angegeben)"),
        (b'a = "\\q"', "es steht ein Fehler in Zeile 1, Spalte 8 (auf einen Backslash kann"),
        (b'a = "\x01"', "es steht ein Fehler in Zeile 1, Spalte 6 (ein unsichtbares Zeichen)"),
        (b"a = 1979-02-31", "es steht ein Fehler in Zeile 1, Spalte 5 (dieses Datum gibt es nicht)"),
        (b"= 1", "es steht ein Fehler in Zeile 1, Spalte 1 (so kann kein Schlüssel beginnen)"),
        (b"a = " + b"9" * 5000, "eine Zahl hat zu viele Ziffern"),
        (b"a = '\xff'", "es ist kein Text in UTF-8"),
        (b"a = " + b"[" * 5000, "Tabellen und Listen sind zu tief verschachtelt"),
    ],
)
def test_where_a_file_is_no_toml(content: bytes, where: str, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_bytes(content)
    use_language("de")
    with pytest.raises(GameError) as caught:
        read_toml(path, 10_000)
    assert str(caught.value).startswith(f"{path}: ist als TOML nicht lesbar: {where}")
