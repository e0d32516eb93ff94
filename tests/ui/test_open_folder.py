"""Why a folder cannot be opened is told as it is."""

import sys
from pathlib import Path

import pytest

from roborally.base.errors import GameError
from roborally.ui.plugin_pages.open_folder import open_folder


@pytest.mark.skipif(sys.platform == "win32", reason="there is always a file manager on Windows")
def test_without_a_file_manager_the_folder_is_not_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(GameError, match="no file manager is installed that could open it"):
        open_folder(tmp_path)
