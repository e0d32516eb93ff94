"""A build of the compiled engine is run where it fits its sources; else one sentence says why, and all runs plain."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import engine_build
from roborally.base import compiled
from roborally.base.version import VERSION
from tests.sweeps import few_of

ROOT = Path(__file__).resolve().parent.parent
MODULE, SOURCE = "roborally.core.dice", "roborally/core/dice.py"
PLUGIN, PLUGIN_SOURCE = "roborally_plugins.oil.marks", "plugins/oil/marks.py"
BUILD = engine_build.current_build()


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout's code, which a test may change."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("roborally", "plugins"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "art", "locale"))
    return folder


@pytest.fixture
def checkout(copied: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The copy as it was, without builds; this process looks for builds and sources there."""
    shutil.rmtree(copied / "build", ignore_errors=True)
    for name in (SOURCE, PLUGIN_SOURCE):
        shutil.copy(ROOT / name, copied / name)
    monkeypatch.setattr("roborally.base.paths.compiled_folder", lambda: copied / "build" / "compiled")
    monkeypatch.setattr("roborally.base.paths.package_folder", lambda: copied / "roborally")
    monkeypatch.setattr("roborally.base.paths.plugin_folder", lambda: copied / "plugins")
    return copied


def made(checkout: Path, name: str = "fake", **changes: str) -> Path:
    """Make a build of two modules, whose libraries are no libraries; `changes` are made to its record."""
    folder = checkout / "build" / "compiled" / name
    folder.mkdir(parents=True)
    files = {}
    for module in (MODULE, PLUGIN, f"{compiled.LIBRARY}__mypyc"):
        file = f"{module}{compiled.SUFFIX}"
        (folder / file).write_bytes(b"no library")
        files[file] = 10
    modules = {
        module: {"source": source, "digest": compiled.digest_of((checkout / source).read_bytes())}
        for module, source in ((MODULE, SOURCE), (PLUGIN, PLUGIN_SOURCE))
    }
    record = {"python": compiled.PYTHON, "version": VERSION, "modules": modules, "files": files, **changes}
    (folder / compiled.RECORD).write_text(json.dumps(record), encoding="utf-8")
    return folder


def without_a_library(folder: Path) -> None:
    (folder / f"{MODULE}{compiled.SUFFIX}").unlink()


def with_half_a_library(folder: Path) -> None:
    (folder / f"{MODULE}{compiled.SUFFIX}").write_bytes(b"no")


def with_half_a_record(folder: Path) -> None:
    record = folder / compiled.RECORD
    record.write_bytes(record.read_bytes()[:100])


def with_an_edited_plugin(folder: Path) -> None:
    source = folder.parents[2] / PLUGIN_SOURCE
    source.write_text(f"{source.read_text(encoding='utf-8')}\nMORE = 1\n", encoding="utf-8")


def with_a_source_gone(folder: Path) -> None:
    (folder.parents[2] / SOURCE).unlink()


def of_another_python(folder: Path) -> None:
    record = folder / compiled.RECORD
    record.write_text(record.read_text().replace(compiled.PYTHON, "cpython-399-moon"))


def of_another_version(folder: Path) -> None:
    record = folder / compiled.RECORD
    record.write_text(record.read_text().replace(f'"{VERSION}"', '"0.0.1"'))


def that_is_no_library(folder: Path) -> None:
    """All is there and as long as it should be, but it cannot be loaded."""
    assert (folder / f"{compiled.LIBRARY}__mypyc{compiled.SUFFIX}").read_bytes() == b"no library"


def without_a_record(folder: Path) -> None:
    (folder / compiled.RECORD).unlink()


Spoil = Callable[[Path], None]
BAD: dict[Spoil, str] = {
    without_a_library: f"the build lacks {MODULE}",
    with_half_a_library: f"the build lacks {MODULE}",
    with_half_a_record: "the build is damaged",
    with_an_edited_plugin: f"{PLUGIN_SOURCE} has changed since the build",
    with_a_source_gone: f"{SOURCE} has changed since the build",
    of_another_python: "the build is for cpython-399-moon, and this is ",
    of_another_version: f"the build is of version 0.0.1, and this is {VERSION}",
    without_a_record: "there is no build",
    that_is_no_library: "the build cannot be loaded: ",
}


def test_a_build_that_fits_tells_its_modules(checkout: Path) -> None:
    folder = made(checkout)
    assert compiled.builds() == [folder]
    found = compiled.check(folder)
    assert {name: module.source for name, module in found.items()} == {
        MODULE: checkout / SOURCE,
        PLUGIN: checkout / PLUGIN_SOURCE,
    }
    assert all(module.file.is_file() for module in found.values())


@pytest.mark.parametrize("spoil", few_of(BAD, 4), ids=lambda spoil: spoil.__name__)
def test_what_does_not_fit_is_told_in_one_sentence_and_runs_plain(checkout: Path, spoil: Spoil) -> None:
    spoil(made(checkout))
    text = ran(checkout, "--version")
    assert text.stderr == ""
    said = " ".join(text.stdout.split())
    assert said.startswith(f"roborally {VERSION} (plain engine: {BAD[spoil]}")
    assert said.endswith("; run tools/compile)")
    if spoil is with_half_a_record:
        listed = ran(checkout, "board", "list")
        assert (listed.returncode, listed.stderr.count("\n")) == (0, 1)
        assert listed.stderr.startswith(f"roborally: plain engine: {BAD[spoil]}")


