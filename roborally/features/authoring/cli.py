"""`roborally plugin`: lists, checks, makes and documents plugins; `cli_install` and `cli_watch` do the rest."""

import argparse
import json
from pathlib import Path

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.console import give, say
from roborally.cli import add_command
from roborally.features.authoring import cli_install, cli_watch
from roborally.features.authoring.checks.apart import check_apart
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.reference.declared import declared
from roborally.features.authoring.reference.of_plugins import plugins_page
from roborally.features.authoring.scaffold import KINDS, create
from roborally.plugin_system.loader import find_plugins
from roborally.profile.plugin_files import plugin_in
from roborally.profile.plugin_store import installed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally plugin`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    add_command(actions, "list", "list all plugins, and say why some cannot be used")
    check = add_command(actions, "check", "check a plugin, and print every problem")
    check.add_argument("folder", type=Path, metavar="DIR", help="the folder of the plugin, with its plugin.toml")
    check.add_argument("--quick", action="store_true", help="read it and run its scenarios only; play no games with it")
    check.add_argument("--json", action="store_true", help="print problems and notes as JSON, for editors")
    new = add_command(actions, "new", "write the files of a new plugin, which works from the start")
    new.add_argument("name", metavar="NAME", help="the name of the plugin, such as 'Tar pit'")
    new.add_argument("--kind", choices=KINDS, default="element", help="what the plugin adds (default: element)")
    new.add_argument("--package", action="store_true", help="as a Python project to share: pyproject, README, checks")
    new.add_argument(
        "--to",
        type=Path,
        metavar="DIR",
        help="where to write it (default: your own plugins; for a package, here)",
    )
    cli_watch.add_actions(actions)
    docs = add_command(actions, "docs", "print what plugins declare: points, values, events, facts, settings, elements")
    docs.set_defaults(run=run_docs)
    docs.add_argument("ids", nargs="*", metavar="ID", help="the plugins (default: all that are here)")
    docs.add_argument("--to", type=Path, metavar="FILE.md", help="the file to write it to, in Markdown")
    cli_install.add_actions(actions)


def run(arguments: argparse.Namespace) -> int:
    """Run the action and return its exit status: 1 if a check has found a problem or the user has declined, else 0."""
    if arguments.action == "list":
        return show_list()
    if arguments.action == "check":
        return show_check(arguments.folder, quick=arguments.quick, as_json=arguments.json)
    if "run" in arguments:
        return int(arguments.run(arguments))
    usual = Path() if arguments.package else paths.user_plugin_folder()
    return make_new(arguments.name, arguments.kind, arguments.to or usual, package=arguments.package)


def show_list() -> int:
    """Print a table of all plugins, then why others cannot be used, then where installed ones come from; return 0."""
    catalogue = find_plugins()
    unusable = dict(catalogue.broken)
    rows = [("id", "title", "kind", "version", "where")]
    for plugin in sorted(catalogue.plugins.values(), key=lambda plugin: plugin.id):
        if (reason := catalogue.unusable(plugin)) is not None:
            unusable[plugin.id] = reason
            continue
        manifest = plugin.manifest
        rows.append((plugin.id, manifest.title, manifest.kind, manifest.version, str(plugin.folder)))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        say("  ".join([*[text.ljust(width) for text, width in zip(row, widths, strict=False)], row[4]]))
    if unusable:
        say()
        say("not usable:")
    for name, reason in sorted(unusable.items()):
        say(f"  {name}: {reason}")
    origins = [entry for entry in installed() if entry.source]
    if origins:
        say()
        say("installed:")
    for entry in origins:
        changed = ", and changed since" if entry.is_changed else ""
        say(f"  {entry.id}: from {entry.source}, {entry.date}{changed}")
    return 0


def show_check(folder: Path, *, quick: bool = False, as_json: bool = False) -> int:
    """Check a plugin, without games if `quick`; print the report, as JSON if `as_json`; return 1 for problems or 0."""
    report = check_plugin(folder) if quick else check_apart(folder)
    if as_json:
        give(json.dumps(report.to_data(), indent=2, ensure_ascii=False) + "\n")
        return 0 if report.ok else 1
    for problem in report.problems:
        say(f"wrong  {problem}")
    for note in report.notes:
        say(f"note   {note}")
    if report.ok:
        works = f"works with {', '.join(report.modes)}" if report.modes else "adds to the program"
        held = "; 1 scenario holds" if report.scenarios == 1 else f"; {report.scenarios} scenarios hold"
        played = f"; {report.games} games played" if report.games else ""
        say(f"ok     {report.id}: {works}{held if report.scenarios else ''}{played}")
    return 0 if report.ok else 1


def make_new(name: str, kind: str, folder: Path, *, package: bool = False) -> int:
    """Write a new plugin below `folder`, with `package` as a project to share; print how to check it; return 0."""
    made = create(name, kind, folder, package=package)
    say(f"wrote {made}")
    say(f"check it with: roborally plugin check {plugin_in(made)}")
    return 0


def run_docs(arguments: argparse.Namespace) -> int:
    """Print the reference of some or all plugins, or write it to the file of `--to`; return 0."""
    catalogue = find_plugins()
    for id_ in arguments.ids:
        catalogue.get(id_)  # reports why a plugin cannot be used
    page = plugins_page(declared(catalogue), arguments.ids, [])
    if arguments.to is None:
        give(page)
    else:
        write_aside(arguments.to, page.encode())
        say(f"wrote {arguments.to}")
    return 0
