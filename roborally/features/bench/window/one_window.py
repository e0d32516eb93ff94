"""All figures of the window (`bench --window`), measured in one: a program opens no second one."""

from typing import Any

from roborally.bots.registry import bot_names
from roborally.features.bench.window import frames, latency
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue
from roborally.ui.shell.window import open_services
from roborally.ui.toolkit.app import App


def measure(catalogue: Catalogue) -> dict[str, Any]:
    """Return the figures of `frames` and `latency`, of one window of 1280 × 720.

    Raises `GameError` without a display.
    """
    app = App(vsync=False)
    try:
        services = open_services(app, catalogue, InstantThinker(catalogue), bot_names(catalogue), speed="skip")
        return frames.figures(services) | latency.figures(services)
    finally:
        app.quit()
