"""Writes the details of the selected plugin on the plugins page: what it changes for players, its files for authors."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from roborally.base.dates import date_text
from roborally.base.errors import GameError
from roborally.base.translation import _, catalogue_faults, plugin_text
from roborally.features.authoring.window.entries import KINDS, Examination, PluginEntry
from roborally.features.authoring.window.paper import Paper
from roborally.game.course.courses import Course
from roborally.game.course_shelf import playable_courses
from roborally.game.scenario.file import check_head, check_robots, load_scenario
from roborally.game.scenario.run import scenario_course
from roborally.plugin_system.hooks import has_hook
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import Setting
from roborally.profile.plugin_files import digest_of, files_of
from roborally.profile.plugin_pins import Pin
from roborally.profile.plugin_summary import adds, adds_to_matches, is_code
from roborally.profile.program_plugins import KIND

CODE_MODULES = ("rules", "view", "bot")
"""The modules of a plugin whose functions may be hooks of a match."""
SHORT_DIGEST = 23
"""How many letters of a digest are shown: `sha256:` and 16 digits."""


def write_details(
    paper: Paper, entry: PluginEntry, examination: Examination, pins: Mapping[str, Pin], *, for_authors: bool
) -> Iterator[None]:
    """Write about a plugin in steps, each ended by a yield, the most important part first.

    With `for_authors` write ids, files, hooks and settings, otherwise what the plugin changes in a match. `pins` says
    where installed plugins come from, by plugin id.
    """
    _write_problem(paper, entry)
    plugin = entry.plugin
    if plugin is None:
        if entry.folder is not None:
            _write_folder(paper, entry)
        return
    paper.write(plugin_text(plugin.folder, plugin.manifest.description))
    yield
    had_problem = entry.problem is not None
    yield from examination.modes_of(entry)
    if entry.problem is not None and not had_problem:
        _write_problem(paper, entry)
    pin = pins.get(plugin.id)
    if for_authors:
        _write_translation(paper, plugin)
        _write_about(paper, plugin, pin)
        yield
        yield from _write_contents(paper, entry, plugin)
        _write_needs(paper, plugin, examination.catalogue)
        yield
        yield from _write_settings(paper, plugin)
        _write_folder(paper, entry)
        return
    for line in adds_to_matches(plugin.manifest, _files_of(plugin), partial(plugin_text, plugin.folder)):
        paper.write(str(line))
    yield
    _write_relations(paper, entry, plugin, examination)
    if plugin.manifest.kind == KIND:
        paper.write(_("It adds commands, pages and settings to the program, once you switch it on below."))
    if pin is not None:
        text = _("Installed on {date} from {source}")
        paper.write(text.format(date=_day_of(pin), source=pin.source), "text-dim")
        if _is_changed(plugin, pin):
            paper.write(_("Its files have changed since it was installed."), "warning")


def example_of(entry: PluginEntry, catalogue: Catalogue) -> tuple[Course | None, Sequence[dict[str, Any]]]:
    """Return a course that shows a plugin and its robots as in a scenario file, or `None` and no robots.

    The course is the first one of a mode, else that of the plugin's first scenario.
    """
    if entry.plugin is None or entry.problem is not None:
        return None, ()
    if entry.kind == "mode":
        return next(iter(playable_courses(catalogue, entry.name)), None), ()
    with suppress(GameError):  # said where the scenarios are listed
        for path in entry.scenarios()[:1]:
            data = load_scenario(path)
            check_head(data, str(path))
            check_robots(data, str(path))
            return scenario_course(str(path), data, catalogue), data["robots"]
    return None, ()


def _files_of(plugin: Plugin) -> Mapping[str, Path]:
    """Return the files of a plugin by their paths in it; empty if they cannot be read."""
    with suppress(GameError):
        return files_of(plugin.folder)
    return {}


def _write_problem(paper: Paper, entry: PluginEntry) -> None:
    if entry.problem is not None:
        paper.heading(_("Why it cannot be used"))
        paper.write(entry.problem.as_sentence(), "warning")


def _write_translation(paper: Paper, plugin: Plugin) -> None:
    """Write what is wrong with the plugin's translations, if anything is."""
    if faults := catalogue_faults(plugin.folder / "locale"):
        paper.heading(_("What is wrong with its translations"))
        for fault in faults:
            paper.write(f"{fault}.", "warning")


