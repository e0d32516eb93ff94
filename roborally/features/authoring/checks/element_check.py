"""Checks the elements in a plugin's manifest: their notations, values, texts and pictures."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from roborally.base import paths
from roborally.base.templates import parsed_names
from roborally.features.authoring.checks.report import Report
from roborally.game.course.notation_examples import samples
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import ElementManifest

_FRAMES = ("", "-0", "-base", "-wheel", "-head", "-closed")


def check_element(report: Report, plugin: Plugin, kind: str, element: ElementManifest, catalogue: Catalogue) -> None:
    """Add to a report the problems of one kind of element: its notation, values, texts and pictures."""
    where = f"plugin.toml: element.{kind}"
    atoms = samples(element.notation)
    if not atoms:
        report.notes.append(f"{where}.notation: no example can be made of it, so it was not compared with others")
    for atom in atoms:
        if atom in ("", ".") or re.search(r"[+:\s]", atom):
            report.problems.append(f"{where}.notation: it matches {atom!r}, which no board can hold")
            break
    report.problems += [f"{where}.notation: {clash}" for clash in _clashes(plugin, kind, element, atoms, catalogue)]
    _check_values(report, where, element, atoms)
    if element.wall == "behind" and "direction" not in re.compile(element.notation).groupindex:
        report.problems.append(f"{where}.wall: the notation captures no direction to put a wall behind")
    wanted = set(_sprite_names(element, atoms)) if element.sprite else {f"{kind}.png"}
    missing = sorted(name for name in wanted if not _has_picture(plugin, name, catalogue))
    if missing and not element.sprite:
        report.notes.append(f"{where}.sprite: none, so its symbol {element.symbol or kind[:1]!r} is drawn on a tile")
    elif missing:
        report.notes.append(f"{where}.sprite: missing: {', '.join(missing)}; a tile with its symbol is drawn instead")


def _clashes(
    plugin: Plugin, kind: str, element: ElementManifest, atoms: Sequence[str], catalogue: Catalogue
) -> Iterator[str]:
    own = re.compile(element.notation)
    for other in catalogue.plugins.values():
        for name, rival in other.manifest.element.items():
            if (other.id, name) == (plugin.id, kind):
                continue
            theirs = re.compile(rival.notation)
            shared = [a for a in atoms if theirs.fullmatch(a)] + [
                a for a in samples(rival.notation) if own.fullmatch(a)
            ]
            if shared:
                yield f"{shared[0]!r} is also a {name} of plugin {other.id!r}"


def _check_values(report: Report, where: str, element: ElementManifest, atoms: Sequence[str]) -> None:
    """Report values that cannot be read, and texts with names in braces that the notation does not capture."""
    pattern = re.compile(element.notation)
    for atom in atoms:
        found = pattern.fullmatch(atom)
        assert found is not None
        try:
            element.read(found)
        except ValueError as error:
            report.problems.append(f"{where}.values: {atom!r} cannot be read: {error}")
            break
    for key in ("tooltip", "place", "sprite"):
        try:
            names = parsed_names(getattr(element, key))
        except ValueError as error:
            report.problems.append(f"{where}.{key}: {error}")
            continue
        for name in sorted(names - set(pattern.groupindex)):
            report.problems.append(f"{where}.{key}: it speaks of {{{name}}}, which the notation does not capture")
    for name in sorted(set(element.words) - set(pattern.groupindex)):
        report.problems.append(f"{where}.words.{name}: the notation does not capture {name!r}")
    for name, words in element.words.items():
        if element.values.get(name) != "digits":
            continue
        for form, said in words.items():
            if form not in ("one", "many"):
                report.problems.append(f"{where}.words.{name}: must be 'one' or 'many', not {form!r}")
            elif f"{{{name}}}" not in said:
                report.problems.append(f"{where}.words.{name}.{form}: {{{name}}} stands for the numbers")


def _sprite_names(element: ElementManifest, atoms: Iterable[str]) -> Iterator[str]:
    pattern = re.compile(element.notation)
    for atom in atoms:
        found = pattern.fullmatch(atom)
        values: dict[str, Any] = dict(element.defaults)
        values |= {name: text for name, text in (found.groupdict() if found else {}).items() if text is not None}
        values = {name: element.words.get(name, {}).get(str(text), text) for name, text in values.items()}
        try:
            yield element.sprite.format(**values)
        except (KeyError, IndexError, ValueError):
            return


def _has_picture(plugin: Plugin, name: str, catalogue: Catalogue) -> bool:
    """Return whether a file for a picture or an animation of this name is in a folder where the window looks for it."""
    folders = [plugin.folder / "art", *[other.folder / "art" for other in catalogue.plugins.values()]]
    folders.append(paths.asset_folder() / "tiles")
    stem = name.removesuffix(".png")
    return any((folder / f"{stem}{frame}.png").is_file() for folder in folders for frame in _FRAMES)
