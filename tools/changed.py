"""Print the tests that are nearest to a change, as arguments of pytest: changed.py [COMMIT].

Without a commit, the change is everything that is not committed. Tests are chosen by the names and imports in them;
`nearest` has the rules. A map from lines to tests would be of no use here: five tests of six run a line of the belts,
and making the map takes three times as long as all tests.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
RULES = (
    "tests/golden",
    "tests/scenarios",
    "tests/core",
    "tests/fuzz/test_dual_play.py",
    "tests/plugins/test_contracts.py",
)
"""The tests that run through the rules of all plugins."""
ENGINE = ("core", "game", "plugin", "plugin_system")
"""The packages of `roborally` that carry out the rules."""
WINDOW = "tests/ui/"


def main(words: list[str]) -> None:
    """Print the tests nearest to the change since a commit, one per line; nothing if there are none."""
    print("\n".join(tests_for(changed(*words))))


def changed(since: str = "HEAD") -> list[str]:
    """Return the paths of the files that are new or differ from a commit, relative to the checkout."""
    commands = (["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"])
    done = (subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True) for words in commands)
    return sorted({line for process in done for line in process.stdout.splitlines()})


def tests_for(files: list[str]) -> list[str]:
    """Return the files and folders of the tests nearest to some files; a test in a listed folder is left out."""
    found = {test for file in files for test in nearest(file) if (ROOT / test).exists()}
    return sorted(test for test in found if not any(str(above) in found for above in Path(test).parents))


def nearest(file: str) -> Iterator[str]:
    """Yield the paths of the tests nearest to a file, some of which may not exist."""
    path = Path(file)
    if path.parts[0] == "roborally":
        yield from (test for test in names() if Path(test).name == f"test_{path.stem}.py")
    match path.parts:
        case ["tests", _, *_] if path.name.startswith("test_") or path.suffix == ".toml":
            yield file
        case ["tests", _, *_] if path.name == "conftest.py" or path.suffix != ".py":
            yield str(path.parent)
        case ["tests", _, *_]:
            yield from importing(_dotted(path))
        case ["roborally", "features", feature, *_] if path.suffix == ".py":
            yield f"tests/features/{feature}"
            yield from importing(_dotted(path))
        case ["roborally", "game", "records", *_] if path.suffix == ".py":
            yield "tests/replay"
            yield from importing(_dotted(path))
        case ["roborally", package, *_] if path.suffix == ".py":
            yield from RULES if package in ENGINE else [f"tests/{package}"] if package != "ui" else []
            yield from importing(_dotted(path))
        case ["plugins", id_, *_]:
            yield from (f"plugins/{id_}", *RULES)
            yield from (test for test in names() if f"_{id_.replace('-', '_')}" in test)
            yield from naming(f"plugins/{id_}")
        case ["docs", "rules", *_]:
            yield from ("tests/rules", "tests/test_doc_links.py", *naming(path.name))
        case _:
            is_page = path.suffix == ".md"
            yield from naming(path.name, *([] if is_page else [f'"{path.stem}"']))
            yield from ["tests/test_doc_links.py"] if is_page else []


def naming(*words: str) -> Iterator[str]:
    """Yield the tests that contain one of the words, except tests of the window, which are too slow."""
    for test in names():
        if (
            test.endswith(".py")
            and not test.startswith(WINDOW)
            and any(word in (ROOT / test).read_text(encoding="utf-8") for word in words)
        ):
            yield test


def importing(module: str) -> set[str]:
    """Return the tests that import a module; if there are none, those that import its importers, and so on."""
    seen, now = {module}, {module}
    while now:
        users = {one for one, imported in names().items() if imported & now}
        if found := {one for one in users if one.endswith(".py")}:
            return found
        graph = program()
        users |= {user for one in now & graph.modules for user in graph.find_modules_that_directly_import(one)}
        now = users - seen
        seen |= now
    return set()


@cache
def program() -> grimp.ImportGraph:
    """Return the graph of the imports in `roborally`."""
    return grimp.build_graph("roborally", cache_dir=str(ROOT / ".import_linter_cache"))


@cache
def names() -> dict[str, set[str]]:
    """Return the names of the modules that each file of tests imports, by path for tests and by module for helpers."""
    files = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("*.py"))]
    return {str(path) if path.name.startswith("test_") else _dotted(path): set(_imports(path)) for path in files}


def _imports(path: Path) -> Iterator[str]:
    package = path.parent.parts
    for node in ast.walk(ast.parse((ROOT / path).read_bytes())):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (base, *(f"{base}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


if __name__ == "__main__":
    main(sys.argv[1:])
