"""The mark on the button of the achievements: how many the player has not looked at yet (CLI-2563)."""

from roborally.base.translation import _
from roborally.ui.shell.services import Services


class NewAchievements:
    """A `MenuBadge` with the number of new achievements."""

    is_quiet = False

    def __init__(self, services: Services) -> None:
        """Show the present number."""
        self._app = services.app
        self._count = len(self._app.settings.new_achievements)

    @property
    def text(self) -> str:
        """The number, empty for none."""
        return str(self._count or "")

    @property
    def hint(self) -> str:
        """The tooltip."""
        return _("New achievements: {count}").format(count=self._count) if self._count else ""

    def update(self, seconds: float) -> bool:
        """Return whether the number has changed."""
        before, self._count = self._count, len(self._app.settings.new_achievements)
        return self._count != before

    def give_up(self) -> None:
        """Do nothing: nobody is asked."""
