"""The chat of a match on the network: a box in the lobby, a page over a match."""

from collections.abc import Callable

import arcade

from roborally.base.player_names import visible_part
from roborally.base.translation import _
from roborally.net.client.membership import ChatHistory, Unsent
from roborally.net.protocol import ChatMessage
from roborally.ui.match.panel.log_box import LogBox
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.fields import TextField
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

FIELD = 38.0
BUTTON = 44.0
NARROW = 290.0
"""The width up to which the hint in the empty line is short."""
SIZE, EDGE = (560.0, 420.0), 8.0
"""The largest width and height over a match, and the margin around it."""
MAX_LETTERS = 280
"""The maximum length of a chat line in characters."""

Say = Callable[[str], None]


def line_of(said: ChatMessage | Unsent) -> str:
    """Return a chat line with its author's name; a line lost with the connection is marked as such."""
    if isinstance(said, Unsent):
        return _("Not sent: {text}").format(text=said.said.text)
    if said.course:
        return _("{name} shows the course “{title}”.").format(name=said.name, title=said.text)
    return _("{name}: {text}").format(name=said.name, text=said.text)


class ChatBox:
    """The latest chat lines, and a text field; Enter sends the text."""

    def __init__(self, layer: Layer, controls: WidgetGroup, area: Rect, chat: ChatHistory, say: Say) -> None:
        """Show the lines so far."""
        self._chat = chat
        self._say = say
        self._shown = 0, 0
        top = Rect(area.x, area.y + FIELD + 8, area.width, area.height - FIELD - 8)
        self.log = LogBox(layer, layer, top, stands_out=lambda line: False)
        spot = Rect(area.x, area.y, area.width - BUTTON - 6, FIELD)
        sentence = _("Message to all (Enter sends)")
        hint = sentence if area.width > NARROW else _("Message to all")
        self.field: TextField = controls.add(
            TextField(layer, spot, chat.draft, self._keep, hint=hint, longest=MAX_LETTERS, tooltip=sentence)
        )
        send = Rect(area.right - BUTTON, area.y, BUTTON, FIELD)
        button = controls.add(Button(layer, send, "", self.send, icon="arrow-right", tooltip=_("Send")))
        self.field.name, button.name = "chat", "send"
        self.show()

    def _keep(self, text: str) -> None:
        """Store the unsent text, also for another page that replaces this one."""
        self._chat.draft = text

    def send(self) -> None:
        """Send the text if it is not empty."""
        words = visible_part(self.field.value).strip()
        if words:
            self._say(words)
            self.field.set("")

    def show(self) -> None:
        """Show the lines since the last call, and below them the own lines that are being sent."""
        count, under_way = self._shown
        sending = self._chat.sending
        if sending or under_way:
            if (self._chat.count, len(sending)) != self._shown:
                below = [_("{line} (sending …)").format(line=line_of(said)) for said in sending]
                self.log.rewrite([*map(line_of, self._chat.since(0)), *below])
        else:
            for said in self._chat.since(count):
                self.log.write(line_of(said))
        self._shown = self._chat.count, len(sending)
        self.log.refresh()


class ChatScreen(Screen):
    """The chat, over the board of a running match; clock and program stay visible."""

    opaque = False

    def __init__(self, app: App, chat: ChatHistory, say: Say, side: Callable[[], Rect]) -> None:
        """Start with the focus on the text field; `side` returns the part of the window beside the panel."""
        super().__init__(app, app.matches)
        self._chat, self._say, self._side = chat, say, side
        self._build()

    def _build(self) -> None:
        side = self._side()
        width, height = (min(most, room - 2 * EDGE) for most, room in zip(SIZE, (side.width, side.height), strict=True))
        area = Rect(side.centre[0] - width / 2, side.centre[1] - height / 2, width, height)
        self.layer.frame("panel", area)
        self.layer.heading(_("Chat"), area.x + 24, area.top - 34, 21, tint=theme.colour("accent"))
        close = Rect(area.right - 62, area.top - 54, 40, 40)
        inner = Rect(area.x + 20, area.y + 20, area.width - 40, area.height - 84)
        self.box = ChatBox(self.layer, self.controls, inner, self._chat, self._say)
        self.controls.add(Button(self.layer, close, "", self.app.pop, icon="cross", tooltip=_("Close (Esc)")))
        self.controls.set_focus(self.box.field)

    def settled(self) -> None:
        """Lay everything out again for the final size."""
        self.clear()
        self._build()

    def update(self, seconds: float) -> None:
        """Show new lines."""
        self.box.show()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter sends."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER) and self.controls.focus is self.box.field:
            self.box.send()
        else:
            super().key(symbol, modifiers)
