"""Asks servers about the player's seats in a thread, so that the window stays responsive."""

import queue
import threading
from collections.abc import Callable, Sequence

from roborally.base.errors import Message, any_fault, reason
from roborally.base.translation import _
from roborally.features.post.server.client import ask
from roborally.features.post.server.messages import Reply, Wish
from roborally.features.post.turn_file import SeatFile
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog

Found = Reply | Message
"""A server's answer, or the message that says why there is none."""


class Inquiry:
    """A request to the servers of some seats, one after the other, in a thread."""

    def __init__(self, seats: Sequence[SeatFile], wish: Wish = "look", orders: bytes = b"") -> None:
        """Start to ask; `orders` is the content of an orders file for the wish `orders`."""
        self._seats = list(seats)
        self._wish: Wish = wish
        self._orders = orders
        self._given_up = False
        self._found: queue.SimpleQueue[tuple[int, Found]] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="post-inquiry", daemon=True).start()

    def _work(self) -> None:
        for number, seat in enumerate(self._seats):
            if self._given_up:
                return
            try:
                found: Found = ask(seat, self._wish, self._orders)
            except any_fault() as error:  # a thread that dies silently would leave the window waiting
                found = reason(error)
            self._found.put((number, found))

    def poll(self) -> tuple[int, Found] | None:
        """Return the next result, the index of a seat and its answer; `None` if there is none yet."""
        try:
            return self._found.get_nowait()
        except queue.Empty:
            return None

    def give_up(self) -> None:
        """Stop asking after the current request."""
        self._given_up = True


class AskingDialog(Dialog):
    """A dialog that waits for a server's answer about one seat, and then calls `then`; the player may cancel."""

    def __init__(
        self,
        app: App,
        seat: SeatFile,
        then: Callable[[Found], None],
        wish: Wish = "look",
        orders: bytes = b"",
        left: Callable[[], None] = lambda: None,
    ) -> None:
        """Send the request `wish`, with `orders` for the wish `orders`; `left` is called if the player cancels."""
        text = _("Asking {server} …").format(server=seat.server)
        super().__init__(app, _("One moment"), text, [(_("Cancel"), self.escape)])
        self._then = then
        self._left = left
        self._inquiry = Inquiry([seat], wish, orders)

    def update(self, seconds: float) -> None:
        """Close the dialog and call `then` when the answer has arrived."""
        super().update(seconds)
        found = self._inquiry.poll() if self.app.screen_on_top is self else None
        if found is not None:
            self.app.pop()
            self._then(found[1])

    def escape(self) -> None:
        """Close the dialog without an answer, and call `left`."""
        self.app.pop()
        self._left()

    def closed(self) -> None:
        """Stop the request."""
        self._inquiry.give_up()
