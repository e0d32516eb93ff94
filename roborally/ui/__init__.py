"""The window: the only part of the game that imports arcade.

`toolkit` has windows and controls, `board` draws the board and plays events, `match` is the screen of a match with its
panels and questions; `setup`, `online`, `replay`, `exhibition`, `tutorial` and `pages` are the other screens. `client`
switches between screens. A match is shown from its events alone and talks to a session (docs/ui.md).
"""

import os

# Otherwise pyglet asks OpenGL after each call whether it has failed, which takes time in every frame.
os.environ.setdefault("PYGLET_DEBUG_GL", "False")

from roborally.base import later
from roborally.ui.toolkit import libraries

# Before arcade is imported, which looks for all of them at once.
libraries.ask_once()
libraries.leave_out_decoders()

# Of what reads maps of Tiled, arcade needs the names of a few types; the rest takes a tenth of all that is imported.
later.let_wait("pytiled_parser", "properties", "tiled_object")
