"""The details of a plugin on the page: its description, content, settings and origin."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial

from roborally.base.dates import date_text
from roborally.base.errors import GameError
from roborally.base.translation import _, catalogue_faults, plugin_text
from roborally.features.authoring.window.entries import KINDS, Examination, PluginEntry
from roborally.features.authoring.window.paper import Paper
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import Setting
from roborally.profile.plugin_files import digest_of, files_of
from roborally.profile.plugin_pins import Pin
from roborally.profile.plugin_summary import adds, is_code
from roborally.profile.program_plugins import KIND

SHORT_DIGEST = 23
"""The number of letters of a digest shown: `sha256:` and 16 digits."""


def write_details(
    paper: Paper, entry: PluginEntry, examination: Examination, pins: Mapping[str, Pin]
) -> Iterator[None]:
    """Write everything about a plugin, a little in each step; the first step has the most important part."""
    plugin = entry.plugin
    if plugin is None:
        _write_problem(paper, entry)
        if entry.folder is not None:
            _write_folder(paper, entry)
        return
    _write_problem(paper, entry)
    manifest = plugin.manifest
    paper.write(plugin_text(plugin.folder, manifest.description))
    yield
    had_problem = entry.problem is not None
    yield from examination.modes_of(entry)
    if entry.problem is not None and not had_problem:
        _write_problem(paper, entry)
    _write_translation(paper, plugin)
    _write_origin(paper, entry, plugin, pins.get(plugin.id))
    yield
    yield from _write_contents(paper, plugin)
    yield
    _write_relations(paper, entry, plugin, examination)
    yield
    if manifest.settings:
        paper.heading(_("Settings"))
        for setting in manifest.settings.values():
            paper.write(plugin_text(plugin.folder, setting.text))
            paper.write(_("Usually: {value}").format(value=_default(plugin, setting)), "text-dim", indent=16)
            yield
    _write_folder(paper, entry)


def _write_problem(paper: Paper, entry: PluginEntry) -> None:
    if entry.problem is not None:
        paper.heading(_("Why it cannot be used"))
        paper.write(entry.problem.as_sentence(), "warning")


def _write_translation(paper: Paper, plugin: Plugin) -> None:
    """Write the errors in its translations, for its authors."""
    if faults := catalogue_faults(plugin.folder / "locale"):
        paper.heading(_("What is wrong with its translations"))
        for fault in faults:
            paper.write(f"{fault}.", "warning")


def _day_of(pin: Pin) -> str:
    """Return the date when a plugin was installed; a date edited by hand is returned as it is."""
    try:
        return date_text(date.fromisoformat(pin.date))
    except ValueError:
        return pin.date


def _write_origin(paper: Paper, entry: PluginEntry, plugin: Plugin, pin: Pin | None) -> None:
    """Write the kind, the licence, and the origin."""
    manifest = plugin.manifest
    paper.heading(_("About"))
    paper.write(
        _("{kind}, id {id}, licence {licence}").format(
            kind=_(KINDS[manifest.kind]), id=plugin.id, licence=manifest.license
        )
    )
    if not entry.is_own:
        paper.write(_("It comes with the game."), "text-dim")
    elif pin is not None:
        text = _("Installed on {date} from {source}")
        paper.write(text.format(date=_day_of(pin), source=pin.source), "text-dim")
        paper.write(_("Fingerprint {digest}").format(digest=f"{pin.digest[:SHORT_DIGEST]}…"), "text-dim")
        if _is_changed(plugin, pin):
            paper.write(_("Its files have changed since it was installed."), "warning")


def _is_changed(plugin: Plugin, pin: Pin) -> bool:
    """Return whether a plugin's files differ from the installed ones."""
    try:
        return digest_of(plugin.folder) != pin.digest
    except GameError:
        return True


def _write_contents(paper: Paper, plugin: Plugin) -> Iterator[None]:
    """Write what the plugin adds, and whether it contains code."""
    try:
        files = files_of(plugin.folder)
    except GameError as error:
        paper.write(error.message.as_sentence(), "warning")
        return
    paper.heading(_("What it adds"))
    for line in adds(plugin.manifest, files, partial(plugin_text, plugin.folder)):
        paper.write(str(line))
    yield
    if plugin.manifest.kind == KIND:
        text = _("It adds commands, pages and settings to the program, once you switch it on below.")
        paper.write(text)
    if is_code(files):
        paper.write(_("It runs code of its own."), "text-dim")
    else:
        paper.write(_("It has no code of its own, only data."), "text-dim")


def _write_relations(paper: Paper, entry: PluginEntry, plugin: Plugin, examination: Examination) -> None:
    """Write the modes it can be played with, the plugins it needs, and its conflicts."""
    catalogue, manifest = examination.catalogue, plugin.manifest
    modes = [mode for mode in examination.fitting(entry) if mode != plugin.id]
    lines = [
        (_("Can be played with: {plugins}"), modes),
        (_("Needs: {plugins}"), list(manifest.needs)),
        (_("Not together with: {plugins}"), list(manifest.conflicts)),
    ]
    if any(ids for _sentence, ids in lines):
        paper.heading(_("Goes with"))
    for sentence, ids in lines:
        if ids:
            paper.write(sentence.format(plugins=", ".join(_title(catalogue, id_) for id_ in ids)))


def _title(catalogue: Catalogue, id_: str) -> str:
    plugin = catalogue.plugins.get(id_)
    return id_ if plugin is None else plugin.title


def _default(plugin: Plugin, setting: Setting) -> str:
    """Return the default value of a setting as a text."""
    if isinstance(setting.default, bool):
        return _("on") if setting.default else _("off")
    if setting.type == "choice":
        return plugin_text(plugin.folder, setting.title(str(setting.default)))
    return str(setting.default)


def _write_folder(paper: Paper, entry: PluginEntry) -> None:
    paper.heading(_("Folder"))
    paper.write(str(entry.folder), "text-dim")
