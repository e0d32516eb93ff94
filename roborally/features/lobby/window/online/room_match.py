"""The part of a lobby page on the network that shows the match: its course, its rules, and changed settings."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from roborally.base.errors import GameError
from roborally.base.numbers import seconds_text
from roborally.base.translation import _, plugin_text
from roborally.features.lobby.window.online.course_reader import CourseReader
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations
from roborally.game.course_shelf import open_shelf
from roborally.game.match_file import MatchConfig
from roborally.game.session.readiness import game_to_start
from roborally.game.settings import option_titles, resolve_settings
from roborally.narration.rulebook.editions import differences
from roborally.net.client.membership import Membership
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layout.branches import column, fitting, row, stack
from roborally.ui.toolkit.layout.leaves import face, heading, here, label
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.space import Space

ABREAST = 600.0
"""The width in units from which the details are beside the picture."""
MAX_CHANGES = 9
"""The maximum number of changed settings listed; the others are only counted."""


class RoomMatch:
    """The part of a lobby page that shows the membership's match; `preview` draws its course."""

    def __init__(self, app: App, space: Space, membership: Membership) -> None:
        self._membership = membership
        self.preview = CoursePreview(app, space, membership.catalogue)
        self._reader = CourseReader(Notations.of(membership.catalogue.plugins.values()))

    def tree(self, config: MatchConfig) -> Node:
        """Return the layout: the picture of the course, with the details beside or below it."""
        catalogue, dim = self._membership.catalogue, theme.colour("text-dim")
        course, built = self.known_course(config), self._reader.course
        name = course.title if course is not None else config.match.course
        if built is not None and built.id != config.match.course:
            course, name = built, _("Being built: {title}").format(title=built.title)
        self.preview.choose(course)
        mode = catalogue.plugins.get(config.match.mode)
        lines = "\n".join(f"• {line}" for line in differences(mode)) if mode is not None else ""
        changes = "\n".join(self._changes(config)) or _("Everything else follows the rules.")
        board = here(self.preview.take_place, Size(120, 300), Size(140, 260)).grow()
        missing = (
            label(_("No preview of this course."), shorten=True, align="center", tint=dim) if course is None else None
        )
        picture = stack(face("panel-inset"), column(board, pad=(8, 8)), missing)
        details = column(
            heading(name, 19, shorten=True),
            label(self._mode_line(config), shorten=True),
            label(_timer_line(config), shorten=True),
            label(lines, 12, wrap=True) if lines else None,
            label(changes, 13, wrap=True, tint=dim),
        )
        return column(
            label(_("Match settings"), 13, tint=dim),
            fitting(
                lambda: row(picture.grow(), column(details).grow(), gap=16, even=True).wide(ABREAST),
                lambda: column(picture.grow(), details),
            ).grow(),
        )

    def course(self, config: MatchConfig) -> Course | None:
        """Return the course of a match, `None` if it is not installed here or does not fit its rules."""
        match = config.match
        if not {match.mode, *match.plugins} <= set(self._membership.catalogue.plugins):
            return None
        courses = open_shelf(self._membership.catalogue).fitting(match.mode, tuple(sorted(match.plugins)))
        return next((course for course in courses if course.id == match.course), None)

    def known_course(self, config: MatchConfig) -> Course | None:
        """Return the course of a match as installed here or as the host sends it, `None` if unknown."""
        built = self._reader.course
        return self.course(config) or (built if built is not None and built.id == config.match.course else None)

    def problem(self, config: MatchConfig) -> str:
        """Return a sentence about why the match cannot begin, empty if no problem is known here."""
        course, match = self.known_course(config), config.match
        if course is None or not {match.mode, *match.plugins} <= set(self._membership.catalogue.plugins):
            return ""
        bots = {seat.controller.partition(":")[0] for seat in config.seats}  # the server knows which there are
        try:
            game_to_start(config, self._membership.catalogue, bots, course)
        except GameError as error:
            return error.message.as_sentence()
        return ""

    def look(self) -> bool:
        """Start reading the course that the host builds; return whether the course to show has changed."""
        return self._reader.look(self._membership.lobby.building if self._membership.lobby is not None else "")

    def _changes(self, config: MatchConfig) -> list[str]:
        """Return a line for the enabled plugins and for each changed setting, or why they are unknown."""
        catalogue = self._membership.catalogue
        unknown = [id_ for id_ in (config.match.mode, *config.match.plugins) if id_ not in catalogue.plugins]
        if unknown:
            text = _("Not installed here: {plugins}. Names and pictures come from the host.")
            return [text.format(plugins=", ".join(unknown))]
        try:
            lines = [line for line, is_usual in self._values(config).values() if not is_usual]
        except GameError as error:
            return [str(error)]
        if len(lines) > MAX_CHANGES:
            more = _("… and {count} more settings").format(count=len(lines) - MAX_CHANGES + 1)
            lines = [*lines[: MAX_CHANGES - 1], more]
        return lines

    def _values(self, config: MatchConfig) -> dict[tuple[str, str], tuple[str, bool]]:
        """Return a line about each setting, and whether it has its default, by plugin id and setting name.

        An entry with an empty plugin id is about the enabled plugins. Raise `GameError` for unusable settings.
        """
        plugins = self._membership.catalogue.resolve([config.match.mode, *config.match.plugins])
        settings, usual = resolve_settings(plugins, config.rules, config.plugin), resolve_settings(plugins, {}, {})
        names = option_titles(plugins)
        titles = [plugin_text(p.folder, p.manifest.title) for p in plugins if p.id in config.match.plugins]
        line = _("Variants: {plugins}").format(plugins=", ".join(titles) or "–")
        lines = {("", "plugins"): (line, not titles)}
        for plugin in plugins:
            for name, value in settings[plugin.id].items():
                setting = plugin.manifest.settings[name]
                # The text after the title is about several values; here there is only one.
                text = re.split("[:;]", plugin_text(plugin.folder, setting.text))[0].removesuffix(".")
                line = f"{text}:\N{NO-BREAK SPACE}{_value_text(plugin, setting, value, names)}"
                lines[plugin.id, name] = line, value == usual[plugin.id][name]
        return lines

    def news(self, before: MatchConfig, now: MatchConfig) -> str:
        """Return a text about what has changed in a match except its seats, empty for nothing.

        Settings that came with other rules are left out.
        """
        old, new = self._terms(before), self._terms(now)
        return ", ".join(line for key, line in new.items() if old.get(key, line) != line)

    def _terms(self, config: MatchConfig) -> dict[Any, str]:
        course = self.known_course(config)
        terms: dict[Any, str] = {
            "course": course.title if course is not None else config.match.course,
            "mode": self._mode_line(config),
            "timer": _timer_line(config),
        }
        with suppress(GameError):
            terms |= {key: line for key, (line, _is_usual) in self._values(config).items()}
        return terms

    def _mode_line(self, config: MatchConfig) -> str:
        mode = self._membership.catalogue.plugins.get(config.match.mode)
        title = plugin_text(mode.folder, mode.manifest.title) if mode is not None else config.match.mode
        return _("Rules: {mode}").format(mode=title)


def _timer_line(config: MatchConfig) -> str:
    timer = config.match.timer
    return _("Timer: {time}").format(time=seconds_text(timer) if timer else _("Off"))


def _value_text(plugin: Any, setting: Any, value: Any, names: Mapping[str, str]) -> str:
    """Return a setting's value in words; `names` are the titles of equipment by id."""
    if setting.type == "switch":
        return _("on") if value else _("off")
    if setting.type == "choice":
        return plugin_text(plugin.folder, setting.title(value))
    if setting.type == "without":
        return _("without {cards}").format(cards=", ".join(names[card] for card in value))
    return str(value)
