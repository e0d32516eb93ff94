"""`roborally plugin docs`: prints or writes the reference of the installed plugins."""

import argparse
from pathlib import Path

from roborally.base.atomic_file import write_aside
from roborally.base.console import give, say
from roborally.cli import add_command
from roborally.features.authoring.reference.declared import declared
from roborally.features.authoring.reference.of_plugins import plugins_page
from roborally.plugin_system.loader import find_plugins


def add_actions(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the action of this module; its `run` attribute is the function that runs it."""
    docs = add_command(actions, "docs", "print what plugins declare: points, values, events, facts, settings, elements")
    docs.set_defaults(run=run_docs)
    docs.add_argument("ids", nargs="*", metavar="ID", help="the plugins (default: all that are here)")
    docs.add_argument("--to", type=Path, metavar="FILE.md", help="the file to write it to, in Markdown")


def run_docs(arguments: argparse.Namespace) -> int:
    """Print the reference, or write it."""
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
