"""A recorded match as shown in a film: without the player's controls."""

from roborally.ui.match.panel.moving_panel import MovingPanel
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.toolkit.app import App


class FilmScreen(ReplayScreen):
    """Plays a film; the board takes the place of the bar, the log that of the buttons."""

    def __init__(self, app: App, film: Film, speed: str) -> None:
        """Start to play; the end shows the result."""
        super().__init__(app, film, leave=app.pop, show_result=self._show_result, speed=speed)

    def strip_below(self, width: float) -> float:
        """Return 0: there is no bar."""
        return 0.0

    def _show_result(self, context: ShownMatch) -> None:
        self.app.push(ResultScreen(self.app, context, ()))

    def _moving_panel(self) -> MovingPanel:
        talking, place = self.app.settings.robot_lines, self.panel_area
        return MovingPanel(
            self.panel_space, self.context, place, self.playback, self.menu, talking=talking, controls=False
        )

    def draw_bar(self) -> None:
        """Draw no bar."""
