"""Plays a short game in an invisible window, to try whether plugins can draw it (`roborally plugin check`)."""

from collections.abc import Callable

from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.game.factory import Game
from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Settings
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit.app import App

SEED = 1
STEP = 0.1
"""The seconds from one frame to the next: long, so that motions take few frames."""
SIZE = 480, 300
"""The size of the window in pixels: small, so that it is drawn quickly without a graphics card."""
QUESTION_FRAMES = 3
"""The number of frames for which a question is shown before it is answered."""


def show(game: Game, catalogue: Catalogue, frames: int, before_frame: Callable[[], None]) -> None:
    """Show `frames` frames of a game whose first seat is a person's; call `before_frame()` before each.

    Each question is shown, then answered as the bot `random` does. Errors are raised, `GameError` without a display.
    """
    app = App(Settings(window_width=SIZE[0], window_height=SIZE[1]), vsync=False, visible=False)
    try:
        thinker = InstantThinker(catalogue)
        session = LocalSession.start(game, SEED, thinker)

        def finished(context: ShownMatch) -> None:
            """Do nothing when the match ends."""

        screen = MatchScreen(app, session, finished=finished, open_menu=lambda _screen: None)
        app.replace(lambda: screen)
        thinker.ready = lambda: screen.playback.dry
        shown = 0
        for _number in range(frames):
            before_frame()
            app.switch_to()
            app.on_update(STEP)
            app.on_draw()
            if session.over:
                return
            own = session.decisions(0)
            shown = shown + 1 if own and screen.playback.dry else 0
            if shown > QUESTION_FRAMES:
                bot = make_bot(thinker.bot, catalogue)
                session.answer(0, own[0]["id"], bot.choose(session.observe(0), own[0], Dice(SEED)))
                shown = 0
    finally:
        app.quit()
