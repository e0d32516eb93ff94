"""The page of a lobby on the network: the host's choices, the members and their readiness, live.

At the left the match (`room_match`), in the middle the players (CLI-512, CLI-513, CLI-1303), at the right the chat.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import arcade

from roborally.base.errors import GameError
from roborally.base.player_names import visible_part
from roborally.base.translation import _
from roborally.features.lobby.window.course_codes import code_of_course, take_code
from roborally.features.lobby.window.online.chat import ChatBox
from roborally.features.lobby.window.online.invite_page import InvitePage, picture_of
from roborally.features.lobby.window.online.network_match import MOMENT, coming_text
from roborally.features.lobby.window.online.room_match import RoomMatch
from roborally.features.lobby.window.online.room_seats import RoomSeats
from roborally.features.lobby.window.online.room_setup import RoomSetup
from roborally.game.course_shelf import open_shelf
from roborally.game.match_file import MatchConfig, parse_config
from roborally.game.session.readiness import waiting_problem
from roborally.net.address import Address
from roborally.net.client.membership import Membership
from roborally.net.protocol import MAX_COURSE_CODE, Kick, MemberState
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import confirm, message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import build_in, button, heading, here, label, switch
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.theme import Rect

LINK_SIDE = 300.0
"""The side in units of the link's QR code above the chat."""
NOTE = 36.0
"""The height in units of the two lines about what keeps the match from starting."""


@dataclass(frozen=True)
class RoomCallbacks:
    """The functions that the lobby page calls to leave or load a saved game, and the host's changes (`setup`)."""

    leave: Callable[[], None]
    setup: RoomSetup
    load: Callable[[], None]
    sends_game: Callable[[], bool]
    """Returns whether a saved game is being sent to the server."""


