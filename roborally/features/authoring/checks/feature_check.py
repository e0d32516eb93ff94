"""Checks a plugin that adds to the program (`feature.py`), as far as this is possible without a window."""

import ast
from collections.abc import Iterator

from roborally.base.errors import Message
from roborally.base.plain_file import read_plain
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.program import Guest, Program

NOT_PLAYED = ("rules.py", "view.py", "bot.py")
"""The files that such a plugin must not have, because it takes no part in matches."""


def feature_problems(plugin: Plugin) -> Iterator[str]:
    """Yield the problems of the hooks in a plugin's `feature.py`, and of the commands and pages that they add."""
    for name in NOT_PLAYED:
        if (plugin.folder / name).exists():
            yield f"{name}: a plugin that adds to the program takes no part in matches"
    problems: list[Message] = []
    program = Program([])
    program.on_close = lambda _plugin, why: problems.append(why)
    program.admit(Guest(plugin, lambda: True))
    commands, pages, settings = program.commands(), program.pages(), program.settings()
    menu = program.menu(None)
    if problems:
        yield from (f"feature.py: {problem}" for problem in problems)
        return
    for name, command in commands.items():
        yield from _missing(plugin, f"the command {name!r}", f"{command.module}:add_arguments")
        yield from _missing(plugin, f"the command {name!r}", f"{command.module}:run")
    for page in pages.values():
        yield from _missing(plugin, f"the page {page.name!r}", page.target)
    items = [item for group in menu.groups.values() for item in group]
    for item in items:
        if isinstance(item.act, str) and item.act not in pages:
            yield f"feature.py: the entry {item.text!r} opens the page {item.act!r}, which it does not add"
    if not (commands or pages or items or settings):
        yield "feature.py: it adds nothing to the program"


def _missing(plugin: Plugin, what: str, target: str) -> Iterator[str]:
    """Yield a problem if the source of a module lacks a function; `target` is `module:function`. Nothing is loaded."""
    module, _colon, function = target.partition(":")
    inside = module.removeprefix(f"{plugin.make_package()}.").replace(".", "/")
    path = plugin.folder / f"{inside}.py"
    if not path.is_file():
        yield f"feature.py: {what} needs {inside}.py, which is not there"
        return
    try:
        tree = ast.parse(read_plain(path))
    except (SyntaxError, ValueError, OSError) as error:
        yield f"{path.name}: {error}"
        return
    named = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    named |= {
        f"{owner.name}.{node.name}" for owner in classes for node in owner.body if isinstance(node, ast.FunctionDef)
    }
    if function not in named:
        yield f"{path.name}: {what} needs a function {function!r} in it"
