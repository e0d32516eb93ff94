"""The hooks of the workshop: the board editor, the course builder, and the command `roborally board`."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add the command `roborally board`."""
    commands.add("board", "list, check, draw and rate boards and courses", order=550)


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the pages of the board editor and the course builder."""
    pages.add("board-editor", "window.editor.desk:EditorDesk.open")
    pages.add("course-builder", "window.building.desk:open_builder")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry of the board editor; the course builder is opened from the page where courses are chosen."""
    menu.add("workshop", _("Board editor"), "plus", "board-editor", order=100)


@hookimpl
def page_of_file(path: Path) -> str | None:
    """Return the page `board-editor` if a file is a board, else `None`."""
    from roborally.features.workshop.editor.board_text import read_document

    if path.suffix == ".toml":
        with suppress(GameError):
            read_document(path)
            return "board-editor"
    return None


@hookimpl
def plugins_changed(services: Any) -> None:
    """Let the board editor and the course builder read their boards again with the current plugins."""
    from roborally.features.workshop.window.building.desk import BuilderDesk
    from roborally.features.workshop.window.editor.desk import EditorDesk

    services.of(EditorDesk).plugins_changed()
    services.of(BuilderDesk).plugins_changed()
