"""Every screen and dialog of the window: its name and how it is opened."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import (
    building_scenes,
    challenge_scenes,
    content_scenes,
    editor_scenes,
    exhibition_scenes,
    fault_scenes,
    file_scenes,
    film_scenes,
    learning_scenes,
    match_scenes,
    menu_scenes,
    online_scenes,
    plugin_scenes,
    post_scenes,
    result_scenes,
)
from .moments import Library
from .studio import Studio


@dataclass(frozen=True)
class Scene:
    """A screen and how to open it in an empty window."""

    name: str
    open: Callable[[Studio, Library], Any]

    def show(self, studio: Studio, library: Library) -> None:
        """Open it in an empty window and draw its first frames."""
        studio.clear()
        self.open(studio, library)
        studio.draw()  # some parts are laid out after the first frame
        studio.go_on(0.1)
        studio.draw()


def all_scenes() -> list[Scene]:
    """Return every scene, in the order in which a player may see them."""
    modules = (
        menu_scenes,
        file_scenes,
        learning_scenes,
        building_scenes,
        editor_scenes,
        challenge_scenes,
        content_scenes,
        plugin_scenes,
        match_scenes,
        fault_scenes,
        result_scenes,
        film_scenes,
        online_scenes,
        post_scenes,
        exhibition_scenes,
    )
    found = {name: show for module in modules for name, show in module.scenes().items()}
    return [Scene(name, show) for name, show in found.items()]
