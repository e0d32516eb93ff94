"""The page with the scenarios of a plugin: their list, and the board of the selected one with its robots."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.authoring.window.paper import Paper
from roborally.game.scenario.file import check_head, check_robots, load_scenario
from roborally.game.scenario.run import catalogue_for, scenario_course
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import ScenarioPreview
from roborally.ui.pages.file_pages import mode_title
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layout.branches import column, fitting, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, face, heading, here, list_box
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.line_breaks import lines_of

NAME = 14
"""The font size of the first line of an entry, in design units."""


class ScenarioList(TreePage):
    """A list of scenarios by name; `watch(path)` plays one. Files are read one by one while the page is open."""

    def __init__(
        self, app: App, catalogue: Catalogue, title: str, files: Sequence[Path], watch: Callable[[Path], None]
    ) -> None:
        """List the scenarios in `files`, which must not be empty; `title` is that of the plugin."""
        super().__init__(app)
        self._catalogue = catalogue
        self._files = files
        self._watch = watch
        self._read: dict[int, dict[str, Any] | GameError] = {}
        self._title = title
        self._entries = [(path.stem.replace("-", " "), path.name.partition("::")[2] or path.name) for path in files]
        self.preview = ScenarioPreview(app, self.space, catalogue)
        self.parts.append(self.preview)
        self._unread = self._read_all()
        self._show(0)
        self.rebuild()

    def tree(self) -> Node:
        """Return the list beside or above the board and its description, and the buttons."""
        self._list_leaf = list_box(self._entries, self._choose, rows=5, size=NAME, even=True).named("scenarios")
        chosen = self._list_leaf.wide(least=240).grow(9)
        room = here(lambda rect: self.preview.take_place(rect.inset(8)), Size(160, 420), Size(120, 420))
        text = self._paper.tree().named(f"about {self._at}")
        shown = column(stack(face("panel-inset"), room).grow(3), text.grow(1), gap=10).grow(11)
        self._watch_leaf = button(_("Watch"), self.act, icon="play", accent=True)
        return column(
            heading(_("Scenarios of {plugin}").format(plugin=self._title), 24, wrap=True),
            fitting(lambda: row(chosen, shown, gap=20), lambda: column(chosen, shown, gap=12)).grow(),
            row(button(_("Back"), self.app.pop, icon="arrow-left"), space(), self._watch_leaf),
            gap=14,
            pad=(24, 20),
        )

    def built(self) -> None:
        """Select the same scenario as before, and fit the names to the width of the list."""
        self.list: ListBox = self._list_leaf.made
        self.main_list = self.list
        self.watch_button: Button = self._watch_leaf.made
        self.watch_button.enable(self._is_usable)
        for index, content in self._read.items():
            self.list.put(index, self._named(self._files[index], content, self.list.rect.width))
        if self.list.at != self._at:
            self.list.choose(self._at)

    # --- files ----------------------------------------------------------------------------------------------------

    def _content(self, index: int) -> dict[str, Any] | GameError:
        """Return the content of a scenario by its index, or the error in its file."""
        if index not in self._read:
            path = self._files[index]
            try:
                data = load_scenario(path)
                check_head(data, str(path))
                check_robots(data, str(path))
                self._read[index] = data
            except GameError as error:
                self._read[index] = error
        return self._read[index]

    def _read_all(self) -> Iterator[None]:
        """Read the files and show their names, one for each yield."""
        for index, path in enumerate(self._files):
            self.list.put(index, self._named(path, self._content(index), self.list.rect.width))
            yield

    @staticmethod
    def _named(path: Path, content: dict[str, Any] | GameError, width: float) -> tuple[str, str]:
        """Return the two lines of an entry in a list of this width: the name, or that the file cannot be used."""
        if isinstance(content, GameError):
            return path.stem, _("Not usable")
        first, *rest = lines_of(content["name"], NAME, width - 50)
        return first, " ".join(rest)

    def _rules(self, data: dict[str, Any]) -> str:
        """Return the title of a scenario's mode, and the ids of the rules that it shows."""
        mode = mode_title(self._catalogue, data.get("mode", "standard"))
        return " · ".join([mode, *data.get("rules", [])])

    def _choose(self, index: int) -> None:
        if index != self._at:
            self._show(index)
            self.rebuild()

    def _show(self, index: int) -> None:
        """Prepare the board and the description of a scenario, or the error in its file."""
        path, content = self._files[index], self._content(index)
        paper = Paper()
        course, robots = None, []
        if not isinstance(content, GameError):
            try:
                course = scenario_course(str(path), content, catalogue_for(path, self._catalogue))
                robots = content["robots"]
                paper.write(content["name"])
                paper.write(self._rules(content), "text-dim")
                if note := content.get("note", ""):
                    paper.write(note, "text-dim")
            except GameError as error:
                content = error
        if isinstance(content, GameError):
            paper.write(content.message.at(path.name).as_sentence(), "warning")
        self._at, self._paper, self._is_usable = index, paper, course is not None
        self.preview.put(course, robots)

    # --- screen ---------------------------------------------------------------------------------------------------

    def act(self) -> None:
        """Watch the selected scenario, if it can be played."""
        if self.watch_button.enabled:
            self._watch(self._files[self.list.at])

    def update(self, seconds: float) -> None:
        """Read one more file, and go on with the picture of the board."""
        next(self._unread, None)
        super().update(seconds)
