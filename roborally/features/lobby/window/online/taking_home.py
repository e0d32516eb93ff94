"""Taking a match home (a file of it for all players): the host asks, all players answer, the file arrives (CLI-R13)."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.net.client.membership import Membership
from roborally.net.protocol import AnswerHome, AskHome, Begin, HomeGame, HomeRequest
from roborally.net.rooms.home_request import PAUSE
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog, message


class HomeQuestion(Dialog):
    """The dialog that asks whether the host may take the match home; Esc postpones the answer, Enter does nothing."""

    def __init__(self, app: App, host: str, answer: Callable[[bool], None]) -> None:
        """Ask in the name of `host`; `answer(agreed)` is called with the answer."""
        text = _(
            "{name} asks to save this match for all players: all get a file of the match as it stood at the beginning "
            "of the turn. Who has the file can read everybody's cards, and the cards still to come. It is made only if "
            "all agree."
        ).format(name=host)
        buttons = [(_("Agree"), lambda: answer(True)), (_("Refuse"), lambda: answer(False))]
        super().__init__(app, _("Save for all players?"), text, buttons)
        self.default = lambda: None


class TakingHome:
    """The client's side of a request to take the match home; `keep(file)` opens the page that saves a base64 file."""

    def __init__(self, app: App, membership: Membership, keep: Callable[[str], None]) -> None:
        self._app = app
        self._membership = membership
        self._keep = keep
        self._request: HomeRequest | None = None
        self._asked = False
        self._done = ""
        """The file (base64) that the player has saved or declined last, empty before."""
        self._shown: Dialog | None = None

    def actions(self) -> list[tuple[str, Action]]:
        """Return the menu entries (text and action): to ask, to see who must answer, or to give a postponed answer."""
        own, request = self._membership.own, self._request
        is_open = request is not None and request.state == "open"
        if own is not None and own.host:
            return [(_("Save for all players"), self._show_missing if is_open else self._ask)]
        if request is not None and is_open and own is not None and own.name in request.missing:
            return [(_("Answer {name}").format(name=request.host), lambda: self._question(request))]
        return []

    def on_news(self, news: object) -> None:
        """Handle a message of the server: show the state of the request, or offer the file."""
        match news:
            case HomeRequest():
                self._show_request(news)
            case HomeGame(file) if file != self._done:
                self._take(file)
            case Begin():  # another screen has replaced the dialog
                self._shown = None
                if self._asked and (self._request is None or self._request.state != "open"):
                    self._membership.send(AskHome())

    def _show_request(self, request: HomeRequest) -> None:
        known, self._request = self._request, request
        if self._membership.is_host:
            self._show_request_to_host(request)
        elif request.state != "open" or not request.missing:
            self._hide()
        elif known is None or known.request != request.request or self._shown is None:
            self._question(request)

    def _show_request_to_host(self, request: HomeRequest) -> None:
        was_shown = self._hide()
        if request.state == "refused":
            text = _(
                "{name} does not agree, so the match is not saved for all players. "
                "You can ask again in {count} seconds."
            ).format(name=request.refused, count=round(PAUSE))
            message(self._app, _("Save for all players?"), text)
        elif request.state == "over":
            text = _("The turn is over before all have answered. You can ask again.")
            message(self._app, _("Save for all players?"), text)
        elif request.state == "open" and (self._asked or was_shown):
            self._show_missing()
        self._asked = self._asked and request.state == "open"

    def _take(self, file: str) -> None:
        """Offer to save the saved game `file` (base64), which the server sends once all have agreed to take it home."""
        self._hide()

        def done() -> None:
            self._done = file
            self._app.pop()

        def save() -> None:
            done()
            self._keep(file)

        text = _("Here is the match as it stood at the beginning of the turn. It can go on anywhere.")
        self._show(
            Dialog(
                self._app,
                _("All agree: you can save the match"),
                text,
                [(_("Save game"), save), (_("Back to the game"), done)],
            )
        )

    def _ask(self) -> None:
        """Explain the consequences to the host, with a button that asks all players."""
        text = _(
            "All players get a file of the match as it stood at the beginning of the turn, which can go on anywhere. "
            "Who has it can read everybody's cards, and the cards still to come. All players are asked first."
        )
        dialog = Dialog(
            self._app, _("Save for all players?"), text, [(_("Ask"), self._send), (_("Back"), self._app.pop)]
        )
        self._app.push(dialog)

    def _send(self) -> None:
        self._app.pop()
        self._asked = True
        self._membership.send(AskHome())

    def _show_missing(self) -> None:
        request = self._request
        assert request is not None, "there is a request"
        text = _("Still to answer: {names}").format(names=", ".join(request.missing))
        self._show(Dialog(self._app, _("Save for all players?"), text, [(_("Back to the game"), self._app.pop)]))

    def _question(self, request: HomeRequest) -> None:
        def answer(agreed: bool) -> None:
            self._hide()
            self._membership.send(AnswerHome(request.request, agreed))

        self._show(HomeQuestion(self._app, request.host, answer))

    def _show(self, dialog: Dialog) -> None:
        self._hide()
        self._shown = dialog
        self._app.push(dialog)

    def _hide(self) -> bool:
        """Close the open dialog; return whether there was one."""
        shown, self._shown = self._shown, None
        if shown is None or shown not in self._app.screens:
            return False
        self._app.screens.remove(shown)
        return True
