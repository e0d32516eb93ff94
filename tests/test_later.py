"""Modules that are imported when they are used."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from roborally.base import later
later._GAME = "slow_"
with later.imported_later():
    from slow_pages import first, second
    import slow_alone as alone

{body}
"""


def run(tmp_path: Path, body: str) -> list[str]:
    """Run a program with three modules that print their name when they are imported, and return what it prints."""
    pages = tmp_path / "slow_pages"
    pages.mkdir()
    (pages / "__init__.py").write_text("", encoding="utf-8")
    (pages / "first.py").write_text("print('first')\nfrom slow_pages.second import NAME\n", encoding="utf-8")
    (pages / "second.py").write_text("print('second')\nNAME = 'two'\n", encoding="utf-8")
    (tmp_path / "slow_alone.py").write_text("print('alone')\nNAME = 'one'\n", encoding="utf-8")
    program = PROGRAM.format(folder=str(tmp_path), body=body)
    text = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=600)
    return text.stdout.split()


def test_nothing_is_imported_before_it_is_used(tmp_path: Path) -> None:
    assert run(tmp_path, "print('end')") == ["end"]


def test_what_is_used_is_imported_once(tmp_path: Path) -> None:
    assert run(tmp_path, "print(alone.NAME, alone.NAME)") == ["alone", "one", "one"]


def test_others_import_what_waits(tmp_path: Path) -> None:
    assert run(tmp_path, "print(first.NAME, second.NAME)") == ["first", "second", "two", "two"]


def test_what_waits_can_be_imported_in_advance_one_by_one(tmp_path: Path) -> None:
    body = "while later.import_one(): print('|')\nprint('end', first.NAME)"
    assert run(tmp_path, body) == ["first", "second", "|", "|", "alone", "end", "two"]


def test_after_the_block_modules_are_imported_at_once(tmp_path: Path) -> None:
    (tmp_path / "slow_after.py").write_text("print('after')\n", encoding="utf-8")
    assert run(tmp_path, "import slow_after\nprint('end')") == ["after", "end"]


def test_parts_that_take_long_are_imported_first(tmp_path: Path) -> None:
    body = "later.wait_first('slow_pages.second')\nwhile later.import_one(): print('|')"
    assert run(tmp_path, body) == ["second", "|", "first", "|", "|", "alone"]


PACKAGE = """
import sys
sys.path.insert(0, {folder!r})
from roborally.base.later import let_wait
let_wait("slow_package", "kinds", "shapes")
let_wait("no_such_package", "kinds")
{body}
"""


def run_package(tmp_path: Path, body: str) -> list[str]:
    """Run a program that lets a package of others wait, whose modules print their name, and return what it prints."""
    package = tmp_path / "slow_package"
    package.mkdir()
    whole = "print('whole')\nfrom .kinds import Kind\nfrom .shapes import Shape\nNAME = 'one'\n"
    (package / "__init__.py").write_text(whole, encoding="utf-8")
    (package / "kinds.py").write_text("print('kinds')\nKind = int\n", encoding="utf-8")
    (package / "shapes.py").write_text("print('shapes')\nShape = float\n", encoding="utf-8")
    program = PACKAGE.format(folder=str(tmp_path), body=body)
    text = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=600)
    return text.stdout.split()


def test_a_package_that_waits_gives_names_of_its_front_alone(tmp_path: Path) -> None:
    """Not even importing it and its module once more runs them."""
    body = "import slow_package\nimport slow_package.shapes\nfrom slow_package import Kind\nprint(Kind.__name__)"
    assert run_package(tmp_path, body) == ["kinds", "int"]


def test_a_package_that_waits_is_whole_when_more_is_asked_for(tmp_path: Path) -> None:
    body = "import slow_package as whole\nprint(whole.NAME, whole.shapes.Shape.__name__, type(whole).__name__)"
    assert run_package(tmp_path, body) == ["kinds", "whole", "shapes", "one", "float", "module"]


def test_a_module_that_waits_in_a_package_can_be_used_alone(tmp_path: Path) -> None:
    body = "import slow_package.shapes\nprint(slow_package.shapes.Shape.__name__, hasattr(slow_package, 'nothing'))"
    assert run_package(tmp_path, body) == ["shapes", "kinds", "whole", "float", "False"]
