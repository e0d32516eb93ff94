"""Translates the texts of the program (`_`) and of plugins (`plugin_text`) into the player's language.

The catalogues are gettext's `.po` files, read without compiling: `roborally/base/locale/<language>.po` for the program
and `plugins/<id>/locale/<language>.po` for each plugin. Texts missing there are looked up in the program's catalogue,
and stay English if it lacks them, too. `tools/texts` collects the texts and keeps the files up to date.
"""

import gettext
import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from roborally.base.paths import package_folder
from roborally.base.plain_file import read_plain
from roborally.base.templates import parsed_names

LOCALE = package_folder() / "base" / "locale"
_log = logging.getLogger("roborally.texts")
MAX_TEXT = 4_000
"""The maximum length of a text in a catalogue or manifest, in characters; longer ones would block the window."""
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


class CatalogueError(ValueError):
    """A `.po` file that cannot be read; the message names the file and the line."""


class MessageCatalogue(gettext.NullTranslations):
    """The translations of one `.po` file; an empty translation counts as missing."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        super().__init__()
        self.entries = {text: translated for text, translated in entries.items() if translated}

    def gettext(self, message: str) -> str:
        """Return the translation of an English text, else that of the fallback catalogue, else the text itself."""
        return self.entries.get(message) or super().gettext(message)


class MessageEntry(NamedTuple):
    """An English text in a `.po` file with its translation, which may be empty; `line` is that of the English text."""

    line: int
    text: str
    translated: str

    def problem(self) -> str:
        """Return how the names in braces of the translation differ from those of the text; empty if they agree."""
        try:
            wanted = parsed_names(self.text)
        except ValueError:  # no template: its braces are plain letters
            return ""
        try:
            there = parsed_names(self.translated)
        except ValueError as error:
            return f"{self.translated!r}: {error}"
        if there == wanted or not self.translated:
            return ""
        return f"the translation of {self.text!r} names {_listed(there)}, the text {_listed(wanted)}"


def _listed(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "nothing"


def read_po(path: Path) -> dict[str, str]:
    """Return the translations in a `.po` file by their English texts; raise `CatalogueError`."""
    return {entry.text: entry.translated for entry in read_entries(path)}


def read_entries(path: Path) -> list[MessageEntry]:
    """Return the entries of a `.po` file in order, without its header.

    Only comments, `msgid` and `msgstr` are allowed; raise `CatalogueError` for anything else.
    """
    status = path.stat()
    return list(_entries(path, (status.st_mtime_ns, status.st_size, status.st_ino)))


@lru_cache(maxsize=128)  # mails and pages of one match use several languages, again and again
def _entries(path: Path, _stamp: tuple[int, ...]) -> tuple[MessageEntry, ...]:
    """Return the result of `read_entries`, cached; `_stamp` changes whenever the file does."""
    entries: dict[str, MessageEntry] = {}
    parts: dict[str, str] = {}
    key, begin = "", 0

    def close(number: int) -> None:
        if not parts:
            return
        if set(parts) != {"msgid", "msgstr"}:
            raise CatalogueError(f"{path}, line {number}: a msgid without a msgstr")
        if parts["msgid"] in entries:
            raise CatalogueError(f"{path}, line {number}: {parts['msgid']!r} stands there twice")
        entries[parts["msgid"]] = MessageEntry(begin, parts["msgid"], parts["msgstr"])
        parts.clear()

    try:
        lines = read_plain(path).decode().splitlines()
    except UnicodeDecodeError as error:
        raise CatalogueError(f"{path}: it is not written in UTF-8") from error
    number = 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        word, _space, rest = text.partition(" ")
        if word in ("msgid", "msgstr"):
            if word == "msgid":
                close(number)
                begin = number
            if word in parts:
                raise CatalogueError(f"{path}, line {number}: a second {word}")
            key, parts[word], text = word, "", rest.strip()
        found = _STRING.fullmatch(text)
        if found is None or not key:
            raise CatalogueError(f"{path}, line {number}: neither msgid, msgstr, a text in quotes nor a comment")
        parts[key] += re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[0]), found[1])
        if len(parts[key]) > MAX_TEXT:
            raise CatalogueError(f"{path}, line {number}: a text has at most {MAX_TEXT:,} characters")
    close(number)
    entries.pop("", None)
    return tuple(entries.values())


class _Texts:
    """The catalogues of the program and of plugins; each is in the first of `languages` for which there is a file."""

    def __init__(self, languages: tuple[str, ...] = ()) -> None:
        self.languages = languages
        path = _file_in(LOCALE, languages)
        self.program = gettext.NullTranslations() if path is None else MessageCatalogue(read_po(path))
        self.plugins: dict[Path, gettext.NullTranslations] = {}
        self.text_of_any = lru_cache(maxsize=1024)(self._text_of_any)

    def of_plugin(self, folder: Path) -> gettext.NullTranslations:
        if folder not in self.plugins:
            own = _load_of_plugin(folder / "locale", self.languages) or gettext.NullTranslations()
            own.add_fallback(self.program)
            self.plugins[folder] = own
        return self.plugins[folder]

    def _text_of_any(self, folders: tuple[Path, ...], text: str) -> str:
        found = (self.of_plugin(folder).gettext(text) for folder in folders)
        return next((sentence for sentence in found if sentence != text), text)


_usual: _Texts
_spoken: ContextVar[_Texts | None] = ContextVar("_spoken", default=None)
_read: dict[tuple[str, ...], _Texts] = {}
"""The catalogues read since the last `use_language`, by the wanted languages."""


def _texts() -> _Texts:
    return _spoken.get() or _usual


def use_language(*languages: str) -> None:
    """Translate from now on into the first of `languages`, such as `de`, that has a catalogue; English if none has."""
    global _usual
    _read.clear()
    _usual = _Texts(languages)


def read_again() -> None:
    """Read the catalogues again from their files, in the present language."""
    use_language(*_usual.languages)


@contextmanager
def speaking(*languages: str) -> Iterator[None]:
    """Translate into the first of `languages` that has a catalogue, within a `with` block and in this thread only."""
    if languages not in _read:
        _read[languages] = _Texts(languages)
    token = _spoken.set(_read[languages])
    try:
        yield
    finally:
        _spoken.reset(token)


def languages() -> list[str]:
    """Return the codes of the languages that the program has texts in, such as `de`, English first."""
    return ["en", *sorted(path.stem for path in LOCALE.glob("*.po"))]


def known_language(wanted: str) -> str:
    """Return the language code `wanted` if the program has texts in it, else `en`."""
    return wanted if wanted in languages() else "en"


def use_environment() -> None:
    """Translate from now on into the language of the environment variables LANGUAGE, LC_ALL, LC_MESSAGES and LANG."""
    wanted = next(
        (os.environ[name] for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    names = [re.split(r"[.@]", name)[0] for name in wanted.split(":")]
    use_language(*(form for name in names for form in (name, name.partition("_")[0]) if form))


def _load_of_plugin(folder: Path, languages: tuple[str, ...]) -> MessageCatalogue | None:
    """Return a plugin's catalogue in the first of `languages` that it has, else `None`; log faulty texts."""
    path = _file_in(folder, languages)
    if path is None:
        return None
    usable, faults = _usable(path)
    for fault in faults:
        _log.warning("%s", fault)
    return MessageCatalogue({entry.text: entry.translated for entry in usable})