def _day_of(pin: Pin) -> str:
    """Return the date of an installation as a text; a date that was edited by hand is returned unchanged."""
    try:
        return date_text(date.fromisoformat(pin.date))
    except ValueError:
        return pin.date


def _write_about(paper: Paper, plugin: Plugin, pin: Pin | None) -> None:
    """Write version, author, kind, id, licence, and the digest of an installed plugin."""
    manifest = plugin.manifest
    paper.heading(_("About"))
    paper.write(
        _("Version {version}, by {author}").format(version=manifest.version, author=", ".join(manifest.authors))
    )
    paper.write(
        _("{kind}, id {id}, licence {licence}").format(
            kind=_(KINDS[manifest.kind]), id=plugin.id, licence=manifest.license
        )
    )
    if pin is not None:
        paper.write(_("Fingerprint {digest}").format(digest=f"{pin.digest[:SHORT_DIGEST]}…"), "text-dim")


def _is_changed(plugin: Plugin, pin: Pin) -> bool:
    """Return whether a plugin's files have changed since it was installed, or cannot be read."""
    try:
        return digest_of(plugin.folder) != pin.digest
    except GameError:
        return True


def _write_contents(paper: Paper, entry: PluginEntry, plugin: Plugin) -> Iterator[None]:
    """Write what the plugin adds, its hooks, and its files."""
    try:
        files = files_of(plugin.folder)
    except GameError as error:
        paper.write(error.message.as_sentence(), "warning")
        return
    paper.heading(_("What it adds"))
    for line in adds(plugin.manifest, files, partial(plugin_text, plugin.folder)):
        paper.write(str(line))
    yield
    if is_code(files):
        paper.write(_("It runs code of its own."), "text-dim")
    else:
        paper.write(_("It has no code of its own, only data."), "text-dim")
    runs = entry.problem is None and not entry.adds_to_program  # whose code runs only once it is switched on
    if runs and (hooks := _hooks_of(plugin)):
        paper.write(_("Hooks: {names}").format(names=", ".join(hooks)))
    paper.write(_("Files: {names}").format(names=", ".join(path for path in files if "/" not in path)))
    yield


def _hooks_of(plugin: Plugin) -> list[str]:
    """Return the sorted names of the hooks in a plugin's code, without code that cannot be loaded."""
    found: set[str] = set()
    for name in CODE_MODULES:
        with suppress(GameError):  # said as the reason why it cannot be used
            if (module := plugin.load(name)) is not None:
                found.update(hook for hook in vars(module) if has_hook(module, hook))
    return sorted(found)


def _write_needs(paper: Paper, plugin: Plugin, catalogue: Catalogue) -> None:
    if plugin.manifest.needs:
        titles = ", ".join(_title(catalogue, id_) for id_ in plugin.manifest.needs)
        paper.write(_("Needs: {plugins}").format(plugins=titles))


def _write_settings(paper: Paper, plugin: Plugin) -> Iterator[None]:
    """Write a sentence about each setting, with its default."""
    if plugin.manifest.settings:
        paper.heading(_("Settings"))
    for setting in plugin.manifest.settings.values():
        paper.write(plugin_text(plugin.folder, setting.text))
        paper.write(_("Usually: {value}").format(value=_default(plugin, setting)), "text-dim", indent=16)
        yield


def _write_relations(paper: Paper, entry: PluginEntry, plugin: Plugin, examination: Examination) -> None:
    """Write the modes with which a plugin can be played, and the plugins with which it cannot."""
    modes = [mode for mode in examination.fitting(entry) if mode != plugin.id]
    lines = [
        (_("Can be played with: {plugins}"), modes),
        (_("Not together with: {plugins}"), list(plugin.manifest.conflicts)),
    ]
    for sentence, ids in lines:
        if ids:
            paper.write(
                sentence.format(plugins=", ".join(_title(examination.catalogue, id_) for id_ in ids)), "text-dim"
            )


def _title(catalogue: Catalogue, id_: str) -> str:
    plugin = catalogue.plugins.get(id_)
    return id_ if plugin is None else plugin.title


def _default(plugin: Plugin, setting: Setting) -> str:
    """Return the default value of a setting as text for players."""
    if isinstance(setting.default, bool):
        return _("on") if setting.default else _("off")
    if setting.type == "choice":
        return plugin_text(plugin.folder, setting.title(str(setting.default)))
    return str(setting.default)


def _write_folder(paper: Paper, entry: PluginEntry) -> None:
    paper.heading(_("Folder"))
    paper.write(str(entry.folder), "text-dim")
