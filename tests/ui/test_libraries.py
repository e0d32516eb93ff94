"""The window finds the system's libraries without a process for each of them (CLI-2251)."""

import ctypes.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from roborally.ui.toolkit.system import libraries

PROGRAM = """
import sys
started = []
sys.addaudithook(lambda event, given: started.append(given[1][0]) if event == "subprocess.Popen" else None)
import roborally.ui.toolkit.app
print(*started)
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems are asked in another way")


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    """Ask the system again in this test and after it."""
    libraries.known.cache_clear()
    yield
    libraries.known.cache_clear()


def test_importing_the_window_asks_the_system_once() -> None:
    """CLI-2251: no compiler is started to look for a library that is not there."""
    text = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env={**os.environ}, timeout=600
    )
    assert text.stdout.split() == ["/sbin/ldconfig"]


@pytest.mark.parametrize("name", ["GL", "X11", "no-such-library"])
def test_the_answer_is_that_of_python(name: str) -> None:
    """A library is found under the name that Python would find."""
    assert libraries.find_library(name) == ctypes.util.find_library(name)


def test_a_library_in_the_players_own_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`LD_LIBRARY_PATH` counts for libraries that the system does not know."""
    own = tmp_path / "libmine-alone.so.3"
    own.touch()
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{tmp_path}:/nowhere")
    assert libraries.find_library("mine-alone") == str(own)


def test_where_the_system_has_no_list_python_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems have no `ldconfig`."""
    monkeypatch.setattr(libraries, "_LDCONFIG", ("/nowhere/ldconfig", "-p"))
    assert libraries.find_library("GL") == ctypes.util.find_library("GL")