class RoomPage(TreePage):
    """The page of a membership's lobby; `address` is where others join the match."""

    def __init__(self, app: App, membership: Membership, address: Address, doors: RoomCallbacks) -> None:
        super().__init__(app, doors.leave)
        self.membership = membership
        self._address = address
        self._doors = doors
        self._seats = RoomSeats(membership, self._choose_robot, self._be_ready, self.ask_to_kick)
        self._match = RoomMatch(app, self.space, membership)
        self.parts.append(self._match.preview)
        self._above = Layer(self.space)
        self.controls = WidgetGroup(self._above)
        self._chat_layer = Layer(self.space)
        self._chat_controls = WidgetGroup(self._chat_layer)
        self._chat_place: Rect | None = None
        self._shown: Any = None
        self._agreed = self.config
        """The match when the player was ready last, or when the page was opened."""
        self._removing: tuple[int, Screen] | None = None
        """The id of the member to remove, and the dialog that asks for confirmation; `None` while none is open."""
        self.refresh()

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def own(self) -> MemberState | None:
        """This client's entry among the members, `None` if there is none."""
        return self.membership.own

    @property
    def config(self) -> MatchConfig:
        """The match as the host has set it up; an empty one if it is unknown or unreadable."""
        lobby = self.membership.lobby
        try:
            return parse_config(lobby.config) if lobby is not None else MatchConfig()
        except GameError:
            return MatchConfig()

    @property
    def edition(self) -> str:
        """The id of the mode that the host has chosen."""
        return self.config.match.mode

    @property
    def named(self) -> dict[str, Any]:
        """The controls of the page by name."""
        return self.controls.named

    def refresh(self) -> None:
        """Lay the page out again if the lobby or the player's own choice has changed; the chat stays as it is."""
        if (self.membership.lobby, self.membership.chosen) != self._shown:
            super().rebuild()

    def rebuild(self) -> None:
        """Lay everything out again, including the chat; unsent text stays."""
        self._chat_place = None
        super().rebuild()

    def tree(self) -> Node:
        """Return the layout: match, players and chat side by side or below each other, and the buttons."""
        self._shown = self.membership.lobby, self.membership.chosen
        config = self.config
        places = {"code": self._address.code, "address": replace(self._address, code="")}
        where = _("Match {code} on {address}").format(**places)
        match, chat, link = self._match.tree(config), self._chat(), self._link()
        seats = column(self._table_switch(), self._seats.tree(config).grow(), gap=6)
        hint = _("Rulebook (F1)")
        rules = button("", self.app.open_rules, icon="question", tooltip=hint, height=36).named("rules")
        hint = _("A link for any browser, and the address for the game")
        invite = button(_("Invite others"), self._invite, icon="network", size=14, tooltip=hint, height=36)
        invite.named("invite")
        title = fitting(
            lambda: row(heading(_("Lobby"), 24), space(), label(where, 14), invite, rules, gap=12),
            lambda: column(
                row(heading(_("Lobby"), 24), space(), invite, rules, gap=12), label(where, 14, wrap=True), gap=4
            ),
        )
        parts = (
            column(match.grow()).wide(250).grow(3),
            column(seats.grow()).wide(400).grow(0.5),
            column(link, chat.grow()).wide(260).grow(3),
        )
        beside = column(seats.grow()).wide(380).grow(), column(chat.grow()).wide(220).grow()
        ways = self._ways()
        rest = fitting(
            lambda: column(row(*parts, gap=16).grow(), ways, gap=10),
            # a narrow page is scrolled: what one does here comes before what one reads
            lambda: column(ways, link, row(*beside, gap=16).grow(), match, gap=12),
            lambda: column(ways, link, seats, chat, match, gap=12),
        )
        return column(title, rest.grow(), gap=10, pad=(18, 10))

    def built(self) -> None:
        """Add the controls of the chat; enable *Start* and the buttons for courses in the chat if they can be used."""
        self.controls.widgets.extend(self._chat_controls.widgets)
        self.named["show course"].enable(self._match.course(self.config) is not None)
        self.named["open course"].enable(self.membership.chat.course is not None)
        self._note.made.cut(NOTE)
        if self.membership.is_host:
            self.named["start"].enable(not self._usual_note)

    def focus_first(self) -> bool:
        """Focus the button that continues, else the robot or *Change match*; return whether a control has the focus."""
        if self.controls.focus is None:
            wanted = (self.named.get(name) for name in ("start", "turn ready", "take seat", "robot", _("Change match")))
            able = (widget for widget in wanted if widget is not None and widget.enabled)
            self.controls.set_focus(next(able, None))
        return super().focus_first()

    def _invite(self) -> None:
        self.app.push(InvitePage(self.app, self._address, pages=self.membership.has_pages))

    # --- the window as the table ----------------------------------------------------------------------------------

    @property
    def is_table(self) -> bool:
        """Whether this window is the host's and only watches, even if the server has not confirmed it yet."""
        choice = self.membership.chosen or self.own
        return self.membership.is_host and choice is not None and choice.watching

    def _table_switch(self) -> Node | None:
        """Return the switch that makes the host only watch, while on with a full screen button; `None` for guests."""
        if not self.membership.is_host:
            return None
        hint = _("This window shows only what all may see, and has no robot; all play on phones or at other computers")
        table = switch(self.is_table, self._turn_table, _("Only watch in this window"), tooltip=hint).named("table")
        fill = button(_("Full screen"), self.app.toggle_full_screen, size=13, tooltip="F11", height=28)
        return row(table.grow(), fill.named("full screen") if self.is_table else None)

    def _turn_table(self, on: bool) -> None:
        self.membership.choose(watching=on)

    def _link(self) -> Node | None:
        """Return the link for browsers with a large QR code if this window only watches (`is_table`), else `None`."""
        if not (self.is_table and self.membership.has_pages):
            return None
        link = self._address.link
        text = label(link, 18, bold=True, align="center", shorten=True)
        return column(picture_of(link, LINK_SIDE, LINK_SIDE), text, gap=6)

    # --- the chat -------------------------------------------------------------------------------------------------

    def _chat(self) -> Node:
        """Return the chat with its buttons: send the chosen course to all members, and open one that was sent."""
        hint = _("Show the chosen course to all in the chat; who has not got it can keep it")
        show = button(_("Show course"), self._show_course, size=13, tooltip=hint, height=28).named("show course")
        hint = _("Keep the course that was shown last in the chat among your own boards")
        keep = button(_("Open course"), self._open_course, size=13, tooltip=hint, height=28).named("open course")
        title = label(_("Chat"), 13, tint=theme.colour("text-dim"))
        return column(
            fitting(lambda: row(title.grow(), show, keep), lambda: column(flow(show, keep, gap=6, equal=True), title)),
            here(self._place_chat, Size(200, 300), Size(160, 320)).grow(),
        )

    def _place_chat(self, place: Rect) -> None:
        """Build the chat unless it is already at this place: rebuilding would lose its scroll position."""
        if place != self._chat_place:
            self._chat_place = place
            self._chat_layer.clear()
            self._chat_controls.widgets.clear()
            self.chat = ChatBox(self.membership.chat, self.membership.say)
            build_in(place, self.chat.tree(), self._chat_layer, self._chat_controls)

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
        """Ask whether to keep the course shown last in the chat among the player's boards."""
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

    def _ways(self) -> Node:
        """Return the buttons of the page with the note about what keeps the match from starting."""
        host, own = self.membership.is_host, self.own
        self._usual_note = self._problem() if host else self._waiting()
        ways = [(_("Leave"), "arrow-left", self._doors.leave)]
        if host:
            ways.append((_("Change match"), "settings", self._doors.setup.open))
            ways.append((_("Load game"), "load", self._doors.load))
        buttons = [button(text, act, icon=icon, size=15, height=44).named(text) for text, icon, act in ways]
        start: Leaf[Button] | None = None
        options: dict[str, Any] = {"size": 20, "height": 44}
        if host:
            options |= {"icon": "play", "accent": True, "tooltip": self._usual_note}
            start = button(_("Start"), self.membership.start, **options).wide(least=200).named("start")
        elif own is not None and own.watching:
            options |= {"icon": "robot", "accent": True, "tooltip": _("Play along instead of watching")}
            start = button(_("Take a seat"), self._take_seat, **options).wide(least=200).named("take seat")
        elif own is not None:
            caption, icon = (_("Not ready"), "cross") if self._is_ready else (_("Ready"), "checkmark")
            options |= {"icon": icon, "accent": not self._is_ready}
            start = button(caption, self._turn_ready, **options).wide(least=200).named("turn ready")
        tint = theme.colour("warning")
        self._note = note = label(self._usual_note, 13, tint=tint, wrap=True, lines=2).wide(least=200)
        return fitting(
            lambda: row(*buttons, column(note).grow(), start),
            lambda: column(row(*buttons[1:]), row(buttons[0], column(note).grow(), start)),
            lambda: column(note, *buttons, start),
        )

    def _problem(self) -> str:
        """Return a sentence about why the host cannot start, empty if they can."""
        return self._doors.setup.problem() if self.config.match.course else _("Choose a course: “Change match”.")

    def _waiting(self) -> str:
        """Return a sentence for a guest about what keeps the match from starting."""
        if wrong := self._match.problem(self.config):
            return wrong
        chooses = self.own is not None and not (self.own.watching or self._is_ready)
        if chooses and (news := self._match.news(self._agreed, self.config)):
            return _("Changed by the host: {changes}. Ready again?").format(changes=news)
        if chooses:
            return _("You are not ready yet.")
        names = [m.name for m in self.membership.members if not (m.watching or m.host or m.ready)]
        problem = waiting_problem(names)
        return problem.as_sentence() if problem is not None else _("Waiting for the host to start.")

    def _choose_robot(self, robot: str) -> None:
        self.membership.choose(robot=robot)

    def _be_ready(self, ready: bool) -> None:
        self._agreed = self.config if ready else self._agreed
        self.membership.choose(ready=ready)

    def _take_seat(self) -> None:
        self.membership.choose(watching=False)

    def _turn_ready(self) -> None:
        self._be_ready(not self._is_ready)

    @property
    def _is_ready(self) -> bool:
        """Whether the player has marked themselves as ready, even if the server does not know it yet."""
        choice = self.membership.chosen or self.own
        return choice is not None and choice.ready

    def _progress(self) -> str:
        """Return a sentence about what is being received or sent, empty for nothing."""
        if (arrival := self.membership.line.arrival) is not None:
            return coming_text(arrival)
        if self.membership.starting > MOMENT:
            return _("The match is being started …")
        if self._doors.sends_game():
            return _("The saved game is being loaded …")
        return _("Sending your choice …") if self.membership.choosing > MOMENT else ""

    def ask_to_kick(self, member: MemberState) -> None:
        """Ask in a dialog whether to remove a member."""
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
        """Show what has changed in the lobby and the chat since the last frame."""
        if self._match.look():
            self._shown = None
        self.refresh()
        note = self._progress() or self._usual_note
        if self._note.made.text != note:
            self._note.made.text = note
            self._note.made.cut(NOTE)
        self._forget_who_has_gone()
        self.chat.show()
        self.named["open course"].enable(self.membership.chat.course is not None)
        super().update(seconds)

    def draw(self) -> None:
        """Draw the page, the chat, and the focus ring above them."""
        super().draw()
        self._chat_layer.draw()
        self._above.draw()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter sends the chat line, or else starts the match or marks the player as ready."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is self.chat.field:
            self.chat.send()
        elif symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            if "turn ready" in self.named:
                self._turn_ready()
            elif "start" in self.named and self.named["start"].enabled:
                self.membership.start()
        else:
            super().key(symbol, modifiers)
