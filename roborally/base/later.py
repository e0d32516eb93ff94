"""Modules that are imported when something of them is used for the first time, such as pages that nobody has opened.

    with imported_later():
        from roborally.ui.puzzles import puzzle_page

    puzzle_page.PuzzlePage(...)  # imports it

Only whole modules of the game can wait. A name that is taken from a module (`from … import PuzzlePage`) imports it at
once, in this block, too. To the tools that check layers and types these are imports like any other.

`let_wait` lets a package of others wait that only another library imports.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType
from typing import Any

_GAME = __name__.partition(".")[0] + "."
_waiting: list[str] = []
"""The modules that may not have been imported yet, in the order in which they were asked for."""


class _PatientLoader(LazyLoader):
    """Loads a module when it is used, and notes that it waits."""

    def exec_module(self, module: ModuleType) -> None:
        """Let the module wait."""
        _waiting.append(module.__name__)
        super().exec_module(module)


class _Finder:
    """Finds modules as usual, but lets those of the game wait that are no packages."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is loaded, or `None` for all others."""
        if not fullname.startswith(_GAME):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.submodule_search_locations is not None or not isinstance(spec.loader, SourceFileLoader):
            return None
        spec.loader = _PatientLoader(spec.loader)
        return spec


@contextmanager
def imported_later() -> Iterator[None]:
    """Let modules that are imported in this block wait until they are used, which only the main thread may do first."""
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def wait_first(*modules: str) -> None:
    """Put modules before all that wait: parts of them, or of others, that take long enough for a step of their own."""
    _waiting[:0] = modules


def import_one() -> bool:
    """Import one of the modules that wait, before anybody needs it; return whether there may be more."""
    if _waiting:
        module = import_module(_waiting.pop(0))
        assert module.__name__, "any attribute imports it"
    return bool(_waiting)


_fronts: dict[str, str] = {}
"""For packages that wait, the module that is imported in their place."""


class _Waiting(ModuleType):
    """A module of others whose code waits until a name of it is asked for that its package's front does not have.

    Unlike those of `LazyLoader` it also waits when it is only imported once more.
    """

    def __getattr__(self, name: str) -> Any:
        """Return a name of the front, or else run the module's code."""
        if name.startswith("__"):  # what the import system and debuggers look for: never a reason to run it
            raise AttributeError(name)
        if self.__name__ in _fronts and hasattr(front := import_module(_fronts[self.__name__]), name):
            return getattr(front, name)
        self.__class__ = ModuleType  # type: ignore[assignment] # a module like any other from now on
        assert self.__spec__ is not None
        assert self.__spec__.loader is not None
        self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def let_wait(package: str, front: str, *modules: str) -> None:
    """Let a package of others wait, with some of its modules, of which only the names in the module `front` are used.

    Every other name runs the code at once, so nothing is missing. Nothing is done if the package has been imported
    before, or is not there.
    """
    if package in sys.modules or find_spec(package) is None:
        return
    _fronts[package] = f"{package}.{front}"
    whole = _wait(package)
    for name in modules:
        setattr(whole, name, _wait(f"{package}.{name}"))


def _wait(name: str) -> ModuleType:
    """Return a module of others that waits."""
    spec = find_spec(name)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)
    module.__class__ = _Waiting
    return module
