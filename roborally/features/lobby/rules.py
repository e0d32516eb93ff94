"""The chosen rules and course of the lobby, as plain data, without seats or drawing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.features.lobby.variants import FurtherPlugins, Variant
from roborally.game.compatibility import fits, preferred
from roborally.game.course.courses import Course
from roborally.game.course_shelf import GONE, open_shelf
from roborally.game.factory import missing_plugins, robot_models, room_for
from roborally.game.settings import options_of, resolve_settings
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import RobotManifest, Setting

MODE, COURSE = "standard", "first-steps"
CHECKPOINTS = "checkpoints"
"""The setting that is shown beside the course (CLI-502)."""


@dataclass
class LobbyRules:
    """Mode, further plugins, course and settings. Values that the mode does not use are kept for another mode."""

    catalogue: Catalogue
    mode: str = field(default=MODE, kw_only=True)
    course: str = field(default=COURSE, kw_only=True)
    wanted: set[str] = field(default_factory=set, kw_only=True)
    values: dict[str, dict[str, Any]] = field(default_factory=dict, kw_only=True)
    elsewhere: list[Course] = field(default_factory=list, kw_only=True)
    """Courses of files outside the course folders; their ids are paths."""

    def __post_init__(self) -> None:
        """Find the courses, and the plugins that can be enabled."""
        self._shelf = open_shelf(self.catalogue)
        self._further = FurtherPlugins(self.catalogue)
        self._wishes: list[str] = []
        """The chosen courses, latest first."""
        self._instead = COURSE
        """The course that nobody has chosen: the usual one, or one that replaces one that does not fit."""
        self._gave_way = ""
        """The chosen course that the last change has replaced."""

    # --- plugins --------------------------------------------------------------------------------------------------

    @property
    def plugins(self) -> list[Plugin]:
        """All plugins of the match, in order."""
        return self.catalogue.resolve([self.mode, *self.extras])

    @property
    def extras(self) -> list[str]:
        """The plugins that are enabled and fit the mode, by name."""
        return self._further.enabled(self.mode, self.wanted)

    def fitting_plugins(self) -> list[Plugin]:
        """Return the plugins that work with the mode's rules, except those that it includes."""
        return self._further.fitting(self.mode)

    def work(self) -> bool:
        """Check whether one more plugin fits; return whether more remain."""
        return self._further.work(self.mode)

    def variants(self) -> list[Variant]:
        """Return the plugins that can be enabled or disabled, with texts about requirements and conflicts."""
        course = self.chosen_course
        variants = self._further.variants(self.mode, self.extras)
        return variants if course is None else [variant.on_board(course.board) for variant in variants]

    def switch(self, plugin: str, on: bool) -> None:
        """Enable or disable a plugin; raise `GameError` and change nothing if that is impossible."""
        if on:
            self._enable([plugin])
        else:
            self.wanted.discard(plugin)
            self._fit()

    def enable_missing(self) -> None:
        """Enable the plugins that the selected course lacks; raise `GameError` and change nothing if impossible."""
        self._enable(self.missing_plugins())

    def _enable(self, plugins: Sequence[str]) -> None:
        self.catalogue.resolve([self.mode, *self.extras, *plugins])
        self.wanted.update(plugins)
        self._fit()

    # --- mode and course ------------------------------------------------------------------------------------------

    @property
    def _mode(self) -> Plugin:
        return self.catalogue.get(self.mode)

    def modes(self) -> list[Plugin]:
        """Return the modes that have a playable course."""
        return self._shelf.modes()

    def choose_mode(self, mode: str) -> None:
        """Switch to other rules; keep the course if the match can be played there."""
        self.mode = mode
        self._fit(anew=True)

    def choose_course(self, course: str) -> None:
        """Choose a course, or the file of an unusable one."""
        self.course, self._instead, self._gave_way = course, "", ""

    def courses(self) -> list[Course]:
        """Return the courses that fit the mode and the enabled plugins, smallest first.

        Then come those that would fit if the plugins they name were enabled as well.
        """
        extras = tuple(self.extras)
        elsewhere = [course for course in self.elsewhere if fits(course, self._mode, self.catalogue, extras)]
        lacking = [
            course
            for course in self._shelf.needing_plugins(self.mode, extras)
            if self._further.can_all_be_enabled(self.mode, course.plugins)
        ]
        return [*self._shelf.fitting(self.mode, extras), *elsewhere, *lacking]

    def unusable_courses(self) -> list[tuple[str, Message]]:
        """Return the unusable files of courses, by name, with the reason for each."""
        return self._shelf.unusable

    def unusable_file(self) -> Path | None:
        """Return the file of the selected course if it is unusable."""
        return self._shelf.unusable_file(self.course)

    def missing_plugins(self) -> list[str]:
        """Return the plugins that the selected course needs and that are not enabled, by id."""
        course = self.chosen_course
        return missing_plugins(course, self.plugins) if course is not None else []

    def missing_titles(self) -> str:
        """Return the titles of the plugins that the selected course lacks."""
        plugins = (self.catalogue.get(id_) for id_ in self.missing_plugins())
        return ", ".join(plugin.title for plugin in plugins)

    @property
    def chosen_course(self) -> Course | None:
        """The selected course, if it fits."""
        return next((course for course in self.courses() if course.id == self.course), None)

    def players(self) -> tuple[int, int]:
        """Return the minimum and maximum number of seats of mode and course."""
        return room_for(self._mode, self.chosen_course)

    def look_again(self) -> bool:
        """Search for courses again; return whether some have been added, changed or removed."""
        before = self._shelf
        self._shelf = open_shelf(self.catalogue)
        return self._shelf is not before

    def lacks(self, course: str) -> bool:
        """Return whether the file of a course is gone; a course elsewhere has its path as id."""
        return not Path(course).is_file() if course.endswith(".toml") else self._shelf.lacks(course)

    def replace_missing(self) -> str:
        """Select another course if the file of the selected one is gone; return a text about it, or an empty one."""
        course = self.chosen_course
        name = course.title if course is not None else self.name_of(self.course)
        self.look_again()
        if not self.lacks(self.course):
            return ""
        self._fit()
        return _(GONE).format(name=name)

    def replaced(self) -> str:
        """Return the name of the chosen course that the last change has replaced, because it does not fit the rules."""
        return self.name_of(self._gave_way) if self._gave_way and not self.lacks(self._gave_way) else ""

    def name_of(self, course: str) -> str:
        """Return the name of a course, whether it fits or not."""
        return self._shelf.name_of(course)

    def course_problem(self) -> str:
        """Return why the selected course cannot be played, or an empty text."""
        if self.course in dict(self.unusable_courses()):
            return _("This course cannot be used.")
        if self.chosen_course is None:
            return _("No course fits these rules.")
        missing = self.missing_titles()
        return _("This course needs: {plugins}").format(plugins=missing) if missing else ""

    @property
    def seated(self) -> int:
        """The number of players that the course must have docks for."""
        return 0

    def _fit(self, *, anew: bool = False) -> None:
        """Select a course that fits the rules: the latest chosen one that does.

        A chosen course stays unless `anew` is true, even while something else must change first.
        """
        before, self._gave_way = self.course, ""
        if before != self._instead:
            self._wishes = [self.course, *(wish for wish in self._wishes if wish != self.course)]
        courses, wishes = self.courses(), [*self._wishes, COURSE]
        if not courses or (not anew and before == wishes[0] and self.chosen_course is not None):
            return
        plugins = self.plugins
        self.course = self._instead = preferred(
            courses,
            [*wishes, before],
            lambda course: course.players[1] >= self.seated and not missing_plugins(course, plugins),
        )
        if self.course != before and before in self._wishes:
            self._gave_way = before

    # --- settings -------------------------------------------------------------------------------------------------

    def settings(self) -> list[tuple[Plugin, dict[str, Setting]]]:
        """Return the match's plugins with settings, the mode first; the course section has the checkpoints."""
        groups = [
            (plugin, {name: entry for name, entry in plugin.manifest.settings.items() if name != CHECKPOINTS})
            for plugin in self.plugins
        ]
        return sorted((g for g in groups if g[1]), key=lambda g: (g[0].id != self.mode, g[0].manifest.title))

    def defaults(self) -> dict[str, dict[str, Any]]:
        """Return the settings of every plugin in the mode's edition."""
        return resolve_settings(self.plugins, {}, {})

    def value(self, plugin: str, name: str) -> Any:
        """Return the value of a setting."""
        own = self.values.get(plugin, {})
        return self._fitted(plugin, name, own[name]) if name in own else self.defaults()[plugin][name]

    def _fitted(self, plugin: str, name: str, value: Any) -> Any:
        """Return a value without the equipment of plugins that are off."""
        if self.catalogue.get(plugin).manifest.settings[name].type != "without":
            return value
        known = options_of(self.plugins)
        return [option for option in value if option in known]

    def is_changed(self, plugin: str, name: str) -> bool:
        """Return whether a setting differs from the mode's edition."""
        return name in self.values.get(plugin, {}) and self.value(plugin, name) != self.defaults()[plugin][name]

    def set_value(self, plugin: str, name: str, value: Any) -> None:
        """Change a setting; a value equal to the edition's is not stored."""
        if value == self.defaults()[plugin][name]:
            self.values.get(plugin, {}).pop(name, None)
        else:
            self.values.setdefault(plugin, {})[name] = value

    def changes(self) -> int:
        """Return the number of enabled variants and changed settings."""
        return len(self.extras) + sum(self.is_changed(plugin.id, name) for plugin, s in self.settings() for name in s)

    @property
    def is_plain(self) -> bool:
        """Whether no setting is changed, and no variant enabled."""
        return not any(self.values.values()) and not self.extras

    def reset(self) -> None:
        """Reset all settings to the mode's edition, without variants."""
        self.values.clear()
        self.wanted.difference_update(self.extras)
        self._fit()

    def checkpoints_owner(self) -> str:
        """Return the plugin with the setting for the number of checkpoints, or an empty text (CLI-502)."""
        return next((plugin.id for plugin in self.plugins if CHECKPOINTS in plugin.manifest.settings), "")

    def models(self) -> dict[str, RobotManifest]:
        """Return the available robot models, by id."""
        return robot_models(self.plugins)
