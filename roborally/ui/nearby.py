"""The games of the local network, as a list shows them."""

from roborally.loader import Catalogue
from roborally.net.announcement import Found
from roborally.net.discovery import Discovery
from roborally.texts import _
from roborally.ui.course_shelf import open_shelf
from roborally.ui.file_pages import mode_title
from roborally.ui.join_page import Offer


class Nearby:
    """Looks for games from the first `offers` on, until it is closed."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Look for nothing yet."""
        self._catalogue = catalogue
        self._discovery: Discovery | None = None
        self._known: tuple[list[Found], list[Offer]] = [], []

    def offers(self) -> list[Offer]:
        """Return the games that have been found so far; the same list until there is another one."""
        if self._discovery is None:
            self._discovery = Discovery()
        found = self._discovery.found()
        if found != self._known[0]:
            self._known = found, [self._offer(game) for game in found]
        return self._known[1]

    def close(self) -> None:
        """Look no more."""
        discovery, self._discovery = self._discovery, None
        if discovery is not None:
            discovery.close()

    def _offer(self, game: Found) -> Offer:
        """Return what the list shows of a game."""
        host = _("{name}'s game").format(name=game.host) if game.host else _("A game")
        if not game.can_be_joined:
            return Offer(host, _("It is of another version, and cannot be joined."), game.address, closed=True)
        line = _("{mode}, {course}, players: {count}").format(
            mode=mode_title(self._catalogue, game.mode),
            course=open_shelf(self._catalogue).name_of(game.course),
            count=game.players,
        )
        line = _("{line} – has begun").format(line=line) if game.playing else line
        return Offer(host, line, game.address, game.playing)
