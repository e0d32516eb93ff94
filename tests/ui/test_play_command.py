"""`roborally play` says in one sentence what is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("words", [[], ["play"]])
def test_without_a_display(words: list[str], tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-m", "roborally", *words],
        capture_output=True,
        text=True,
        env={**environment, "HOME": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("roborally: no window could be opened")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["nowhere.toml"], "there is no such file"),
        (["--course", "nowhere"], "there is no course 'nowhere'"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", ",".join(["random"] * 8)], "at most 7 are possible"),
        (["--seed", "-1"], "--seed must be 0 to"),
        (["--mode", "oil"], "is no mode"),
    ],
)
def test_bad_arguments(words: list[str], expected: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "roborally", "play", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_a_replay_that_cannot_be_watched(tmp_path: Path) -> None:
    file = tmp_path / "a.rrreplay"
    words = [sys.executable, "-m", "roborally", "replay", str(file), "--watch"]
    for content, expected in ((None, "there is no such file"), (b"x", "is no file of this game")):
        if content is not None:
            file.write_bytes(content)
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 2, done.stderr
        assert done.stderr == f"roborally: {file}: {expected}\n"
