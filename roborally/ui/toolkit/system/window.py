"""`Window`, the base of the game's window: opens it, adapts to its size, and draws frames when needed."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import pyglet
from msgspec.structs import replace

from roborally.base.errors import GameError
from roborally.profile import Settings
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.frames import atlas, letters
from roborally.ui.toolkit.frames.pace import FramePace
from roborally.ui.toolkit.label import Viewport
from roborally.ui.toolkit.sound.audio import Audio
from roborally.ui.toolkit.space import PAGE, Space, match_scale, page_scale
from roborally.ui.toolkit.system.faults import rescued

pyglet.options.dpi_scaling = "real"  # the window's size and the mouse in real pixels; arcade would enlarge all texts


SETTLING = 0.15
"""Seconds without a change after which a new size of the window is final."""
SELDOM = 1.0
"""Seconds between arcade's updates at a fixed rate, which are not used here; usually there are sixty a second."""


def _density() -> float:
    """Return the physical pixels per logical pixel of the screen, at least 1; 2 on a screen of double density."""
    try:
        return float(max(1.0, pyglet.display.get_display().get_default_screen().get_scale()))
    except NotImplementedError:  # drawing without a screen
        return 1.0


def _screen_size(density: float) -> tuple[float, float]:
    screen = pyglet.display.get_display().get_default_screen()
    text = 1.0 if sys.platform == "darwin" else density
    return screen.width / text, screen.height / text


def _first_size(settings: Settings, density: float, *, within_screen: bool) -> tuple[int, int]:
    """Return the window's width and height as set, in physical pixels; `within_screen` limits them to the screen's."""
    size: tuple[float, float] = settings.window_width, settings.window_height
    if within_screen:
        size = min(size[0], _screen_size(density)[0]), min(size[1], _screen_size(density)[1])
    return round(size[0] * density), round(size[1] * density)


