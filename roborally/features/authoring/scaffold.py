"""Writes the files of a new plugin from a template (`roborally plugin new`): manifest, code, scenario and test."""

import re
import shutil
import string
import unicodedata
from pathlib import Path

from roborally.base.errors import reason
from roborally.bots.registry import bot_names
from roborally.plugin import PluginError
from roborally.plugin_system.loader import find_plugins
from roborally.plugin_system.needs import id_problem

TEMPLATES = Path(__file__).resolve().parent / "templates"
KINDS = ("element", "robot", "option", "card", "mode", "bot")
"""The kinds of plugin with a template."""
_SUFFIX = ".template"


def create(name: str, kind: str, folder: Path, *, package: bool = False) -> Path:
    """Write a new plugin into a folder below `folder` and return it; raise `PluginError` if anything exists already.

    `kind` is one of `KINDS`. The id, and so the folder, is made of the words of `name`. As a `package` the plugin is a
    Python module in a project to share: with `pyproject.toml`, README and checks.
    """
    if kind not in KINDS:
        raise PluginError("there is no template for {kind!r}; there are: {known}", kind=kind, known=", ".join(KINDS))
    id_ = identifier(name)
    catalogue = find_plugins()
    known = catalogue.plugins.get(id_)
    if known is not None:
        raise PluginError(
            "there is a plugin {id!r} already, in {folder}; choose another name", id=id_, folder=known.folder
        )
    if kind == "bot" and id_ in bot_names(catalogue):
        raise PluginError("there is a bot {id!r} already; choose another name", id=id_)
    target = folder / id_
    if target.exists():
        raise PluginError("exists already; nothing was written", where=target)
    words = {"id": id_, "module": id_.replace("-", "_"), "title": title_of(name)}
    try:
        target.mkdir(parents=True)
        if package:
            _write(TEMPLATES / "package", target, words)
        _write(TEMPLATES / kind, target / words["module"] if package else target, words)
    except OSError as error:
        shutil.rmtree(target, ignore_errors=True)
        raise PluginError("cannot be written: {error}", where=target, error=reason(error)) from error
    return target


def identifier(name: str) -> str:
    """Return the id for a plugin's name: its words in lower case and hyphens; raise `PluginError` if it is invalid."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    id_ = "-".join(re.findall(r"[a-z0-9]+", plain.lower()))
    if problem := id_problem(id_):
        raise PluginError("the name {name!r} cannot become an id: {problem}", name=name, problem=problem)
    return id_


def title_of(name: str) -> str:
    """Return a plugin's name as a title: without special characters, and with a capital letter."""
    words = re.sub(r"[^\w' -]+", " ", name).replace("-", " ").split()
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def _write(source: Path, target: Path, words: dict[str, str]) -> None:
    for path in sorted(source.rglob("*" + _SUFFIX)):
        inside = path.relative_to(source).as_posix().removesuffix(_SUFFIX)
        # Some archives would omit a template whose name begins with a dot.
        file = target / string.Template(inside.replace("MODULE", "$module").replace("DOT", ".")).substitute(words)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = string.Template(path.read_text(encoding="utf-8")).substitute(words)
        file.write_text(text, encoding="utf-8")
