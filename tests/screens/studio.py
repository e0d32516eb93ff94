"""Controls the window before a picture is taken; time advances in fixed steps."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import arcade
import msgspec
from PIL import Image
from pyglet.event import EventDispatcher

from roborally.base.translation import use_language
from roborally.bots.registry import bot_names, make_bot
from roborally.core.dice import Dice
from roborally.core.geometry import COMPASS
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.ui.shell.services import Services
from roborally.ui.shell.window import open_services
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.preload import set_aside

NAMES = ("Ada", "Bolt", "Ratchet", "Cog", "Sprocket", "Gizmo", "Rivet", "Piston")
STANDARD_ROBOTS = ("tanky", "james-bot", "lazybot", "peach", "albot")
STEP = 1 / 20
SETTLING = 10
"""The number of polls of the window system after a change of size."""
FAR = (-100.0, -100.0)
"""A position of the mouse without a tooltip."""


def seats_for(mode: str, players: int = 4, people: int = 1, models: Sequence[str] = ()) -> list[SeatConfig]:
    """Return seats of a match; the first `people` are played here."""
    models = models or STANDARD_ROBOTS
    return [
        SeatConfig(
            name,
            "human" if number < people else "greedy",
            models[number % len(models)] if mode == "standard" else "",
            team=number % 2 + 1 if mode == "roboball" else 0,
        )
        for number, name in enumerate(NAMES[:players])
    ]


class Studio:
    """Controls the window."""

    def __init__(self, app: App | None = None, catalogue: Catalogue | None = None, bot: str = "random") -> None:
        """Open the window, or use an open one; `bot` plays all bots."""
        self.catalogue = catalogue or find_plugins(installed=False)
        self.app = app or App(vsync=False)
        self._bot = bot
        self.thinker = InstantThinker(self.catalogue, bot)
        self.client = self._new_client()

    def use(self, catalogue: Catalogue) -> None:
        """Use another catalogue of plugins from now on."""
        self.catalogue = catalogue
        self.thinker = InstantThinker(catalogue, self._bot)
        self.client = self._new_client()

    def _new_client(self) -> Services:
        return open_services(self.app, self.catalogue, self.thinker, bot_names(self.catalogue), speed="skip")

    # --- the window -----------------------------------------------------------------------------------------------

    def set_size(self, width: int, height: int) -> None:
        """Resize the window, and wait until the window system has confirmed the size."""
        self.app.set_size(width, height)
        self.app.switch_to()
        for _ in range(SETTLING):
            time.sleep(STEP)
            self.app.dispatch_events()
        self.app.flip()  # otherwise Mesa continues to draw into a picture of the previous size
        self.app.on_resize(width, height)

    def magnify(self, percent: int) -> None:
        """Set the size of texts and controls."""
        self.app.apply(msgspec.structs.replace(self.app.settings, interface_scale=percent))

    def pretend_size(self, width: int, height: int, percent: int = 100) -> None:
        """Lay everything out as in a window of another size; the drawn picture is unusable then."""
        self.app.settings = msgspec.structs.replace(self.app.settings, interface_scale=percent)
        self.app.adapt_to(width, height)
        for screen in self.app.screens:
            screen.settled()
        self.app.on_mouse_motion(0, 0, 0, 0)  # hides a tooltip, as a real change of size does

    def speak(self, language: str) -> None:
        """Use a language, such as `de`, for all screens opened from now on."""
        use_language(language)
        self.app.settings = msgspec.structs.replace(self.app.settings, language=language)

    def clear(self) -> None:
        """Close all screens and forget the choices on them; move the mouse to where it has no effect."""
        while self.app.screens:
            self.app.screens.pop().closed()
        self.app.services.clear()
        self.client = self._new_client()
        self.app.settings = msgspec.structs.replace(self.app.settings, name_tags=False, commentary=False)
        self.app.pointer = FAR
        set_aside()  # collects the closed page, which the new client has frozen
        self.app.ctx.gc()  # arcade frees textures and buffers only when a frame is shown, which never happens here

    @property
    def top(self) -> Any:
        """The screen that receives the input."""
        return self.app.screen_on_top

    # --- time -----------------------------------------------------------------------------------------------------

    def go_on(self, seconds: float, step: float = STEP) -> None:
        """Advance time."""
        for _ in range(max(1, round(seconds / step))):
            self.app.switch_to()
            EventDispatcher.dispatch_event(self.app, "on_update", step)

    def draw(self) -> None:
        """Draw a frame."""
        self.app.switch_to()
        EventDispatcher.dispatch_event(self.app, "on_draw")

    def picture(self) -> Image.Image:
        """Draw, and return the picture of the window."""
        self.draw()
        return arcade.get_image(0, 0, *self.app.get_framebuffer_size()).convert("RGB")

    # --- input ----------------------------------------------------------------------------------------------------

    def point(self, x: float, y: float) -> None:
        """Rest the mouse at a point, in design units, until its tooltip is shown."""
        frame = self.app.space_on_top.frame
        place = frame.left + x * frame.scale, frame.bottom + y * frame.scale
        EventDispatcher.dispatch_event(self.app, "on_mouse_motion", *place, 1, 1)
        self.go_on(0.6)

    def key(self, symbol: int, modifiers: int = 0) -> None:
        """Press a key."""
        EventDispatcher.dispatch_event(self.app, "on_key_press", symbol, modifiers)
        self.go_on(0.1)

    # --- matches --------------------------------------------------------------------------------------------------

    def begin(
        self, mode: str, course: str, seed: int, *, players: int = 4, plugin: dict[str, dict[str, Any]] | None = None
    ) -> Any:
        """Start a match and return its screen."""
        match = MatchSection(mode=mode, course=course, seed=seed, timer=0)
        config = MatchConfig(match, plugin=plugin or {}, seats=seats_for(mode, players))
        self.client.start(make_game(config, self.catalogue))
        # Tooltips would appear wherever the mouse happens to be.
        self.app.pointer = FAR
        return self.top

    def thought(self, screen: Any, question: Any) -> Any:
        """Return a good bot's answer."""
        session = screen.session
        observation = session.observe(question["seat"])
        return make_bot("greedy", self.catalogue).choose(observation, question, Dice(session.match.state.turn))

    def play(self, screen: Any, wanted: Callable[[Any], bool]) -> None:
        """Play until `wanted` is true of an open question."""
        for _ in range(4000):
            self.go_on(STEP)
            question = screen.question_controller.asked
            if question is None:
                if screen.session.over:
                    raise SystemExit("the match is over before its picture has been taken")
                continue
            if wanted(question):
                self.go_on(4)  # until banners are gone
                return
            screen.answer(question["seat"], question["id"], self.thought(screen, question))
        raise SystemExit("nobody asked what was waited for")

    def program(self, screen: Any) -> None:
        """Fill in a program as a good bot would, with the commands of the panel."""
        panel = screen.panels.asking["program"]
        thought = self.thought(screen, screen.question_controller.asked)
        for number, content in enumerate(thought):
            if not content:
                continue
            if hasattr(panel, "controller"):
                lay_die(panel.controller, number, content)
            else:
                panel.add(content.partition("@")[0])
        panel.refresh()
        self.go_on(0.5)

    def until_reveal(self, screen: Any) -> None:
        """Wait until the programs are executed."""
        for _ in range(400):
            if not screen.playback.dry:
                return
            self.go_on(STEP)
            if screen.question_controller.asked is not None and screen.question_controller.asked["kind"] != "program":
                screen.answer(
                    0, screen.question_controller.asked["id"], self.thought(screen, screen.question_controller.asked)
                )


def at_turn(screen: Any) -> int:
    """Return the current turn of the match."""
    turn: int = screen.session.match.state.turn
    return turn


def lay_die(controller: Any, cross: int, written: str) -> None:
    """Put a die of a program, such as `move north 3`, on a cross of the controller in the south of VOLT's arena."""
    action, direction, face = written.split()
    number = next(n for n, die in enumerate(controller.dice) if die.spot is None and die.action == action)
    controller.put(number, (cross, COMPASS.index(direction)))
    controller.show(number, int(face))
