"""Opens the window of the game, runs it until it is closed, and closes it."""

import gc
from pathlib import Path
from typing import TYPE_CHECKING

from roborally.base import paths
from roborally.base.console import complain
from roborally.base.errors import Message
from roborally.base.later import imported_later
from roborally.game.session.protocol import Thinker
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.watchdog import Watchdog
from roborally.profile import Settings, load_settings
from roborally.profile.kept import MatchKeeper
from roborally.profile.language import speak, window_language
from roborally.ui.client import Client
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, run
from roborally.ui.toolkit.sound.audio import Audio
from roborally.ui.toolkit.sound.speaker import open_speaker
from roborally.ui.toolkit.window import has_graphics_card

if TYPE_CHECKING:
    from roborally.game.factory import Game
    from roborally.game.records.recorder import Record
    from roborally.game.scenario.show import Performance
    from roborally.net.client.join_request import JoinRequest

with imported_later():
    from roborally.ui.pages import living_floor


def run_game(
    catalogue: Catalogue,
    thinker: Thinker,
    bots: list[str],
    game: "Game | None" = None,
    replay: "tuple[Game, Record] | None" = None,
    *,
    profile: tuple[Settings, list[Message]] | None = None,
    speed: str = "",
    check: bool = False,
    online: "JoinRequest | None" = None,
    scenario: "tuple[Path, Performance, bool] | None" = None,
    file: Path | None = None,
) -> int:
    """Open the window at a match, a replay, a scenario, or the main menu; return the exit status when it is closed.

    `online` is a match on a server, `file` a file that a page opens. `profile` is the result of an earlier
    `load_settings`. Raises `GameError` without a display.
    """
    settings, notices = profile or load_settings()
    is_first = not paths.settings_file().exists()
    keeper = MatchKeeper(paths.kept_folder())
    client = open_client(catalogue, thinker, bots, settings, speed=speed, check=check, keeper=keeper)
    client.catch_errors()
    client.services.program.call("started", services=client.services)
    client.floor = lambda: living_floor.LivingFloor(client.app, catalogue)
    if replay is not None:
        watched, record = replay
        client.services.router.open("replay", game=watched, record=record)
    elif scenario is not None:
        path, played, follow = scenario
        client.services.router.open("scenario", path=path, played=played, follow=follow)
    elif game is not None:
        client.main_menu()  # below the opening of a first match
        client.story.play(game)
    else:
        client.main_menu()
        if paths.hosting_file().exists():  # spares the imports for the network
            client.online.report_hosted()
        if online is not None:
            client.online.join(online.address, online.wish)
        if file is not None:
            client.services.router.open_file(file)
    client.settings.report(notices)
    if is_first and isinstance(client.app.screen_on_top, MainMenu):
        client.settings.welcome()
    run_client(client)
    return 0


def open_client(
    catalogue: Catalogue,
    thinker: Thinker,
    bots: list[str],
    settings: Settings,
    *,
    speed: str = "",
    check: bool = False,
    keeper: MatchKeeper | None = None,
) -> Client:
    """Open the window without a screen; raise `GameError` without a display."""
    speak(window_language(settings))
    theme.use_colours_for(settings.sight)
    app = App(settings, antialiasing=not settings.low_graphics and has_graphics_card(), within_screen=True)
    app.audio = Audio(open_speaker(), settings)
    app.gamepads.watch()
    for name, reason in sorted(catalogue.broken.items()):
        complain(f"plugin {name!r} is left out: {reason}")
    return Client(app, catalogue, thinker, bots, speed=speed, check=check, keeper=keeper)


def run_client(client: Client) -> None:
    """Run the window until it is closed; interrupt a plugin that does not return."""
    gc.enable()  # the command line may have switched it off for the start
    watchdog = Watchdog(client.catalogue.plugins.values()).start()
    run(client.app)
    watchdog.stop()
