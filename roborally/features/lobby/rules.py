"""The chosen mode, plugins, course and settings of the lobby, without seats: the base of `LobbyModel`. No drawing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.features.lobby.quick_choices import COURSE, MODE
from roborally.features.lobby.variants import FurtherPlugins, Variant
from roborally.game.compatibility import fits, preferred
from roborally.game.course.courses import Course
from roborally.game.course_shelf import GONE, open_shelf
from roborally.game.factory import missing_plugins, robot_models, room_for
from roborally.game.settings import options_of, resolve_settings
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import RobotManifest, Setting

CHECKPOINTS = "checkpoints"
"""The name of the setting for the number of checkpoints, shown beside the course (CLI-502)."""


@dataclass
class LobbyRules:
    """The chosen mode, further plugins, course and settings; settings of other modes are kept."""

    catalogue: Catalogue
    mode: str = field(default=MODE, kw_only=True)
    course: str = field(default=COURSE, kw_only=True)
    wanted: set[str] = field(default_factory=set, kw_only=True)
    values: dict[str, dict[str, Any]] = field(default_factory=dict, kw_only=True)
    elsewhere: list[Course] = field(default_factory=list, kw_only=True)
    """Courses from files outside the course folders, with the path as id."""

    def __post_init__(self) -> None:
        self._shelf = open_shelf(self.catalogue)
        self._further = FurtherPlugins(self.catalogue)
        self._wishes: list[str] = []
        """The ids of the courses that the player has chosen, latest first."""
        self._instead = COURSE
        """The id of the course that was selected without the player, empty once they have chosen one."""
        self._gave_way = ""
        """The id of the chosen course that the last change of rules has replaced, empty for none."""

    # --- plugins --------------------------------------------------------------------------------------------------

    @property
    def plugins(self) -> list[Plugin]:
        """All plugins of the match: the mode, the extras and all that they need, each after those that it needs."""
        return self.catalogue.resolve([self.mode, *self.extras])

    @property
    def extras(self) -> list[str]:
        """The ids of the wanted plugins that fit the mode and each other, sorted."""
        return self._further.enabled(self.mode, self.wanted)

    def work(self) -> bool:
        """Check whether one more plugin fits the mode; return whether more remain to be checked."""
        return self._further.work(self.mode)

    def variants(self) -> list[Variant]:
        """Return the plugins that can be added to the mode, with texts about requirements and conflicts."""
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
        """Switch to another mode; select another course if the present one does not fit."""
        self.mode = mode
        self._fit(anew=True)

    def choose_course(self, course: str) -> None:
        """Select a course by its id, or an unusable course file by its name."""
        self.course, self._instead, self._gave_way = course, "", ""

    def courses(self) -> list[Course]:
        """Return the courses that fit the mode and the enabled plugins, smallest first.

        After them come the courses that would fit with the plugins that they need (see `missing_plugins`).
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
        """Return pairs of the name of a course file that cannot be used and the reason."""
        return self._shelf.unusable

    def unusable_file(self) -> Path | None:
        """Return the file of the selected course if it is unusable, else `None`."""
        return self._shelf.unusable_file(self.course)

    def missing_plugins(self) -> list[str]:
        """Return the ids of the plugins that the selected course needs and that are not enabled."""
        course = self.chosen_course
        return missing_plugins(course, self.plugins) if course is not None else []

    def missing_titles(self) -> str:
        """Return the titles of the plugins that the selected course lacks, separated by commas."""
        plugins = (self.catalogue.get(id_) for id_ in self.missing_plugins())
        return ", ".join(plugin.title for plugin in plugins)

    @property
    def chosen_course(self) -> Course | None:
        """The selected course, `None` if it does not fit or cannot be used."""
        return next((course for course in self.courses() if course.id == self.course), None)

    def players(self) -> tuple[int, int]:
        """Return the minimum and maximum number of seats that mode and course allow."""
        return room_for(self._mode, self.chosen_course)

    def look_again(self) -> bool:
        """Search for courses again; return whether some have been added, changed or removed."""
        before = self._shelf
        self._shelf = open_shelf(self.catalogue)
        return self._shelf is not before

    def lacks(self, course: str) -> bool:
        """Return whether the file of a course is gone; `course` is an id, or a path that ends in `.toml`."""
        return not Path(course).is_file() if course.endswith(".toml") else self._shelf.lacks(course)

    def replace_missing(self) -> str:
        """Select another course if the selected one's file is gone; return a sentence about it, or an empty text."""
        course = self.chosen_course
        name = course.title if course is not None else self.name_of(self.course)
        self.look_again()
        if not self.lacks(self.course):
            return ""
        self._fit()
        return _(GONE).format(name=name)

    def replaced(self) -> str:
        """Return the name of the chosen course that the last change of rules has replaced, empty for none."""
        return self.name_of(self._gave_way) if self._gave_way and not self.lacks(self._gave_way) else ""

    def name_of(self, course: str) -> str:
        """Return the name of a course by its id, whether it fits or not."""
        return self._shelf.name_of(course)

    def course_problem(self) -> str:
        """Return a sentence about why the selected course cannot be played, empty if it can."""
        if self.course in dict(self.unusable_courses()):
            return _("This course cannot be used.")
        if self.chosen_course is None:
            return _("No course fits these rules.")
        missing = self.missing_titles()
        return _("This course needs: {plugins}").format(plugins=missing) if missing else ""

    @property
    def seated(self) -> int:
        """The number of players that a selected course must have docks for; 0 here, without seats."""
        return 0

    def _fit(self, *, anew: bool = False) -> None:
        """Select the course that the player chose last among those that fit the rules.

        Unless `anew`, a chosen course stays if it only lacks plugins or docks.
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
        """Return pairs of a plugin and its settings by name, the mode first, without the number of checkpoints."""
        groups = [
            (plugin, {name: entry for name, entry in plugin.manifest.settings.items() if name != CHECKPOINTS})
            for plugin in self.plugins
        ]
        return sorted((g for g in groups if g[1]), key=lambda g: (g[0].id != self.mode, g[0].manifest.title))

    def defaults(self) -> dict[str, dict[str, Any]]:
        """Return the default value of each setting in this mode, by plugin id and setting name."""
        return resolve_settings(self.plugins, {}, {})

    def value(self, plugin: str, name: str) -> Any:
        """Return the value of a plugin's setting: the changed one, or the default."""
        own = self.values.get(plugin, {})
        return self._fitted(plugin, name, own[name]) if name in own else self.defaults()[plugin][name]

    def _fitted(self, plugin: str, name: str, value: Any) -> Any:
        """Return a setting's value; from a list of excluded equipment leave out what the match does not have."""
        if self.catalogue.get(plugin).manifest.settings[name].type != "without":
            return value
        known = options_of(self.plugins)
        return [option for option in value if option in known]

    def is_changed(self, plugin: str, name: str) -> bool:
        """Return whether a setting differs from its default in this mode."""
        return name in self.values.get(plugin, {}) and self.value(plugin, name) != self.defaults()[plugin][name]

    def set_value(self, plugin: str, name: str, value: Any) -> None:
        """Change a setting; a value equal to the default is not stored."""
        if value == self.defaults()[plugin][name]:
            self.values.get(plugin, {}).pop(name, None)
        else:
            self.values.setdefault(plugin, {})[name] = value

    def changes(self) -> int:
        """Return the number of enabled variants (further plugins) and changed settings together."""
        return len(self.extras) + sum(self.is_changed(plugin.id, name) for plugin, s in self.settings() for name in s)

    @property
    def is_plain(self) -> bool:
        """Whether no setting is changed and no variant (further plugin) is enabled."""
        return not any(self.values.values()) and not self.extras

    def reset(self) -> None:
        """Reset all settings to the mode's defaults, and disable all variants (further plugins)."""
        self.values.clear()
        self.wanted.difference_update(self.extras)
        self._fit()

    def checkpoints_owner(self) -> str:
        """Return the id of the plugin whose setting is the number of checkpoints, empty for none (CLI-502)."""
        return next((plugin.id for plugin in self.plugins if CHECKPOINTS in plugin.manifest.settings), "")

    def models(self) -> dict[str, RobotManifest]:
        """Return the robot models in the match's plugins, by id."""
        return robot_models(self.plugins)
