"""The chat of a match on the network: a box in the lobby, a page over a match."""

from collections.abc import Callable

import arcade

from roborally.base.player_names import visible_part
from roborally.base.translation import _
from roborally.net.client.membership import ChatHistory, Unsent
from roborally.net.protocol import ChatMessage
from roborally.ui.match.panel.log_box import LogBox
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.controls.fields import TextField
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import build_in, button, field, titled
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.theme import Rect

HEIGHT = 38.0
"""The height of the text field in units."""
SIZE, EDGE = (560.0, 420.0), 8.0
"""The largest width and height of the chat over a match, and the margin around it, in units."""
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
    """The chat in a lobby or over a match: the lines so far, a text field, and a button that sends."""

    log: LogBox
    field: TextField

    def __init__(self, chat: ChatHistory, say: Say) -> None:
        """Prepare to show `chat`; `say(text)` sends a line to all members."""
        self._chat = chat
        self._say = say

    def tree(self) -> Node:
        """Return the layout: the lines so far, with the text field below them."""
        hint = _("Message to all")  # a tooltip would say the same, and cover the newest line or other controls
        line = field(self._chat.draft, self._keep, height=HEIGHT, longest=MAX_LETTERS, hint=hint).named("chat")
        send = button("", self.send, icon="arrow-right", tooltip=_("Send (Enter)"), height=HEIGHT).named("send")
        lines = Leaf(self._make_log, 160, Size(100, 300)).at("stretch").grow()
        return column(lines, row(line.then(self._take).grow(), send, gap=6))

    def _make_log(self, target: Target, place: Rect) -> LogBox:
        self.log = LogBox(target.layer, target.layer, place, stands_out=lambda line: False)
        self._shown = 0, 0
        self.show()
        return self.log

    def _take(self, made: TextField) -> None:
        self.field = made

    def _keep(self, text: str) -> None:
        """Store the unsent text in the chat history, for the next page that shows the chat."""
        self._chat.draft = text

    def send(self) -> None:
        """Send the text if it is not empty, and clear the field."""
        words = visible_part(self.field.value).strip()
        if words:
            self._say(words)
            self.field.set("")

    def show(self) -> None:
        """Add the lines since the last call, and below them the player's lines that the server has not confirmed."""
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
        self._chat.read = self._chat.count
        self.log.refresh()


class ChatScreen(Screen):
    """The chat over the board of a running match; a press beside it closes it and is passed on to the match."""

    opaque = False

    def __init__(self, app: App, chat: ChatHistory, say: Say, side: Callable[[], Rect]) -> None:
        """Focus the text field; `side()` returns the area of the window beside the match's panel."""
        super().__init__(app, app.matches)
        self._chat, self._say, self._side = chat, say, side
        self._build()

    def _build(self) -> None:
        side = self._side()
        width, height = (min(most, room - 2 * EDGE) for most, room in zip(SIZE, (side.width, side.height), strict=True))
        self.box = ChatBox(self._chat, self._say)
        window = titled(_("Chat"), self.app.pop, self.box.tree().grow()).high(height)
        left, low = side.centre[0] - width / 2, side.centre[1] - height / 2
        self.area = Rect(left, low, width, height)
        around = column(space(), row(space(), window.wide(width), space()), space(), gap=0)
        build_in(side, around, self.layer, self.controls)
        self.controls.set_focus(self.box.field)

    def settled(self) -> None:
        """Lay everything out again once the window has its final size."""
        self.clear()
        self._build()

    def press(self, x: float, y: float, button: int) -> None:
        """Press a control; a press outside the chat closes it and is passed on to the match."""
        if self.area.holds(x, y):
            super().press(x, y, button)
            return
        self.app.pop()
        self.app.screen_on_top.motion(x, y)
        self.app.screen_on_top.press(x, y, button)

    def update(self, seconds: float) -> None:
        """Show the chat lines that have arrived."""
        self.box.show()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter sends."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER) and self.controls.focus is self.box.field:
            self.box.send()
        else:
            super().key(symbol, modifiers)