class Window(arcade.Window):
    """A window with the player's settings, spaces and sound; its subclass `App` adds screens.

    Without a display it raises `GameError`.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        antialiasing: bool = False,
        vsync: bool = True,
        visible: bool = True,
        within_screen: bool = False,
    ) -> None:
        """Open the window in the size of the settings; `within_screen` limits that to the screen's."""
        self.settings = settings or Settings()
        """The player's settings; `apply` changes them."""
        self.keep_settings: Callable[[], None] = lambda: None
        """Called to write the settings to their file after a key has changed them."""
        self.pace = FramePace(self)
        """Decides which frames are drawn."""
        self.handling = False
        """Whether an event is being handled."""
        self._laid_out = False
        self._hidden = False
        self._settling = 0.0
        """The remaining seconds until a new size is final; 0 or less if it is."""
        try:
            self.density = _density()
            pictures.draw_for(self.density)
            super().__init__(
                *_first_size(self.settings, self.density, within_screen=within_screen),
                "RoboRally",
                fullscreen=self.settings.full_screen,
                resizable=True,
                antialiasing=antialiasing,
                vsync=vsync,
                visible=visible,
                fixed_rate=SELDOM,
            )
        except Exception as error:  # pyglet passes on any error of the window system
            raise GameError(
                "no window could be opened ({reason}); the game needs a display with OpenGL 3.3",
                reason=str(error) or type(error).__name__,
            ) from error
        self.set_minimum_size(*(round(side * self.density) for side in theme.MINIMUM_SIZE))
        letters.hasten()
        theme.load_fonts()
        atlas.prepare(self.ctx, self.get_size())
        self.extent = self.get_size()
        """The width and height in pixels for which the window's content is laid out."""
        self.pages = Space(self, page_scale, PAGE)
        """A space with the scale of pages, centred in the window."""
        self.matches = Space(self, match_scale)
        """The space of matches, which fills the window."""
        self.audio = Audio(settings=self.settings)

    def _create(self) -> None:
        """Open the window, and let files be dropped onto it, for which arcade has no option."""
        self._file_drops = True
        super()._create()

    def close(self) -> None:
        """Close the window, and stop arcade's updates, which would keep the window in memory.

        Further calls do nothing: pyglet closes a window again when it is freed, when another one may be open.
        """
        if not self.closed:
            super().close()
            pyglet.clock.unschedule(self._dispatch_frame)

    def take_fault(self, error: BaseException) -> None:
        """Handle an unexpected error of an event handler: raise it; a subclass may continue instead."""
        raise error

    def apply(self, settings: Settings) -> None:
        """Use changed settings from now on: sound, size of window and texts, full screen."""
        before, self.settings = self.settings, settings
        self.audio.settings = settings
        if settings.interface_scale != before.interface_scale:
            self._adapt()
        if settings.full_screen != self.fullscreen:
            self.set_fullscreen(settings.full_screen)
        size = settings.window_width, settings.window_height
        if not self.fullscreen and size != (before.window_width, before.window_height):
            self.set_size(*(round(side * self.density) for side in size))

    def toggle_full_screen(self) -> None:
        """Change to full screen or back, and write that to the settings."""
        self.apply(replace(self.settings, full_screen=not self.fullscreen))
        self.keep_settings()

    @property
    def largest_size(self) -> tuple[float, float]:
        """The width and height of the screen in logical pixels, as in the settings."""
        return _screen_size(self.density)

    def play_sound(self, name: str) -> None:
        """Play one of the game's own sounds, such as `click`."""
        self.audio.effect(name)

    # --- frames ---------------------------------------------------------------------------------------------------

    def draw(self, seconds: float) -> None:
        """Draw and show a frame, unless it would look like the one before, or the window is minimised.

        On some systems showing a frame of a minimised window takes a second. `seconds` is the time since the last call.
        """
        if self.pace.is_due(seconds) and not self._hidden:
            super().draw(seconds)

    def on_hide(self) -> None:
        """Draw no more frames, because the window has been minimised."""
        self._hidden = True

    def on_show(self) -> None:
        """Draw frames again, because the window is no longer minimised."""
        self._hidden = False

    def dispatch_event(self, *arguments: Any) -> None:
        """Handle an event of the window, given as its name and its arguments; input makes frames due again."""
        self.pace.note_event(arguments[0])
        super().dispatch_event(*arguments)

    # --- size -----------------------------------------------------------------------------------------------------

    def on_resize(self, width: int, height: int) -> None:
        """Lay everything out for a new size of the window in pixels."""
        super().on_resize(width, height)
        if self._laid_out:
            self.adapt_to(width, height)

    def on_scale(self, scale: float, dpi: int) -> None:
        """Lay everything out after the window was moved to a screen with `scale` physical pixels per logical one."""
        self.density = max(1.0, scale)
        self._adapt()

    def adapt_to(self, width: int, height: int) -> None:
        """Lay everything out for a width and height in pixels."""
        self.extent = width, height
        self._adapt()

    @rescued
    def _adapt(self) -> None:
        self.fit()

    def fit(self) -> None:
        """Adapt the spaces to the size of the window and of texts."""
        before = self.pages.frame, self.matches.frame
        self.pages.fit()
        self.matches.fit()
        if (self.pages.frame, self.matches.frame) != before:
            self._settling = SETTLING

    def settle(self, seconds: float) -> bool:
        """Count down until a new size is final, then store it; return whether it has just become final."""
        is_new = self._settling > 0
        self._settling -= seconds
        if not is_new or self._settling > 0:
            return False
        self.note_size()
        atlas.fit(self.ctx.default_atlas, self.extent)
        return True

    def note_size(self) -> None:
        """Store the present size of the window in the settings (CLI-2224), unless it is full screen or too small."""
        width, height = (round(side / self.density) for side in self.get_size())
        if not self.fullscreen and width >= theme.MINIMUM_SIZE[0] and height >= theme.MINIMUM_SIZE[1]:
            self.settings = replace(self.settings, window_width=width, window_height=height)

    @property
    def magnification(self) -> float:
        """The player's factor for the size of texts and controls, 1 for the usual size."""
        return self.settings.interface_scale / 100

    @property
    def frame(self) -> Viewport:
        """The scale and origin of the units of pages in the window."""
        return self.pages.frame


def has_graphics_card() -> bool:
    """Return whether the machine seems to have a graphics card; without one antialiasing would be slow."""
    return sys.platform != "linux" or any(Path("/dev/dri").glob("render*"))
