"""Finds the matches on the local network for the page for joining."""

from roborally.base.translation import _
from roborally.features.lobby.window.online.join_page import JoinableMatch
from roborally.game.course_shelf import open_shelf
from roborally.net.announcement import FoundMatch
from roborally.net.client import reconnect_store
from roborally.net.discovery import Discovery
from roborally.plugin_system.loader import Catalogue
from roborally.ui.pages.file_pages import mode_title


class Nearby:
    """Searches the local network for matches, from the first call of `offers` until closed."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._discovery: Discovery | None = None
        self._known: tuple[list[FoundMatch], list[JoinableMatch]] = [], []

    def offers(self) -> list[JoinableMatch]:
        """Return the matches found so far; the same list object until the matches change."""
        if self._discovery is None:
            self._discovery = Discovery()
        found = self._discovery.found()
        if found != self._known[0]:
            self._known = found, [self.offer(game) for game in found]
        return self._known[1]

    def close(self) -> None:
        """Stop the search."""
        discovery, self._discovery = self._discovery, None
        if discovery is not None:
            discovery.close()

    def offer(self, game: FoundMatch) -> JoinableMatch:
        """Return the entry of a match in the list."""
        host = _("{name}'s game").format(name=game.host) if game.host else _("A game")
        if not game.can_be_joined:
            return JoinableMatch(host, _("Different version: you cannot join."), game.address, closed=True)
        line = _("{mode}, {course}, players: {count}").format(
            mode=mode_title(self._catalogue, game.mode),
            course=open_shelf(self._catalogue).name_of(game.course),
            count=game.players,
        )
        if not game.playing:
            return JoinableMatch(host, line, game.address)
        if any(seat.code == game.address.code for seat in reconnect_store.seats()):
            line = _("{line} – your seat is kept").format(line=line)
            return JoinableMatch(host, line, game.address, kept=True)
        return JoinableMatch(host, _("{line} – in progress").format(line=line), game.address, begun=True)