def catalogue_faults(folder: Path) -> list[str]:
    """Return a sentence for each fault in the `.po` files of a folder: file, line, and which texts stay English."""
    return [fault for path in sorted(folder.glob("*.po")) for fault in _usable(path)[1]]


def _usable(path: Path) -> tuple[list[MessageEntry], list[str]]:
    """Return the entries of a `.po` file that can be used, and a sentence for each fault of the others."""
    try:
        entries = read_entries(path)
    except (CatalogueError, OSError) as error:
        return [], [f"{error}; the texts of this plugin stay English"]
    wrong = [
        f"{path}, line {entry.line}: {problem}; this text stays English"
        for entry in entries
        if (problem := entry.problem())
    ]
    return [entry for entry in entries if not entry.problem()], wrong


def _file_in(folder: Path, languages: tuple[str, ...]) -> Path | None:
    """Return the `.po` file in a folder of the first language that has one; `None` for English or if there is none."""
    for language in languages:
        if language in ("C", "POSIX") or language.startswith("en"):
            return None
        path = folder / f"{language}.po"
        if re.fullmatch(r"[A-Za-z_]+", language) and path.is_file():
            return path
    return None


def spoken_file(folder: Path, suffix: str) -> Path | None:
    """Return the file of a folder in the player's language, such as `de.md` for the suffix `.md`, else the English one.

    `None` if there is neither.
    """
    for language in (*_texts().languages, "en"):
        name = "en" if language in ("C", "POSIX") or language.startswith("en") else language
        path = folder / f"{name}{suffix}"
        if re.fullmatch(r"[A-Za-z_]+", name) and path.is_file():
            return path
    return None


def language() -> str:
    """Return the code of the language that texts are translated into, such as `de`; `en` if they are not translated."""
    path = _file_in(LOCALE, _texts().languages)
    return "en" if path is None else path.stem


def plugin_text(folder: Path, text: str) -> str:
    """Return an English text of the plugin in `folder`, translated into the player's language."""
    return _texts().of_plugin(folder).gettext(text)


def texts_of(file: str) -> Callable[[str], str]:
    """Return a function that translates a plugin's texts; `file` is the `__file__` of a module in its folder."""
    return partial(plugin_text, Path(file).parent)


def text_of_any(folders: tuple[Path, ...], text: str) -> str:
    """Return an English text translated into the player's language by the first plugin in `folders` that has it."""
    return _texts().text_of_any(folders, text)


def _(text: str) -> str:
    """Return an English text of the program, translated into the player's language."""
    return _texts().program.gettext(text)


use_language()
