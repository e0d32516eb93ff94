"""`roborally plugin pack`, `install` and `remove`: share plugins, install those of others, and delete them."""

import argparse
import sys
from pathlib import Path

from roborally.base.console import say
from roborally.base.errors import GameError
from roborally.cli import add_command
from roborally.profile.plugin_files import digest_of, plugin_in
from roborally.profile.plugin_store import Installed, Offer, dependents, installed, offer, pack, remove

WARNING = "It runs code of its own, which may do everything that you may do. Install it only if you trust its author."
SOURCES = "a folder, a zip file, or https://…/FILE.zip; …#subdirectory=FOLDER says where in it"


def add_actions(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the actions `pack`, `install` and `remove` with their options to the command `plugin`."""
    packing = add_command(actions, "pack", "write a plugin into a zip file, which others can install")
    packing.set_defaults(run=run_pack)
    packing.add_argument("folder", type=Path, metavar="DIR", help="the folder of the plugin, with its plugin.toml")
    packing.add_argument(
        "--to", type=Path, default=Path(), metavar="PATH", help="the file, or a folder for it (default: here)"
    )
    installing = add_command(actions, "install", "show what a plugin is, ask, and install it")
    installing.set_defaults(run=run_install)
    installing.add_argument("source", metavar="SOURCE", help=SOURCES)
    installing.add_argument(
        "--digest", default="", metavar="SHA256", help="refuse it unless its digest is this one (sha256:…)"
    )
    _add_yes(installing)
    removing = add_command(actions, "remove", "delete one of your plugins")
    removing.set_defaults(run=run_remove)
    removing.add_argument("id", metavar="ID", help="the plugin, as in `roborally plugin list`")
    _add_yes(removing)


def _add_yes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run_pack(arguments: argparse.Namespace) -> int:
    """Write the zip file of a plugin; print its path and the digest for `install --digest`; return 0."""
    say(f"wrote {pack(arguments.folder, arguments.to)}")
    say(f"digest {digest_of(plugin_in(arguments.folder))}")
    return 0


def run_install(arguments: argparse.Namespace) -> int:
    """Describe a plugin, ask, and install it; return 1 if the answer is no, else 0."""
    offered = offer(arguments.source, _digest(arguments.digest))
    try:
        for line in description(offered):
            say(line)
        question = "Install it?" if offered.replaces is None else "Replace it?"
        if not (arguments.yes or _agrees(question)):
            say("nothing was installed")
            return 1
        say(f"installed {offered.title} in {offered.install()}")
        return 0
    finally:
        offered.discard()


def _digest(written: str) -> str:
    return f"sha256:{written}" if written and ":" not in written else written


def description(offered: Offer) -> list[str]:
    """Return the lines that describe a plugin before it is installed."""
    lines = [f"{offered.title} {offered.version} ({offered.id}), by {offered.author}, licence {offered.license}"]
    lines.append(offered.description)
    lines += [f"  {line}" for line in offered.adds]
    lines += [f"from    {offered.source}", f"digest  {offered.digest}"]
    lines += [f"missing {problem}" for problem in offered.missing]
    if (old := offered.replaces) is not None:
        origin = f"from {old.source}" if old.source else "which was put there by hand"
        lines.append(f"replaces {old.id} {old.version}, {origin}")
        if old.is_changed or not old.source:
            lines.append(f"What was changed in {old.folder} will be lost.")
    lines.append(WARNING if offered.is_code else "It has no code of its own.")
    return lines


def _agrees(question: str) -> bool:
    """Ask a question on the terminal; return whether the answer is yes. Raise `GameError` without a terminal."""
    if not sys.stdin.isatty():
        raise GameError("nobody can be asked here; --yes answers yes")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def run_remove(arguments: argparse.Namespace) -> int:
    """Say what the removal of a plugin means, ask, and delete it; return 1 if the answer is no, else 0."""
    known = next((entry for entry in installed() if entry.id == arguments.id), None)
    if known is not None:
        for line in _consequences(known):
            say(line)
        if not (arguments.yes or _agrees("Delete it?")):
            say("nothing was removed")
            return 1
    remove(arguments.id)
    say(f"removed {arguments.id}")
    return 0


def _consequences(known: Installed) -> list[str]:
    lines = [f"{known.title} {known.version} in {known.folder}"]
    if not known.source:
        lines.append("It was put there by hand, and there may be no other copy of it.")
    elif known.is_changed:
        lines.append("Its files were changed since it was installed; the changes will be lost.")
    if needed := dependents(known.id):
        lines.append(f"These need it, and will not be usable: {', '.join(needed)}")
    lines.append("Saved games with it can be loaded again when the same version is installed.")
    return lines
