"""The lobby of a match on the network: the host's choices, the members and their readiness, live.

At the left the match (`room_match`), in the middle the players (CLI-512, CLI-513, CLI-1303), at the right the chat.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arcade

from roborally.base.errors import GameError
from roborally.base.player_names import visible_part
from roborally.base.translation import _
from roborally.features.lobby.window.online.chat import ChatBox
from roborally.features.lobby.window.online.network_match import MOMENT, coming_text
from roborally.features.lobby.window.online.room_match import RoomMatch
from roborally.features.lobby.window.online.room_places import room_parts
from roborally.features.lobby.window.online.room_seats import RoomSeats
from roborally.features.lobby.window.online.room_setup import RoomSetup
from roborally.game.course_shelf import open_shelf
from roborally.game.match_file import MatchConfig, parse_config
from roborally.game.session.readiness import waiting_problem
from roborally.net.client.membership import Membership
from roborally.net.protocol import MAX_COURSE_CODE, Kick, MemberState
from roborally.ui.course_codes import code_of_course, take_code
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import confirm, message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

CHAT_BUTTON = 130.0
"""The width of a button above the chat; without space for two side by side they are stacked."""


@dataclass(frozen=True)
class RoomCallbacks:
    """The callbacks that leave the lobby; `setup` and `load` are for the host alone."""

    leave: Callable[[], None]
    setup: RoomSetup
    load: Callable[[], None]
    sends_game: Callable[[], bool]
    """Whether a saved game is being sent to the server."""


class RoomPage(Screen):
    """Shows a membership's lobby; `where` is the address for others."""

    def __init__(self, app: App, membership: Membership, where: str, doors: RoomCallbacks) -> None:
        """Lay the page out for the current state."""
        super().__init__(app)
        self.membership = membership
        self._where = where
        self._doors = doors
        self._seats = RoomSeats(membership, self._choose_robot, self._be_ready, self.ask_to_kick)
        self._parts = room_parts(self.sheet, tall=self.is_tall)
        self._match = RoomMatch(app, self.space, self._parts.match, membership)
        self.parts.append(self._match.preview)
        self._above = Layer(self.space)
        self.controls = WidgetGroup(self._above)
        self._chat_layer = Layer(self.space)
        self._chat_controls = WidgetGroup(self._chat_layer)
        self._lay_out_chat()
        self.named: dict[str, Any] = {}
        self._shown: Any = None
        self._removing: tuple[int, Screen] | None = None
        """The id of the member to remove, and the dialog that asks for confirmation."""
        self.refresh()

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def own(self) -> MemberState | None:
        """This client's entry among the members."""
        return self.membership.own

    @property
    def config(self) -> MatchConfig:
        """The host's choices."""
        lobby = self.membership.lobby
        try:
            return parse_config(lobby.config) if lobby is not None else MatchConfig()
        except GameError:
            return MatchConfig()

    @property
    def edition(self) -> str:
        """The mode that the host has chosen."""
        return self.config.match.mode

    def refresh(self) -> None:
        """Lay out changed parts again; the focus stays on the control of the same name."""
        now = self.membership.lobby, self.membership.chosen
        if now == self._shown:
            return
        self._shown = now
        focus = next((name for name, widget in self.named.items() if widget is self.controls.focus), None)
        self.layer.clear()
        self.named = {}
        layer = self.layer
        layer.backdrop()
        sheet = self.sheet
        middle = sheet.top - 44
        layer.frame("panel", sheet.inset(16))
        layer.heading(_("Lobby"), sheet.x + 36, middle, 24, tint=theme.colour("accent"))
        layer.label(self._where, sheet.right - 88, middle, size=14, anchor_x="right", width=sheet.width - 312)
        spot = Rect(sheet.right - 76, middle - 18, 40, 36)
        self._add("rules", Button(layer, spot, "", self.app.open_rules, icon="question", tooltip=_("Rulebook (F1)")))
        config = self.config
        self._match.lay_out(layer, config)
        self._lay_out_courses(config)
        self._seats.lay_out(layer, self._parts.seats, config, self._add)
        self._lay_out_bottom()
        self.controls.widgets = [*self.named.values(), *self._chat_controls.widgets]
        if focus is not None or self.controls.focus not in self.controls.widgets:
            self.controls.set_focus(self.named.get(focus) if focus is not None else None)

    def _add(self, name: str, control: Any) -> Any:
        self.named[name] = control
        return control

    def focus_first(self) -> bool:
        """Focus the button that continues; if it is disabled, the own robot or the host's choices."""
        if self.controls.focus is None:
            wanted = (self.named.get(name) for name in ("start", "turn ready", "robot", _("Change match")))
            able = (widget for widget in wanted if widget is not None and widget.enabled)
            self.controls.set_focus(next(able, None))
        return super().focus_first()

    def rebuild(self) -> None:
        """Lay the page out for another sheet; unsent text stays."""
        self._parts = room_parts(self.sheet, tall=self.is_tall)
        self._match.take_place(self._parts.match)
        self._chat_layer.clear()
        self._chat_controls.widgets.clear()
        self._lay_out_chat()
        self._shown = None
        self.refresh()

    # --- the chat -------------------------------------------------------------------------------------------------

    def _lay_out_chat(self) -> None:
        place = self._parts.chat
        showing, opening = self._chat_buttons()
        middle, low = place.top - 14, opening.y - 8
        if showing.y != opening.y:  # the heading is below them, right above the chat
            middle, low = opening.y - 20, opening.y - 34
        self._chat_layer.label(_("Chat"), place.x + 4, middle, size=13, tint=theme.colour("text-dim"))
        area = place._replace(height=low - place.y)
        self.chat = ChatBox(self._chat_layer, self._chat_controls, area, self.membership.chat, self.membership.say)

    def _chat_buttons(self) -> list[Rect]:
        """Return the rectangles of the two buttons above the chat."""
        place = self._parts.chat
        if place.width >= 2 * CHAT_BUTTON + 60:  # beside the heading
            left = Rect(place.right - 2 * CHAT_BUTTON - 6, place.top - 30, CHAT_BUTTON, 28)
            return [left, left._replace(x=place.right - CHAT_BUTTON)]
        first = Rect(place.x, place.top - 34, place.width, 28)
        return [first, first._replace(y=first.y - 34)]

    def _lay_out_courses(self, config: MatchConfig) -> None:
        """Lay out the buttons above the chat: send the chosen course to all members, and open one that was sent."""
        showing, opening = self._chat_buttons()
        text = _("Show the chosen course to all in the chat; who has not got it can keep it")
        button = Button(self.layer, showing, _("Show course"), self._show_course, size=13, tooltip=text)
        self._add("show course", button).enable(self._match.course(config) is not None)
        text = _("Keep the course that was shown last in the chat among your own boards")
        button = Button(self.layer, opening, _("Open course"), self._open_course, size=13, tooltip=text)
        self._add("open course", button).enable(self.membership.chat.course is not None)

    def _show_course(self) -> None:
        course = self._match.course(self.config)
        if course is None:
            return
        code = code_of_course(self.app, self.membership.catalogue, course)
        if len(code) > MAX_COURSE_CODE:
            message(self.app, _("There is no code of this course"), _("This course is too large for the chat."))
        elif code:
            self.membership.say(visible_part(course.title) or course.id, code)

    def _open_course(self) -> None:
        """Ask whether to save a course from the chat."""
        shown = self.membership.chat.course
        if shown is None:
            return

        def keep() -> None:
            take_code(self.app, self.membership.catalogue, shown.course, self._report_kept)

        sentence = _("{name} shows the course “{title}”. It will be kept among your own boards.")
        text = sentence.format(name=shown.name, title=shown.text)
        confirm(self.app, _("Open this course?"), text, _("Open course"), keep)

    def _report_kept(self, path: Path) -> None:
        name = open_shelf(self.membership.catalogue).name_of(path.stem)
        self._shown = None
        self.refresh()
        message(self.app, _("The course is kept"), _("“{name}” is among your boards now.").format(name=name))

    # --- buttons --------------------------------------------------------------------------------------------------

    def _lay_out_bottom(self) -> None:
        layer, row = self.layer, self._parts.buttons
        host, own = self.membership.is_host, self.own
        note = self._problem() if host else self._waiting()
        buttons = [(_("Leave"), "arrow-left", 140.0, self._doors.leave)]
        if host:
            buttons.append((_("Change match"), "settings", 200.0, self._doors.setup.open))
            buttons.append((_("Load game"), "load", 176.0, self._doors.load))
        x, y, after = row.x, row.y, row.x
        for text, icon, width, action in buttons:
            self._add(text, Button(layer, Rect(x, y, width, row.height), text, action, icon=icon, size=15))
            x += width + 8
            after = max(after, x) if y == row.y else after
            if self.is_tall and y == row.y:  # all but the first have a row of their own
                x, y = row.x, row.top + 8
        start = Rect(row.right - 200, row.y, 200, row.height)
        if host:
            button = Button(
                layer, start, _("Start"), self.membership.start, icon="play", accent=True, size=20, tooltip=note
            )
            self._add("start", button).enable(not note)
        elif own is not None and not own.watching:
            caption, icon = (_("Not ready"), "cross") if self._is_ready else (_("Ready"), "checkmark")
            button = Button(layer, start, caption, self._turn_ready, icon=icon, accent=not self._is_ready, size=20)
            self._add("turn ready", button)
        spot = Rect(after + 8, row.y, start.x - after - 20, row.height)
        options: dict[str, Any] = {"size": 13, "width": spot.width, "wrap": True, "tint": theme.colour("warning")}
        self._note = layer.label(note, spot.x, spot.centre[1], **options)
        self._note.cut(row.height + 8)
        self._usual_note = note

    def _problem(self) -> str:
        """Return a sentence about why the host cannot start, or an empty text."""
        return self._doors.setup.problem() if self.config.match.course else _("Choose a course: “Change match”.")

    def _waiting(self) -> str:
        """Return a sentence about what the other members wait for."""
        if wrong := self._match.problem(self.config):
            return wrong
        names = [m.name for m in self.membership.members if not (m.watching or m.host or m.ready)]
        problem = waiting_problem(names)
        return problem.as_sentence() if problem is not None else _("Waiting for the host to start.")

    def _choose_robot(self, robot: str) -> None:
        self.membership.choose(robot=robot)

    def _be_ready(self, ready: bool) -> None:
        self.membership.choose(ready=ready)

    def _turn_ready(self) -> None:
        self._be_ready(not self._is_ready)

    @property
    def _is_ready(self) -> bool:
        """Whether the player has marked themselves as ready, even if the server does not know it yet."""
        choice = self.membership.chosen or self.own
        return choice is not None and choice.ready

    def _progress(self) -> str:
        """Return a sentence about transfers from or to the server, or an empty text."""
        if self.membership.line.arrival is not None:
            return coming_text(self.membership.line.arrival)
        if self.membership.starting > MOMENT:
            return _("The match is being started …")
        if self._doors.sends_game():
            return _("The saved game is being loaded …")
        return _("Sending your choice …") if self.membership.choosing > MOMENT else ""

    def ask_to_kick(self, member: MemberState) -> None:
        """Ask whether to remove a member."""
        title = _("Remove {name}?").format(name=member.name)
        text = _("They can join again with the code.")
        confirm(self.app, title, text, _("Remove"), lambda: self.membership.send(Kick(member.id)))
        self._removing = member.id, self.app.screen_on_top

    def _forget_who_has_gone(self) -> None:
        """Close the question about removing a member who has already left."""
        if self._removing is None:
            return
        member, question = self._removing
        if all(other.id != member for other in self.membership.members):
            self._removing = None
            if self.app.screen_on_top is question:
                self.app.pop()

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show changes."""
        if self._match.look():
            self._shown = None
        self.refresh()
        note = self._progress() or self._usual_note
        if self._note.text != note:
            self._note.text = note
            self._note.cut(self._parts.buttons.height + 8)
        self._forget_who_has_gone()
        self.chat.show()
        self.named["open course"].enable(self.membership.chat.course is not None)
        super().update(seconds)

    def draw(self) -> None:
        """Draw everything and the focus ring."""
        super().draw()
        self._chat_layer.draw()
        self._above.draw()

    def typed(self, text: str) -> None:
        """Pass typed letters to the chat line."""
        self.controls.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter sends the chat line, or else starts the match or marks the player as ready."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is self.chat.field:
            self.chat.send()
        elif symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            if not self.membership.is_host:
                self._turn_ready()
            elif self.named["start"].enabled:
                self.membership.start()
        else:
            super().key(symbol, modifiers)

    def escape(self) -> None:
        """Leave, after a confirmation."""
        self._doors.leave()
