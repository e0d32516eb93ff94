"""All texts that people read, and the `.po` files that translate them.

`tools/texts` lists for translators what is not translated, and fails for what is wrong; the game shows in English what
no catalogue has. `tools/texts --write` brings the catalogues up to date: new texts come in without a translation, texts
that are no longer said go.
"""

import argparse
import ast
import re
import string
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from roborally.base.credits import read_credits
from roborally.base.paths import rule_folder
from roborally.base.translation import read_po
from roborally.game.course.notation import load_toml
from roborally.game.scenario.lessons import LESSONS, find_lessons, load_lesson
from roborally.narration.rulebook.markdown import Block, read_markdown
from roborally.narration.rulebook.pages import FOR_AUTHORS, PAGES
from roborally.narration.words import TABLES
from roborally.plugin_system.loader import find_plugins
from roborally.plugin_system.manifest import Manifest, read_manifest

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "sv")
CLASS = re.compile(r"^ *class (?P<name>\w+)\((?P<bases>[\w, ]+)\):", re.MULTILINE)
"""A class and the names of those that it extends; parsing all the code for them would take seconds."""


def code(paths: Iterable[Path]) -> Iterator[tuple[Path, ast.AST]]:
    """Yield every node of the code in some files, with its file."""
    for path in sorted(paths):
        yield from ((path, node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def error_classes() -> frozenset[str]:
    """Return the names of the classes whose errors tell a sentence: `AnswerError`, `GameError` and all that follow."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "roborally").rglob("*.py"))
    classes = (match for text in texts for match in CLASS.finditer(text))
    bases = {match["name"]: set(match["bases"].split(", ")) for match in classes}
    found = {"AnswerError", "GameError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def was_shown(call: ast.Call) -> bool:
    """Return whether a call makes a message or an error, so that its first argument is a sentence."""
    function = call.func
    if wraps(call):
        return True
    if isinstance(function, ast.Attribute):
        return function.attr == "of" and isinstance(function.value, ast.Name) and function.value.id == "Message"
    return isinstance(function, ast.Name) and function.id in error_classes()


def wraps(call: ast.Call) -> bool:
    """Return whether a call makes the block where an error of the system becomes a sentence with `{error}`."""
    return isinstance(call.func, ast.Attribute) and call.func.attr == "wrapping"


def texts_of_code(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the texts that code passes through `_` or `text`, and those that messages and errors tell."""
    for _path, node in code(paths):
        if not (isinstance(node, ast.Call) and node.args):
            continue
        first = node.args[0]
        marked = isinstance(node.func, ast.Name) and node.func.id in ("_", "text")
        if (marked or was_shown(node)) and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value if has_words(first.value) else ""


def has_words(sentence: str) -> bool:
    """Return whether a sentence is more than its values."""
    return any(literal.strip(" :;,()") for literal, *_rest in string.Formatter().parse(sentence))


def texts_of_manifest(manifest: Manifest) -> Iterator[str]:
    """Yield the texts of a manifest, in its order."""
    yield manifest.title
    yield manifest.description
    yield from manifest.differences
    for page in manifest.opening.values():
        yield from (page.heading, page.text)
    yield from manifest.result.values()
    for phase in manifest.phase.values():
        yield phase.title
    for setting in manifest.settings.values():
        yield setting.text
        yield setting.quick
        yield from map(setting.title, setting.choices)
    for preset in manifest.preset.values():
        yield from (preset.title, preset.text)
    for element in manifest.element.values():
        yield from (element.tooltip, element.place)
        for words in element.words.values():
            yield from words.values()
    for robot in manifest.robot.values():
        yield from (robot.title, robot.motto, robot.about, robot.ability)
        for lines in robot.lines.values():
            yield from lines
    for piece in manifest.piece.values():
        yield from (piece.title, piece.closer, piece.farther)
    for option in manifest.option.values():
        yield from (option.title, option.text, option.marked)
    for table in TABLES:
        yield from (said for said in getattr(manifest, table).values() if said not in manifest.option)
    for command in manifest.command.values():
        yield from (command.title, command.text)
    for achievement in manifest.achievement.values():
        yield from (achievement.title, achievement.text)
    for gauge in manifest.gauge.values():
        yield from (gauge.title, gauge.text, gauge.none)


def texts_of_courses(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the names and descriptions of boards and courses."""
    for path in sorted(paths):
        content = load_toml(path)
        yield from (content.get("name", ""), content.get("description", ""))


@cache
def wanted() -> dict[Path, list[str]]:
    """Return the texts that each folder of catalogues has to translate."""
    program = (path for path in (ROOT / "roborally").rglob("*.py"))
    credited = [block.text for block in read_credits()]
    lessons = (text for lesson in find_lessons() for text in lesson.texts())
    courses = texts_of_courses((ROOT / "boards").glob("*.toml"))
    found = {ROOT / "roborally" / "base" / "locale": [*texts_of_code(program), *credited, *lessons, *courses]}
    for plugin in find_plugins(installed=False).plugins.values():
        texts = [*texts_of_manifest(read_manifest(plugin.folder)), *texts_of_code(plugin.folder.rglob("*.py"))]
        for path in sorted((plugin.folder / LESSONS).glob("*.toml")):
            texts += load_lesson(path, plugin).texts()
        found[plugin.folder / "locale"] = texts
    return {folder: list(dict.fromkeys(text for text in texts if text)) for folder, texts in found.items()}


def names(text: str) -> list[str]:
    """Return the names in braces, sorted; raise `ValueError` when the braces do not match."""
    return sorted({name for _literal, name, _format, _conversion in string.Formatter().parse(text) if name is not None})


def untranslated(path: Path, texts: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each text that a catalogue lacks, and for each that is in it without need."""
    entries = read_po(path) if path.is_file() else {}
    yield from (f"{path}: {text!r} is not translated" for text in texts if not entries.get(text))
    yield from (f"{path}: {text!r} is no longer said" for text in entries if text not in texts)


def untranslated_rules(language: str) -> Iterator[str]:
    """Yield a sentence for each rule that a page in a language lacks, and for each page with another outline."""
    pages = [(rule_folder() / f"{page}.md", rule_folder() / language / f"{page}.md") for page in PAGES]
    modes = [plugin for plugin in find_plugins(installed=False).plugins.values() if plugin.manifest.kind == "mode"]
    short = [(mode.folder / "rulebook" / "en.md", mode.folder / "rulebook" / f"{language}.md") for mode in modes]
    for english, path in (*pages, *short):
        there, here = for_players(english), for_players(path)
        missing = {block.rule for block in there} - {block.rule for block in here}
        yield from (f"{path}: {rule} is not translated" for rule in sorted(missing))
        if not missing and outline(here) != outline(there):
            yield f"{path}: has other headings, items or tables than the English page"


def for_players(path: Path) -> list[Block]:
    """Return what the window shows of a page: nothing of a missing one, and no chapters for authors."""
    found: list[Block] = []
    shown = True
    for block in read_markdown(path.read_text(encoding="utf-8")) if path.is_file() else []:
        if block.kind == "heading" and block.level <= 2:
            shown = block.text not in FOR_AUTHORS
        if shown:
            found.append(block)
    return found


def outline(blocks: Sequence[Block]) -> list[tuple[str, int, str, int]]:
    """Return what is the same in every language: kinds, levels, rules and the width of tables."""
    return [(block.kind, block.level, block.rule, len(block.cells)) for block in blocks]


def problems(path: Path) -> Iterator[str]:
    """Yield a sentence for each translation in a catalogue that names other values than its text."""
    for text, translated in (read_po(path) if path.is_file() else {}).items():
        try:
            if translated and names(text) != names(translated):
                yield f"{path}: {text!r} names {names(text)}, its translation {names(translated)}"
        except ValueError as error:
            yield f"{path}: {translated!r}: {error}"


def in_order(texts: Sequence[str], known: Collection[str]) -> list[str]:
    """Return the texts in the order of a catalogue, each new one behind the text that is said before it."""
    wanted = set(texts)
    order = [text for text in known if text in wanted]
    for before, text in pairwise(["", *texts]):
        if text not in known:
            order.insert(order.index(before) + 1 if before else 0, text)
    return order


def written(language: str, texts: Sequence[str], known: dict[str, str]) -> str:
    """Return a catalogue as text; what stands in it already keeps its place, so that changes stay small."""
    head = f'"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"'
    lines = [f'msgid ""\nmsgstr ""\n{head}\n']
    lines += [f"msgid {quoted(text)}\nmsgstr {quoted(known.get(text, ''))}\n" for text in in_order(texts, known)]
    return "\n".join(lines)


def quoted(text: str) -> str:
    """Return a text as a `.po` file holds it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def main(arguments: Sequence[str] | None = None) -> int:
    """List what is missing, or write the catalogues; return 1 when anything is wrong."""
    parser = argparse.ArgumentParser(prog="tools/texts", description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help="update the files")
    parsed = parser.parse_args(arguments)
    missing = [line for language in LANGUAGES for line in untranslated_rules(language)]
    wrong: list[str] = []
    for folder, texts in wanted().items():
        for language in LANGUAGES:
            path = folder / f"{language}.po"
            if parsed.write:
                folder.mkdir(exist_ok=True)
                known = read_po(path) if path.is_file() else {}
                path.write_text(written(language, texts, known), encoding="utf-8")
            missing += untranslated(path, texts)
            wrong += problems(path)
    print("\n".join([*wrong, *missing]) or "all texts are translated")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
