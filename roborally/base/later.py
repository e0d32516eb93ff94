"""Delays the import of modules until their first use, such as pages that have not been opened.

    with imported_later():
        from roborally.features.puzzles.window import puzzle_page

    puzzle_page.PuzzlePage(...)  # imports it

Only whole modules of the game can wait. Taking a name from a module (`from … import PuzzlePage`) imports it at once,
even in this block. The tools that check layers and types see ordinary imports.

`let_wait` delays a third-party package that only another library imports.
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
"""The modules that may not have been imported yet, in the order of the import statements."""


class _PatientLoader(LazyLoader):
    """A lazy loader that notes its module in `_waiting`."""

    def exec_module(self, module: ModuleType) -> None:
        _waiting.append(module.__name__)
        super().exec_module(module)


class _Finder:
    """An import finder that delays the modules of the game, but not its packages."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a delayed module, `None` for a module that Python should find as usual."""
        if not fullname.startswith(_GAME):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.submodule_search_locations is not None or not isinstance(spec.loader, SourceFileLoader):
            return None
        spec.loader = _PatientLoader(spec.loader)
        return spec


@contextmanager
def imported_later() -> Iterator[None]:
    """Delay the modules imported in this block until their first use, which must be in the main thread."""
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def wait_first(*modules: str) -> None:
    """Make `import_one` import these modules, by full names, first: each takes so long that it needs its own step."""
    _waiting[:0] = modules


def wait_last(*modules: str) -> None:
    """Make `import_one` import these modules, by full names, last, such as pages that are opened by name."""
    _waiting.extend(modules)


def import_one() -> bool:
    """Import the next delayed module before it is needed; return whether there are more to import."""
    if _waiting:
        module = import_module(_waiting.pop(0))
        assert module.__name__, "any attribute imports it"
    return bool(_waiting)


_fronts: dict[str, str] = {}
"""The submodule whose names can be used before the rest of the package is imported, by delayed package."""


class _Waiting(ModuleType):
    """A delayed third-party module: its code runs when a name is used that the package's submodule in `_fronts` lacks.

    Unlike modules of `LazyLoader` it stays delayed when it is imported once more.
    """

    def __getattr__(self, name: str) -> Any:
        """Return a name of the submodule in `_fronts`, or else run this module's code and return its own."""
        if name.startswith("__"):  # names that the import system and debuggers read: they never run the code
            raise AttributeError(name)
        if self.__name__ in _fronts and hasattr(front := import_module(_fronts[self.__name__]), name):
            return getattr(front, name)
        self.__class__ = ModuleType  # type: ignore[assignment] # a module like any other from now on
        assert self.__spec__ is not None
        assert self.__spec__.loader is not None
        self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def let_wait(package: str, front: str, *modules: str) -> None:
    """Delay a third-party package and its submodules `modules` until a name is used that its submodule `front` lacks.

    Do nothing if the package is already imported, or is not installed.
    """
    if package in sys.modules or find_spec(package) is None:
        return
    _fronts[package] = f"{package}.{front}"
    whole = _wait(package)
    for name in modules:
        setattr(whole, name, _wait(f"{package}.{name}"))


def _wait(name: str) -> ModuleType:
    spec = find_spec(name)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)
    module.__class__ = _Waiting
    return module
