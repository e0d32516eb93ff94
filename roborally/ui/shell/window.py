"""Opens the window with all services, and runs it until it is closed; the command line calls `run_game`."""

import contextlib
import gc
from collections.abc import Callable

import arcade

from roborally.base import paths
from roborally.base.console import complain
from roborally.base.errors import Message, Overrun, Stopped
from roborally.base.later import imported_later, wait_first, wait_last
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.match_file import MatchConfig
from roborally.game.records.recorder import Recorder
from roborally.game.session.protocol import Thinker
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.program import own_program
from roborally.plugin_system.watchdog import Watchdog
from roborally.profile import Settings, load_settings
from roborally.profile.kept import MatchKeeper
from roborally.profile.language import speak, window_language
from roborally.profile.program_plugins import admit_plugins
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.pages.settings_coordinator import SettingsCoordinator
from roborally.ui.rescue.match_rescue import MatchRescue
from roborally.ui.shell.faults import catch_errors
from roborally.ui.shell.menu_desk import MenuDesk
from roborally.ui.shell.plugin_guard import PluginGuard
from roborally.ui.shell.router import Router
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.sound.audio import Audio
from roborally.ui.toolkit.sound.speaker import open_speaker
from roborally.ui.toolkit.system.window import has_graphics_card

with imported_later():
    from roborally.ui.pages import keys_page
    from roborally.ui.shell import local_matches

# Slow imports of network, rulebook and matches: together with a page they would take several frames.
wait_first(
    "asyncio",
    "ssl",
    "websockets.asyncio.client",
    "websockets.asyncio.server",
    "markdown_it",
    "roborally.net.protocol",
    "roborally.net.server.server",
    "roborally.ui.match.panel.panels",
    "roborally.ui.match.questions.question_controller",
    "roborally.ui.match.match_screen",
)


def run_game(
    catalogue: Catalogue,
    thinker: Thinker,
    bots: list[str],
    first: Callable[[Services], None] | None = None,
    *,
    profile: tuple[Settings, list[Message]] | None = None,
    speed: str = "",
) -> int:
    """Open the window, run it until it is closed, and return 0; raise `GameError` without a display.

    `first` opens the first page, by default the main menu. `profile` is the result of `load_settings`, if it has been
    called already. `speed` overrides the moving speed in the settings.
    """
    settings, notices = profile or load_settings()
    is_first = not paths.settings_file().exists()
    keeper = MatchKeeper(paths.kept_folder())
    services = open_window(catalogue, thinker, bots, settings, speed=speed, keeper=keeper)
    admit_plugins(services.program, catalogue)
    if first is None:
        services.router.home()
    else:
        first(services)
    services.program.call("started", services=services)
    services.settings.report(notices)
    if is_first and isinstance(services.app.screen_on_top, MainMenu):
        services.settings.welcome(lambda: services.program.call("first_start", services=services))
    run_window(services)
    return 0


def open_window(
    catalogue: Catalogue,
    thinker: Thinker,
    bots: list[str],
    settings: Settings,
    *,
    speed: str = "",
    keeper: MatchKeeper | None = None,
) -> Services:
    """Open a window without any screen yet, and return its services; raise `GameError` without a display.

    `bots`, `speed` and `keeper` are those of `open_services`.
    """
    speak(window_language(settings))
    theme.use_colours_for(settings.sight)
    app = App(settings, antialiasing=not settings.low_graphics and has_graphics_card(), within_screen=True)
    app.audio = Audio(open_speaker(), settings)
    app.gamepads.watch()
    for name, reason in sorted(catalogue.broken.items()):
        complain(f"plugin {name!r} is left out: {reason}")
    services = open_services(app, catalogue, thinker, bots, speed=speed, keeper=keeper)
    catch_errors(services)
    return services


def open_services(
    app: App,
    catalogue: Catalogue,
    thinker: Thinker,
    bots: list[str],
    *,
    speed: str = "",
    check: bool = False,
    keeper: MatchKeeper | None = None,
) -> Services:
    """Return the services of a window that has no screen yet.

    `bots` are the names of all bots. `speed` overrides the moving speed in the settings. `check` compares the display
    with the match whenever the animation has finished. `keeper` stores the running match; with `None` it is not kept.
    """

    def home() -> None:
        services.of(MenuDesk).show()

    def back() -> None:
        services.of(MenuDesk).show(at_group=True)

    def start(game: Game) -> None:
        services.of(local_matches.LocalMatches).play(game)

    def resume(game: Game, match: Match, recorder: Recorder) -> None:
        services.of(local_matches.LocalMatches).resume(game, match, recorder)

    def settings_changed(before: Settings) -> None:
        program.call("settings_changed", services=services, before=before)

    def kind(config: MatchConfig) -> str:
        return next(program.ask("match_kind", services=services, config=config), "")

    program = own_program()
    router = Router(app, program, lambda make, said: make(services, **said), home, back)
    settings = SettingsCoordinator(app, lambda: services.of(MenuDesk).make(), settings_changed, speed=speed)
    rescue = MatchRescue(app, catalogue, keeper, resume=resume, main_menu=home, kind=kind)
    services = Services(
        app, catalogue, bots, thinker, program, router, settings, rescue, start=start, resume=resume, check=check
    )
    PluginGuard(app, program, router)
    wait_last(*router.modules())
    app.keep_settings = settings.save
    app.on_rules = lambda rule, mode: router.toggle("rulebook", rule=rule, mode=mode)
    app.on_keys = lambda: keys_page.turn_to_keys(app)
    return services


def run_window(services: Services) -> None:
    """Run the window until it is closed; interrupt code of plugins that does not return."""
    gc.enable()  # the command line may have switched it off for the start
    watchdog = Watchdog(services.catalogue.plugins.values()).start()
    run(services.app)
    watchdog.stop()


def run(app: App) -> None:
    """Run the event loop of a window until it is closed."""
    with contextlib.suppress(Stopped):
        while not app.has_exit:
            with contextlib.suppress(Overrun):  # a plugin may have ended just before it was interrupted
                arcade.run()
                return
