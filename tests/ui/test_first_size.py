"""The first window fits on the screen, whatever size is configured."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import pyglet

pyglet.options.audio = ("silent",)
from roborally.profile import Settings
from roborally.ui.toolkit.app import App

app = App(Settings(window_width=9000, window_height=9000), vsync=False, visible=False, within_screen=True)
screen = pyglet.display.get_display().get_default_screen()
print(app.get_size() == (screen.width, screen.height), app.get_size())
"""


@pytest.mark.window
def test_the_first_window_is_no_larger_than_the_screen(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"HOME": str(tmp_path)},
    )
    assert done.stdout.startswith("True"), done.stdout + done.stderr
