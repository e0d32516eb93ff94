"""The compiled engine: finds a build that fits its sources, and makes Python import from it.

`tools/compile` compiles the engine and the plugins that come with the game into one library, with a small module for
each source (docs/performance.md). A build is a folder with that library and `build.json`, which holds the version of
Python, the version of the game, and a digest of every source. A build is used only if all of these fit, since compiled
modules call each other without asking Python. Otherwise the same sources run uncompiled, and `engine` has the reason.

A checkout uses a build only if `ROBORALLY_COMPILED=1` is set. A wheel that contains a build uses it, unless
`ROBORALLY_COMPILED=0` is set.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from roborally.base import paths
from roborally.base.version import VERSION

SWITCH = "ROBORALLY_COMPILED"
"""The environment variable that asks for the compiled engine (1) or forbids it (0)."""
LIBRARY = "roborally_compiled"
"""The name of the compiled library, without the suffixes that mypyc and Python add."""
RECORD = "build.json"
"""The file that describes a build; it is written last, so a folder without it is an unfinished build."""
SUFFIX = EXTENSION_SUFFIXES[0]
"""The suffix of library files for this Python, such as `.cpython-311-x86_64-linux-gnu.so`."""
PYTHON = SUFFIX.split(".")[1]
"""The part of `SUFFIX` that names the version of Python and the platform."""
_PLUGINS = "roborally_plugins."


class Engine(NamedTuple):
    """Whether this process runs the compiled engine, and whether the environment variable has asked for it.

    `why_not` is the reason if it does not, as the end of a sentence; it may be empty.
    """

    is_compiled: bool
    why_not: str = ""
    was_asked_for: bool = False

    def __str__(self) -> str:
        if self.is_compiled:
            return "compiled engine"
        return f"plain engine: {self.why_not}" if self.why_not else "plain engine"


class UnfitError(Exception):
    """A build cannot be used; the message is the end of a sentence."""


class _Module(NamedTuple):
    source: Path
    file: Path


def digest_of(content: bytes) -> str:
    """Return the hexadecimal digest of the content of a source."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def source_path(name: str) -> Path:
    """Return the path of a source that a build names, such as `roborally/core/state.py` or `plugins/oil/card.py`."""
    first, _, rest = name.partition("/")
    return (paths.plugin_folder() if first == "plugins" else paths.package_folder()) / rest


def builds() -> list[Path]:
    """Return the folders of all builds on this machine, the newest first."""
    place = paths.compiled_folder()
    found = [folder for folder in place.iterdir() if (folder / RECORD).is_file()] if place.is_dir() else []
    return sorted(found, key=lambda folder: ((folder / RECORD).stat().st_mtime_ns, folder.name), reverse=True)


