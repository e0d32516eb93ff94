"""The match in a lobby on the network: its course, possibly still being built, its rules, and changed settings."""

import re
from collections.abc import Mapping
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
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

PICTURE, TEXT = 182.0, 430.0
"""The smallest height of the course's picture above the match's details, and the height of the details."""
ABREAST = 600.0
"""The width of the section from which the details are beside the picture."""
HEADING = 28.0
"""The height of the section's heading."""
MAX_CHANGES = 9
"""The maximum number of changed settings listed; the others are only counted."""


class RoomMatch:
    """Shows the match of a membership's lobby; `preview` draws its course."""

    def __init__(self, app: App, space: Space, place: Rect, membership: Membership) -> None:
        """Start without a course, in a part of the page."""
        self._membership = membership
        self.preview = CoursePreview(app, space, membership.catalogue, place)
        self.take_place(place)
        self._reader = CourseReader(Notations.of(membership.catalogue.plugins.values()))

    def take_place(self, place: Rect) -> None:
        """Use another part of the page at the next layout."""
        self._place = place
        if place.width >= ABREAST:
            half = (place.width - 16) / 2
            self._picture = place._replace(width=half, height=place.height - HEADING)
            self._text_area = self._picture._replace(x=self._picture.right + 16)
        else:
            high = max(PICTURE, min(place.width, place.height - TEXT))
            self._picture = place._replace(y=place.top - HEADING - high, height=high)
            self._text_area = place._replace(height=self._picture.y - place.y)
        self.preview.take_place(self._picture.inset(8))

    def lay_out(self, layer: Layer, config: MatchConfig) -> None:
        """Lay the section out in a layer that is empty there."""
        catalogue, dim = self._membership.catalogue, theme.colour("text-dim")
        place, picture = self._place, self._picture
        x, y, width = self._text_area.x + 4, self._text_area.top, self._text_area.width - 8
        layer.label(_("Match settings"), place.x + 4, place.top - 14, size=13, tint=dim)
        layer.frame("panel-inset", picture)
        course, built = self.known_course(config), self._reader.course
        name = course.title if course is not None else config.match.course
        if built is not None and built.id != config.match.course:
            course, name = built, _("Being built: {title}").format(title=built.title)
        self.preview.choose(course)
        if course is None:
            layer.label(_("No preview of this course."), *picture.centre, anchor_x="center", tint=dim)
        layer.heading(name, x, y - 20, 19, width=width, tint=theme.colour("accent"))
        mode = catalogue.plugins.get(config.match.mode)
        title = plugin_text(mode.folder, mode.manifest.title) if mode is not None else config.match.mode
        timer = config.match.timer
        seconds = seconds_text(timer) if timer else _("Off")
        layer.label(_("Rules: {mode}").format(mode=title), x, y - 46, size=15, width=width)
        layer.label(_("Timer: {time}").format(time=seconds), x, y - 68, size=15, width=width)
        top = y - 86
        if mode is not None and (lines := [f"• {line}" for line in differences(mode)]):
            label = layer.label("\n".join(lines), x, top, size=12, width=width, wrap=True, anchor_y="top")
            top -= label.shown_size[1] + 10
        text = "\n".join(self._changes(config)) or _("Everything else follows the rules.")
        layer.label(text, x, top, size=13, width=width, wrap=True, anchor_y="top", tint=dim)

    def course(self, config: MatchConfig) -> Course | None:
        """Return the course, if it is installed here with suitable rules."""
        match = config.match
        if not {match.mode, *match.plugins} <= set(self._membership.catalogue.plugins):
            return None
        courses = open_shelf(self._membership.catalogue).fitting(match.mode, tuple(sorted(match.plugins)))
        return next((course for course in courses if course.id == match.course), None)

    def known_course(self, config: MatchConfig) -> Course | None:
        """Return the course if it is installed here or was sent by the host."""
        built = self._reader.course
        return self.course(config) or (built if built is not None and built.id == config.match.course else None)

    def problem(self, config: MatchConfig) -> str:
        """Return why these players cannot begin, an empty text if nothing is known here that keeps them from it."""
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
        """Read the course that the host builds; return whether the section has changed."""
        return self._reader.look(self._membership.lobby.building if self._membership.lobby is not None else "")

    def _changes(self, config: MatchConfig) -> list[str]:
        """Return the enabled plugins and settings that differ from the edition, a line each."""
        catalogue = self._membership.catalogue
        unknown = [id_ for id_ in (config.match.mode, *config.match.plugins) if id_ not in catalogue.plugins]
        if unknown:
            text = _("Not installed here: {plugins}. Names and pictures come from the host.")
            return [text.format(plugins=", ".join(unknown))]
        try:
            plugins = catalogue.resolve([config.match.mode, *config.match.plugins])
            settings = resolve_settings(plugins, config.rules, config.plugin)
            usual = resolve_settings(plugins, {}, {})
        except GameError as error:
            return [str(error)]
        titles = [plugin_text(p.folder, p.manifest.title) for p in plugins if p.id in config.match.plugins]
        lines = [_("Variants: {plugins}").format(plugins=", ".join(titles))] if titles else []
        names = option_titles(plugins)
        for plugin in plugins:
            for name, value in settings[plugin.id].items():
                if value != usual[plugin.id][name]:
                    setting = plugin.manifest.settings[name]
                    # The text after the title is about several values; here there is only one.
                    text = re.split("[:;]", plugin_text(plugin.folder, setting.text))[0].removesuffix(".")
                    lines.append(f"{text}:\N{NO-BREAK SPACE}{_value_text(plugin, setting, value, names)}")
        if len(lines) > MAX_CHANGES:
            more = _("… and {count} more settings").format(count=len(lines) - MAX_CHANGES + 1)
            lines = [*lines[: MAX_CHANGES - 1], more]
        return lines


def _value_text(plugin: Any, setting: Any, value: Any, names: Mapping[str, str]) -> str:
    """Return a setting's value in words; `names` are the titles of equipment."""
    if setting.type == "switch":
        return _("on") if value else _("off")
    if setting.type == "choice":
        return plugin_text(plugin.folder, setting.title(value))
    if setting.type == "without":
        return _("without {cards}").format(cards=", ".join(names[card] for card in value))
    return str(value)
