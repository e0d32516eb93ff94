"""Caches the courses that can be chosen for a match, and finds those that fit a mode."""

from collections.abc import Sequence
from pathlib import Path

from roborally.base.errors import GameError, Message
from roborally.game.compatibility import fits
from roborally.game.course.courses import Course, course_files, load_course, refused_courses
from roborally.game.course.notation import Notations
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin

GONE = text("The course “{name}” is no longer there. Another one is chosen now.")
"""The message for a page whose chosen course has disappeared from the disk."""


class CourseShelf:
    """All usable courses, ordered by size and name, without boards that are only parts of larger courses.

    The files are read one at a time by `work`, or all at once when another method needs them.
    """

    def __init__(self, catalogue: Catalogue, files: Sequence[Path]) -> None:
        self.catalogue = catalogue
        self.plugins = catalogue.plugins
        self._notations = Notations.of(catalogue.plugins.values())
        self._unread = list(files)
        refused = refused_courses(self._notations)
        self._unusable = [(f"{path.parent.parent.name}/{path.stem}", error.message) for path, error in refused.items()]
        self._unusable_files: dict[str, Path] = {}
        self._courses: list[Course] = []
        self._unsorted_modes = [plugin.id for plugin in catalogue.modes()]
        self._fitting: dict[tuple[str, tuple[str, ...]], list[Course]] = {}

    @property
    def unusable(self) -> list[tuple[str, Message]]:
        """Pairs of an unusable file's name and the reason, in order of names."""
        self._read_rest()
        return sorted(self._unusable, key=lambda entry: entry[0])

    def unusable_file(self, name: str) -> Path | None:
        """Return the path of a file in `unusable` by its name; `None` for a course that a plugin may not bring."""
        self._read_rest()
        return self._unusable_files.get(name)

    def work(self) -> bool:
        """Read one file, or find the courses of one mode, ahead of need; return whether there is more to do."""
        if self._unread:
            self._read_next()
        elif self._unsorted_modes:
            self.fitting(self._unsorted_modes.pop(0))
        return bool(self._unread or self._unsorted_modes)

    def _read_next(self) -> None:
        path = self._unread.pop(0)
        try:
            course = load_course(path, self._notations)
        except GameError as error:
            self._unusable.append((path.stem, error.message))
            self._unusable_files[path.stem] = path
            return
        if course.players[1] >= 2:
            self._courses.append(course)
            self._courses.sort(key=lambda course: (course.board.width * course.board.height, course.name))

    def _read_rest(self) -> list[Course]:
        while self._unread:
            self._read_next()
        return self._courses

    def fitting(self, mode: str, extras: tuple[str, ...] = ()) -> list[Course]:
        """Return the courses on which a mode can be played, with the plugins `extras` switched on."""
        courses = self._read_rest()
        if (mode, extras) not in self._fitting:
            plugin = self.catalogue.get(mode)
            found = [course for course in courses if fits(course, plugin, self.catalogue, extras)]
            self._fitting[mode, extras] = found
        return self._fitting[mode, extras]

    def needing_plugins(self, mode: str, extras: tuple[str, ...] = ()) -> list[Course]:
        """Return the courses on which a mode can be played only if the plugins that they name are on as well."""
        plugin = self.catalogue.get(mode)
        there = {known.id for known in self.catalogue.resolve([mode, *extras])}
        return [
            course
            for course in self._read_rest()
            if not there.issuperset(course.plugins) and fits(course, plugin, self.catalogue, (*extras, *course.plugins))
        ]

    def lacks(self, course: str) -> bool:
        """Return whether there is no file, usable or not, for the id of a course."""
        names = [known.id for known in self._read_rest()] + [name for name, _reason in self._unusable]
        return course not in names

    def name_of(self, course: str) -> str:
        """Return a course's name in the player's language, by its id; for an unknown id or a path, the file's name."""
        return next((known.title for known in self._read_rest() if known.id == course), Path(course).stem)

    def modes(self) -> list[Plugin]:
        """Return the modes that can be played on at least one course."""
        return [mode for mode in self.catalogue.modes() if self.fitting(mode.id)]


_last: tuple[object, CourseShelf] | None = None
"""The latest shelf, with the files and their times of change for which it was made."""


def open_shelf(catalogue: Catalogue) -> CourseShelf:
    """Return the shelf with all courses for a catalogue's plugins; a new one if a file or the plugins have changed."""
    global _last
    files = list(course_files(Notations.of(catalogue.plugins.values())).values())
    key = [(path, path.stat().st_mtime_ns if path.exists() else 0) for path in files]
    if _last is None or _last[0] != key or _last[1].plugins is not catalogue.plugins:
        _last = key, CourseShelf(catalogue, files)
    return _last[1]


def playable_courses(catalogue: Catalogue, mode: str) -> list[Course]:
    """Return the courses on which a mode can be played, ordered by size and name."""
    return open_shelf(catalogue).fitting(mode)
