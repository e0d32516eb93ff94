#!/usr/bin/env python3
"""Compiles the engine and the plugins that come with the game into one library, with mypyc and a C compiler.

The sources are copied into a separate folder, plugins under the names of their modules, and are compiled there as one
group, so that they call each other directly. `roborally.base.compiled` describes a finished build.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from roborally.base import compiled  # noqa: E402 - also where the project is not installed
from roborally.base.version import VERSION  # noqa: E402

FURTHER = (
    "roborally/bots/search_bots.py",
    "roborally/bots/playouts.py",
    "roborally/plugin_system/access.py",
)
"""The modules that are compiled besides kernel and plugins: bots and rules call them all the time."""
PLAIN = ("__init__.py", "board.py")
"""The modules of the kernel that are not compiled.

A compiled frozen dataclass, such as a board, cannot be sent to another process.
"""
KEPT = 2
"""The number of builds kept for each Python version: a running program may still load from the previous one."""
MYPY = ("--namespace-packages", "--explicit-package-bases", "--ignore-missing-imports", "--follow-imports=silent")


class CompileError(Exception):
    """Raised if compiling fails; the message is one sentence."""


class MissingError(CompileError):
    """Raised if a tool for compiling is not installed."""


def sources() -> Iterator[tuple[str, str, Path]]:
    """Yield the sources to compile: the name of the module, the path of its source in a build, and the file."""
    for path in sorted((ROOT / "roborally" / "core").glob("*.py")):
        if path.name not in PLAIN:
            yield f"roborally.core.{path.stem}", f"roborally/core/{path.name}", path
    for name in FURTHER:
        yield name.removesuffix(".py").replace("/", "."), name, ROOT / name
    for path in sorted((ROOT / "plugins").rglob("*.py")):
        if not path.name.startswith(("view", "test_", "conftest", "__")):
            file = path.relative_to(ROOT / "plugins")
            module = ".".join(file.with_suffix("").parts).replace("-", "_")
            yield f"roborally_plugins.{module}", f"plugins/{file.as_posix()}", path


def missing() -> str:
    """Return a sentence about a tool that is missing for compiling, or an empty text if none is."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None and sys.platform != "win32":
        return f"there is no C compiler {compiler!r}; on Debian the package is gcc"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python's header files are missing; on Debian the package is python3-dev"
    for module in ("mypyc", "setuptools"):
        if importlib.util.find_spec(module) is None:
            return f"the Python package {module} is missing; tools/compile installs it"
    return ""


def current_build() -> Path | None:
    """Return the folder of the build that fits the present sources, `None` if there is no such build."""
    for folder in compiled.builds():
        try:
            modules = compiled.check(folder)
        except compiled.UnfitError:
            continue
        if sorted(modules) == sorted(name for name, _, _ in sources()):
            return folder
    return None


def compile_into(place: Path) -> Path:
    """Compile all sources, and return the folder of the build in `place`; raise `CompileError`."""
    if problem := missing():
        raise MissingError(problem)
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix=".making-") as folder:
        tree = Path(folder) / "tree"
        found = list(sources())  # only once, since someone may edit them meanwhile
        digests = _copy_sources(tree, [name for name, _, _ in found])
        _run_mypyc(tree, list(digests))
        build = Path(folder) / "build"
        files = _collect(tree, build)
        modules = {name: {"source": source, "digest": digests[name]} for name, source, _ in found}
        record = {"python": compiled.PYTHON, "version": VERSION, "modules": modules, "files": files}
        text = json.dumps(record, indent=1)
        (build / compiled.RECORD).write_text(text, encoding="utf-8")
        name = f"{compiled.PYTHON}-{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}"
        if not (place / name).exists():
            build.rename(place / name)
    return place / name


def remove_old(place: Path) -> None:
    """Remove all builds for this Python except the newest `KEPT`."""
    own = [folder for folder in compiled.builds() if folder.name.startswith(compiled.PYTHON)]
    for folder in own[KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def _copy_sources(tree: Path, names: Iterable[str]) -> dict[str, str]:
    """Copy all of the game's code into a folder, and return the digests of the compiled sources by module."""
    shutil.copytree(ROOT / "roborally", tree / "roborally", ignore=_all_but_code)
    for folder in sorted((ROOT / "plugins").iterdir()):
        if folder.is_dir():
            shutil.copytree(folder, tree / "roborally_plugins" / folder.name.replace("-", "_"), ignore=_all_but_code)
    return {name: compiled.digest_of((tree / _in_tree(name)).read_bytes()) for name in names}


def _all_but_code(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if not name.endswith(".py") and not (Path(folder) / name).is_dir()} | {"__pycache__"}


def _in_tree(name: str) -> str:
    return f"{name.replace('.', '/')}.py"


def _run_mypyc(tree: Path, names: Iterable[str]) -> None:
    """Run mypyc and the C compiler in a folder of sources; raise `CompileError`."""
    python = f"--python-version={sys.version_info.major}.{sys.version_info.minor}"
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "mypyc_build.py", compiled.LIBRARY, *MYPY, python],
        cwd=tree,
        input="\n".join(map(_in_tree, names)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = re.search(r"^.*\b[Ee]rror: .*$", done.stderr + done.stdout, re.MULTILINE)
        raise CompileError(f"compiling has failed: {said[0].strip() if said else f'exit code {done.returncode}'}")


def _collect(tree: Path, build: Path) -> dict[str, int]:
    """Move the compiled libraries into the folder `build`, named by their modules, and return their sizes in bytes."""
    build.mkdir()
    sizes = {}
    for file in sorted(tree.rglob(f"*{compiled.SUFFIX}")):
        inside = file.relative_to(tree)
        if inside.parts[0] == "build":
            continue
        name = ".".join(inside.parts)
        file.rename(build / name)
        sizes[name] = (build / name).stat().st_size
    return sizes


def main(words: Sequence[str]) -> int:
    """Compile unless the last build fits the sources; return the exit status: 1 for errors, 2 for a missing tool."""
    parser = argparse.ArgumentParser(prog="tools/compile", description=__doc__)
    parser.add_argument("--again", action="store_true", help="compile even if there is a build that fits")
    arguments = parser.parse_args(words)
    place = ROOT / "build" / "compiled"
    build = None if arguments.again else current_build()
    if build is None:
        if not missing():
            print("Compiling the engine; this takes a few minutes", file=sys.stderr)
        try:
            build = compile_into(place)
        except CompileError as error:
            print(f"compile: {error}", file=sys.stderr)
            return 2 if isinstance(error, MissingError) else 1
        remove_old(place)
    print(f"The compiled engine is in {build.relative_to(ROOT)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
