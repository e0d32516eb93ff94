"""The draft of the board editor: what is drawn outlives the window."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.features.workshop.editor.board_text import document_of, text_of
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.drafts import DraftKeeper, kept_draft
from roborally.features.workshop.editor.edited_board import Editing
from roborally.game.course.notation import CourseError

BOARD = document_of('name = "Übung"\ngrid = """\n d1 warp c1\n . > .\n . . .\n"""')

PROGRAM = """
import sys
from pathlib import Path
from roborally.features.workshop.editor.board_text import document_of
from roborally.features.workshop.editor.drafts import DraftKeeper
from roborally.features.workshop.editor.edited_board import Editing
keeper = DraftKeeper()
editing = Editing(document_of(sys.argv[1]), Path("/x/y.toml"), "before")
keeper.keep(editing)
keeper.finish()
print("kept", flush=True)
while True:
    keeper.keep(editing)
"""


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a profile of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_a_draft_comes_back_with_its_file() -> None:
    """Board, file and saved text; without a draft there is none."""
    assert kept_draft() is None
    keeper = DraftKeeper()
    for width in range(3, 20):  # the last one counts
        keeper.keep(Editing(Document.blank(width, 3)))
    keeper.keep(Editing(BOARD, Path("/x/mine.toml"), "as it was"))
    keeper.finish()
    draft = kept_draft()
    assert draft is not None
    assert keeper.problem is None
    assert (draft.document, draft.file.path, draft.file.saved) == (BOARD, Path("/x/mine.toml"), "as it was")


def test_a_draft_survives_a_killed_process(tmp_path: Path) -> None:
    """`kill -9` while drafts are being written leaves a whole one."""
    command = [sys.executable, "-P", "-c", PROGRAM, text_of(BOARD)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ}) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "kept\n"
        process.send_signal(signal.SIGKILL)
    draft = kept_draft()
    assert draft is not None
    assert (draft.document, draft.file.saved) == (BOARD, "before")


def test_a_full_disk_and_a_damaged_draft_are_told() -> None:
    """A sentence says why the draft cannot be kept or read; what is drawn goes on."""
    path = paths.draft_file()
    path.mkdir(parents=True)  # nothing can be written there
    keeper = DraftKeeper()
    keeper.keep(Editing(BOARD))
    keeper.finish()
    assert keeper.problem is not None
    assert str(keeper.problem).startswith(f"{path}: cannot be written")
    path.rmdir()
    path.write_bytes(b"{")
    with pytest.raises(CourseError, match="this draft is damaged"):
        kept_draft()
    keeper.keep(Editing(BOARD))
    keeper.finish()
    assert keeper.problem is None
    assert kept_draft() is not None
