"""`roborally plugin pack`, `install` and `remove`: what they show, ask and answer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.features.authoring.scaffold import create
from roborally.profile.plugin_files import digest_of

pytestmark = pytest.mark.usefixtures("user_plugins")


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    return create("Trial", "robot", tmp_path / "work")


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """Somebody at the keyboard, who types the same answer to all questions; the list fills with the questions."""

    def make(answer: str) -> list[str]:
        asked: list[str] = []

        def ask(question: str) -> str:
            asked.append(question)
            return answer

        monkeypatch.setattr("builtins.input", ask)
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        return asked

    return make


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    code = main(["plugin", *map(str, words)])
    text = capsys.readouterr()
    return code, text.out + text.err


def test_from_pack_to_remove(
    trial: Path,
    tmp_path: Path,
    user_plugins: Path,
    types: Callable[[str], list[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    packed = tmp_path / "trial-0.1.0.zip"
    assert run(capsys, "pack", trial, "--to", tmp_path) == (0, f"wrote {packed}\ndigest {digest_of(trial)}\n")
    asked = types("y")
    code, text = run(capsys, "install", packed)
    assert code == 0
    assert asked == ["Install it? [y/N] "]
    for expected in (
        "Trial 0.1.0 (trial), by You, licence MIT",
        "Robots: Trial",
        f"from    {packed}",
        f"digest  {digest_of(trial)}",
        "It runs code of its own, which may do everything that you may do.",
        f"installed Trial in {user_plugins / 'trial'}",
    ):
        assert expected in text
    assert f"trial: from {packed}" in run(capsys, "list")[1]
    (user_plugins / "trial" / "rules.py").write_text("# mine\n")
    assert "and changed since" in run(capsys, "list")[1]
    code, text = run(capsys, "install", packed)
    assert "will be lost" in text
    assert asked[-1] == "Replace it? [y/N] "
    code, text = run(capsys, "remove", "trial")
    assert (code, asked[-1]) == (0, "Delete it? [y/N] ")
    assert text.endswith("removed trial\n")
    assert not (user_plugins / "trial").exists()


def test_no_is_an_answer(
    trial: Path, user_plugins: Path, types: Callable[[str], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    types("")
    code, text = run(capsys, "install", trial)
    assert (code, text.splitlines()[-1]) == (1, "nothing was installed")
    assert list(user_plugins.iterdir()) == []
    assert run(capsys, "install", trial, "--yes")[0] == 0
    code, text = run(capsys, "remove", "trial")
    assert (code, text.splitlines()[-1]) == (1, "nothing was removed")
    assert (user_plugins / "trial").is_dir()


def test_nobody_can_be_asked(
    trial: Path, user_plugins: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    code, text = run(capsys, "install", trial)
    assert code == 2
    assert text.endswith("roborally: nobody can be asked here; --yes answers yes\n")
    assert list(user_plugins.iterdir()) == []


def test_digest(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    digest = digest_of(trial)
    assert run(capsys, "install", trial, "--digest", "0" * 64, "--yes")[0] == 2
    assert run(capsys, "install", trial, "--digest", digest.removeprefix("sha256:"), "--yes")[0] == 0
    assert run(capsys, "install", trial, "--digest", digest, "--yes")[0] == 0


def test_text_of_a_stranger_moves_no_cursor(
    trial: Path, types: Callable[[str], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = trial / "plugin.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('title = "Trial"', 'title = "Nice\\u200b\\nIt has no code"', 1), encoding="utf-8")
    types("n")
    sentence = run(capsys, "install", trial)[1]
    assert "Nice� It has no code" in sentence


def test_what_was_put_there_by_hand(
    user_plugins: Path, types: Callable[[str], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    create("Trial", "robot", user_plugins)
    types("n")
    assert "there may be no other copy" in run(capsys, "remove", "trial")[1]
    code, text = run(capsys, "remove", "gears")
    assert code == 2
    assert "it cannot be removed here" in text
    assert run(capsys, "remove", "trail") == (2, "roborally: you have installed no plugin 'trail'; is it 'trial'?\n")
