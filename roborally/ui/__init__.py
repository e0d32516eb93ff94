"""The window: the only part of the game that imports arcade.

`toolkit` has the window and its controls, `board` draws the board and plays events, `match` is the screen of a match.
`pages`, `replay` and `rescue` hold other screens, `shell` opens the window and switches between them. A match is shown
from its events alone; answers go to its session (docs/ui.md).
"""

import os

# Otherwise pyglet checks for an OpenGL error after each call, which takes time in every frame.
os.environ.setdefault("PYGLET_DEBUG_GL", "False")

from roborally.base import later
from roborally.ui.toolkit.system import libraries

# Before arcade is imported, which searches for all libraries at once.
libraries.ask_once()
libraries.leave_out_decoders()

# From the reader of Tiled maps arcade needs only a few types; the rest takes a tenth of the import time.
later.let_wait("pytiled_parser", "properties", "tiled_object")
