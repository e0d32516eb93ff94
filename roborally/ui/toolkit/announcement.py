"""An ellipsis over what is there, drawn at once: what somebody has begun takes a moment, and they see that it does."""

from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import SHADE
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import PAGE, Space

ELLIPSIS = "…"
SIZE = 64


def announce(app: App) -> None:
    """Darken the window and show the ellipsis until the next frame; called before the window is busy (CLI-2329)."""
    if not app.screens:
        return
    layer = Layer(Space(app, app.space_on_top.scale))
    layer.shade(SHADE)
    layer.heading(ELLIPSIS, *PAGE.centre, SIZE, anchor_x="center")
    app.switch_to()
    app.on_draw()
    layer.draw()
    app.flip()
    app.pace.heard("on_expose")  # the next frame is drawn even if nothing has come of it
