"""Drawing without a screen, through EGL, for commands such as `roborally replay --export`.

arcade decides at its first import whether it draws on a screen, so this module imports nothing that imports arcade.
"""

import importlib
import os
from types import ModuleType

import pyglet

from roborally.base.errors import GameError

PACKAGES = "libegl1 libgl1 libgl1-mesa-dri libfontconfig1"
"""The Debian packages with the libraries for drawing without a screen."""


def complaint(error: BaseException) -> GameError:
    """Return the error to show on a machine that cannot draw without a screen, because of `error`."""
    return GameError(
        "nothing can be drawn without a screen ({reason}); install EGL and OpenGL 3.3, on Debian: {packages}",
        reason=str(error) or type(error).__name__,
        packages=PACKAGES,
    )


def import_without_screen(name: str) -> ModuleType:
    """Import and return a module that draws, such that this process draws without a screen.

    Raises `GameError` if the libraries are missing.
    """
    os.environ["ARCADE_HEADLESS"] = "1"
    pyglet.options.audio = ("silent",)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise complaint(error) from error
