"""The words of names in the code: those of the field, as `CONTRIBUTING.md` asks for."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GONE = re.compile(
    r"(?:^|_)(told|tells?|telling|hears?|heard|heeds?|heeded|heeding|hush|hushed|evening)(?:_|$)|^_?(MOST|LONGEST)(?:_|$)"
)
"""What names do not say: they have `text` or `label`, `on_event` or `handle`, `show` or `report`, `MAX_`."""


def names(path: Path) -> set[str]:
    """Return the names of all that a file defines, if one of its words is among those."""
    found, text = {path.stem}, path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if any(map(GONE.search, re.findall(r"\w+", text))) else ():
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found.add(node.name)
            case ast.arg():
                found.add(node.arg)
            case ast.Name(ctx=ast.Store()):
                found.add(node.id)
            case ast.Attribute(ctx=ast.Store()):
                found.add(node.attr)
    return found


def test_names_are_in_the_words_of_the_field() -> None:
    files = [path for folder in ("roborally", "plugins", "tools") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 700
    assert {str(path): gone for path in files if (gone := {n for n in names(path) if GONE.search(n)})} == {}


def test_modules_are_nouns() -> None:
    stems = {path.stem for folder in ("roborally", "plugins", "tools") for path in (ROOT / folder).rglob("*.py")}
    assert {stem for stem in stems if stem.endswith("ing")} == {"programming"}  # the name of a phase of the game


def test_a_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for path in (path for folder in ("roborally", "plugins") for path in (ROOT / folder).rglob("*.py")):
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            places.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