def test_without_being_asked_for_nothing_is_told(checkout: Path) -> None:
    with_half_a_record(made(checkout))
    text = ran(checkout, "--version", switch="")
    assert (text.stdout, text.stderr) == (f"roborally {VERSION} (plain engine)\n", "")


def test_of_several_builds_the_newest_is_told_of(checkout: Path) -> None:
    older, newer = made(checkout, "older"), made(checkout, "newer")
    for age, folder in enumerate((older, newer), 1):
        os.utime(folder / compiled.RECORD, (age, age))
    assert compiled.builds() == [newer, older]
    of_another_version(newer)
    assert "the build is of version 0.0.1" in ran(checkout, "--version").stdout.replace("\n", " ")


@pytest.mark.skipif(BUILD is None, reason="there is no build; run tools/compile")
def test_of_several_builds_the_newest_that_fits_is_used(checkout: Path) -> None:
    assert BUILD is not None
    older, newer = checkout / "build" / "compiled" / "older", made(checkout, "newer")
    shutil.copytree(BUILD, older)
    os.utime(older / compiled.RECORD, (1, 1))
    of_another_version(newer)
    assert ran(checkout, "--version").stdout == f"roborally {VERSION} (compiled engine)\n"
    listed = ran(checkout, "board", "list")
    assert (listed.returncode, listed.stderr) == (0, "")


def test_a_plugin_of_that_name_elsewhere_is_another_one(checkout: Path) -> None:
    finder = compiled.Finder(made(checkout), compiled.check(checkout / "build" / "compiled" / "fake"))
    assert finder.find_spec(PLUGIN, [str(checkout / "plugins" / "oil")]) is not None
    assert finder.find_spec(PLUGIN, [str(checkout / "elsewhere" / "oil")]) is None
    assert finder.find_spec("roborally.core.board", []) is None


def test_a_plugin_that_is_edited_while_the_program_runs_is_read_plain(checkout: Path) -> None:
    folder = made(checkout)
    finder = compiled.Finder(folder, compiled.check(folder))
    here = [str(checkout / "plugins" / "oil")]
    finder.look_again()
    assert finder.find_spec(PLUGIN, here) is not None
    with_an_edited_plugin(folder)
    finder.look_again()
    assert finder.find_spec(PLUGIN, here) is None
    assert finder.find_spec(MODULE) is not None


def test_without_a_compiler_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert engine_build.missing() == "there is no C compiler 'no-such-compiler'; on Debian the package is gcc"
    with pytest.raises(engine_build.MissingError, match="there is no C compiler"):
        engine_build.compile_into(tmp_path / "builds")
    assert not (tmp_path / "builds").exists()


@pytest.mark.long  # mypyc works for some seconds; one that is missing is the quick case
def test_a_compiler_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It fails in the middle: mypyc has finished, and the compiler ends with an error of its own."""
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho 'cc: error: no space left on device' >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setattr(engine_build, "sources", lambda: [(MODULE, SOURCE, ROOT / SOURCE)])
    with pytest.raises(engine_build.CompileError, match=r"^compiling has failed: cc: error: no space left on device$"):
        engine_build.compile_into(tmp_path / "builds")
    assert list((tmp_path / "builds").iterdir()) == []


def test_what_is_compiled_has_the_names_under_which_it_is_imported() -> None:
    found = {name: source for name, source, _path in engine_build.sources()}
    assert found["roborally.core.match"] == "roborally/core/match.py"
    assert found["roborally_plugins.program_cards.walk"] == "plugins/program-cards/walk.py"
    assert not [name for name in found if "view" in name.rpartition(".")[2] or "test" in name]
    assert all(compiled.source_path(source) == path for _name, source, path in engine_build.sources())


def ran(checkout: Path, *words: str, switch: str = "1") -> subprocess.CompletedProcess[str]:
    """Run the game of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), compiled.SWITCH: switch}
    command = [sys.executable, "-P", "-m", "roborally", *words]
    return subprocess.run(command, env=environment, cwd=checkout, capture_output=True, text=True, check=False)


DERIVES = re.compile(r"^\s*class \w+\(", re.MULTILINE)


def test_nothing_plain_derives_a_class_from_a_compiled_one() -> None:
    compiled_files = {path: module for module, _, path in engine_build.sources()}
    modules = set(compiled_files.values())
    plain = [path for folder in ("roborally", "plugins", "tests", "tools") for path in (ROOT / folder).rglob("*.py")]
    derived = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in plain
        if path not in compiled_files
        and DERIVES.search(text := path.read_text(encoding="utf-8"))
        and not modules.isdisjoint(re.findall(r"^ *from (\S+) import", text, re.MULTILINE))
        for line, name in _derived(ast.parse(text), modules)
    ]
    assert not derived, "mypyc refuses these when they are made, so they work with the plain engine alone"


def _derived(tree: ast.Module, modules: set[str]) -> Iterator[tuple[int, str]]:
    """Yield lines and names of classes whose base is imported from one of the modules."""
    nodes = list(ast.walk(tree))
    imported = {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module in modules
        for alias in node.names
    }
    for node in nodes:
        if isinstance(node, ast.ClassDef) and any(
            isinstance(each, ast.Name) and each.id in imported for each in node.bases
        ):
            yield node.lineno, node.name