def check(folder: Path) -> dict[str, _Module]:
    """Return the modules of a build by name; raise `UnfitError` unless its Python, its version and its sources fit.

    Libraries must exist and have their recorded size; their content is not checked.
    """
    try:
        record: Any = json.loads((folder / RECORD).read_bytes())
        python, version, files = record["python"], record["version"], record["files"]
        modules = {name: (entry["source"], entry["digest"]) for name, entry in record["modules"].items()}
        sizes = {str(name): int(size) for name, size in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise UnfitError("the build is damaged") from None
    if python != PYTHON:
        raise UnfitError(f"the build is for {python}, and this is {PYTHON}")
    if version != VERSION:
        raise UnfitError(f"the build is of version {version}, and this is {VERSION}")
    for name, size in sizes.items():
        file = folder / name
        if not file.is_file() or file.stat().st_size != size:
            raise UnfitError(f"the build lacks {name}")
    found: dict[str, _Module] = {}
    for name, (source, digest) in modules.items():
        path = source_path(source)
        try:
            same = digest_of(path.read_bytes()) == digest
        except OSError:
            same = False
        if not same:
            raise UnfitError(f"{source} has changed since the build")
        if f"{name}{SUFFIX}" not in sizes:
            raise UnfitError("the build is damaged")
        found[name] = _Module(path, folder / f"{name}{SUFFIX}")
    return found


def _load(folder: Path) -> None:
    """Load the library of a build; raise `UnfitError`, such as for one that needs a newer C library."""
    name = f"{LIBRARY}__mypyc"
    path = folder / f"{name}{SUFFIX}"
    try:
        loader = ExtensionFileLoader(name, str(path))
        library = module_from_spec(ModuleSpec(name, loader, origin=str(path)))
        loader.exec_module(library)
    except ImportError as error:
        raise UnfitError(f"the build cannot be loaded: {error}") from None
    sys.modules[name] = library


class _Loader(ExtensionFileLoader):
    def __init__(self, name: str, path: str, finder: "Finder") -> None:
        super().__init__(name, path)
        self._finder = finder

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        self._finder.put_back()
        try:
            return super().create_module(spec)
        finally:
            self._finder.note()

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        self._finder.note()


class Finder:
    """An import finder that loads the modules of a build in place of their sources.

    It finds a plugin's module only if the plugin lies in the game's own folder: a plugin of the same name elsewhere is
    another plugin.

    A compiled module can be loaded once in a process. Modules of the library load each other without this finder, and
    expect earlier ones in `sys.modules`, even if these were removed from there.
    """

    def __init__(self, folder: Path, modules: dict[str, _Module]) -> None:
        self._folder = folder
        self._modules = modules
        self._loaded: dict[str, ModuleType] = {}
        self._are_plugins_plain = False

    def note(self) -> None:
        """Remember which modules of the build are loaded, and set their `__file__` to their sources, for messages."""
        for name, found in self._modules.items():
            module = sys.modules.get(name)
            if module is not None and str(module.__file__).endswith(SUFFIX):
                module.__file__ = str(found.source)
                self._loaded[name] = module

    def source_of(self, name: str) -> Path | None:
        """Return the source file of a module that was loaded from the build, `None` for any other."""
        module = sys.modules.get(name)
        if module is None or name not in self._modules:
            return None
        is_compiled = module is self._loaded.get(name) or str(module.__file__).endswith(SUFFIX)
        return self._modules[name].source if is_compiled else None

    def put_back(self) -> None:
        """Put modules of the build back into `sys.modules` that were loaded and then removed from it."""
        for name, module in self._loaded.items():
            package, _, last = name.rpartition(".")
            if name not in sys.modules and self._is_here(name, getattr(sys.modules.get(package), "__path__", ())):
                sys.modules[name] = module
                setattr(sys.modules[package], last, module)

    def _is_here(self, name: str, path: Iterable[str]) -> bool:
        """Return whether the build may serve a module of a package with this search path."""
        return not name.startswith(_PLUGINS) or (
            not self._are_plugins_plain and list(path) == [str(self._modules[name].source.parent)]
        )

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the import spec of a compiled module, `None` for any other module."""
        found = self._modules.get(name)
        if found is None or not self._is_here(name, path or ()):
            return None
        return spec_from_file_location(name, found.file, loader=_Loader(name, str(found.file), self))

    def look_again(self) -> None:
        """Load plugins uncompiled from now on if a source has changed since the build; the engine stays compiled."""
        try:
            check(self._folder)
        except UnfitError:
            self._are_plugins_plain = True


_engine = Engine(False)


def engine() -> Engine:
    """Return whether this process runs the compiled engine, and if not, why."""
    return _engine


def spec_of(name: str, folder: Path) -> ModuleSpec | None:
    """Return the import spec of a compiled module whose source lies in `folder`; `None` if it is not compiled."""
    for finder in sys.meta_path:
        if isinstance(finder, Finder):
            return finder.find_spec(name, [str(folder)])
    return None


def source_of(name: str) -> Path | None:
    """Return the source file of a compiled module that is loaded or being loaded; `None` for any other module."""
    for finder in sys.meta_path:
        if isinstance(finder, Finder):
            return finder.source_of(name)
    return None


def look_again() -> None:
    """Load plugins uncompiled from now on if a source has changed since the build."""
    for finder in sys.meta_path:
        if isinstance(finder, Finder):
            finder.look_again()


def use() -> None:
    """Import from the newest build that fits, if the environment variable `SWITCH` allows it; never raise."""
    global _engine
    wish = os.environ.get(SWITCH, "")
    if wish == "0" or (wish != "1" and not paths.is_compiled_wheel()):
        return
    why_not = ""
    for folder in builds():
        try:
            modules = check(folder)
            _load(folder)
        except UnfitError as error:
            why_not = why_not or str(error)
        else:
            sys.meta_path.insert(0, Finder(folder, modules))
            _engine = Engine(True, was_asked_for=wish == "1")
            return
    remedy = "install a wheel that brings a fitting one" if paths.is_wheel() else "run tools/compile"
    _engine = Engine(False, f"{why_not or 'there is no build'}; {remedy}", was_asked_for=wish == "1")
