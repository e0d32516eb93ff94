"""The badge of the main menu's entry for achievements: how many the player has not yet seen (CLI-2563)."""

from roborally.base.translation import _
from roborally.ui.shell.services import Services


class NewAchievements:
    """A `MenuBadge` with the number of new achievements."""

    is_quiet = False

    def __init__(self, services: Services) -> None:
        self._app = services.app
        self._count = len(self._app.settings.new_achievements)

    @property
    def text(self) -> str:
        """The number of new achievements, empty for none."""
        return str(self._count or "")

    @property
    def hint(self) -> str:
        """The tooltip, empty if there are no new achievements."""
        return _("New achievements: {count}").format(count=self._count) if self._count else ""

    def update(self, seconds: float) -> bool:
        """Return whether the number has changed since the last call."""
        before, self._count = self._count, len(self._app.settings.new_achievements)
        return self._count != before

    def give_up(self) -> None:
        """Do nothing: there is no request to cancel."""
