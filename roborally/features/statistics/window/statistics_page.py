"""The page of the player's statistics and achievements over all games (CLI-405, CLI-1202, CLI-1203).

Achievements that have been reached can be shown to other players on the network (CLI-601).
"""

from collections.abc import Callable, Sequence

import msgspec

from roborally.base.translation import _
from roborally.narration.words import Words
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.profile import (
    MAX_TITLES,
    AchievementStatus,
    HistoryError,
    Overview,
    Total,
    find_achievements,
    read_profile,
    standings,
)
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls import lists
from roborally.ui.toolkit.controls.lists import ScrolledRows
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, row, space, stack
from roborally.ui.toolkit.layout.leaves import build_in, face, heading, label, picture, plain
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.measure import Metrics
from roborally.ui.toolkit.theme import Rect

LINE = 33
"""The least height of a statistic, in design units."""
CARD, HIGH_CARD = 66, 104
"""The least height of an achievement with its state beside its text, and below it, in design units."""
HINT = text("Choose a reached achievement to show it to fellow players on the network, up to {most}.")
FULL = text("{most} achievements are on show. Choose one of them first to take it away.")
STATE = 150
"""The width of the text about the state of an achievement, in design units."""
BESIDE = 126
"""The width of all else in a row of the list: symbol, spaces, frame and scroll bar, in design units."""
EYE = 26
"""The width of the eye on an achievement that others can see, in design units."""
SUM, BEST, SHARE = 66, 140, 0.25
"""The widths of sum and best value in a row, in design units; the share of a narrow row for the best value."""


def amount(number: int) -> str:
    """Return a number with a space between thousands, which is correct in every language."""
    return f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")


def filling(room: Rect, least: float) -> float:
    """Return the height of rows that fill a list in `room` exactly, at least `least`, in design units."""
    high = room.height - 2 * lists.MARGIN
    return high / max(1, high // least) - 0.01


class TotalRow:
    """A row of the table with one statistic: its title, its sum and its best value."""

    def __init__(self, layer: Layer, rect: Rect, title: str, total: Total) -> None:
        best = min(BEST, SHARE * rect.width)
        parts = label("", 15, shorten=True), label("", 15, bold=True, align="right"), label("", 15, align="right")
        cells = row(parts[0].grow(), parts[1].wide(SUM), parts[2].wide(best), gap=0, pad=(8, 0))
        build_in(rect, column(cells.grow(), plain("line"), gap=0), layer)
        self._title, self._sum, self._best = (part.made for part in parts)
        self.show(title, total)

    def show(self, title: str, total: Total) -> None:
        """Show another statistic in this row."""
        self._title.text = title
        self._sum.text = amount(total.sum)
        self._best.text = amount(total.best)


def state_of(standing: AchievementStatus, *, is_new: bool) -> str:
    """Return a text about an achievement: new, reached, its progress, or not reached."""
    if is_new:
        return _("New!")
    if standing.reached:
        return _("Reached")
    if standing.need:
        return _("{have} of {need}").format(have=amount(standing.have), need=amount(standing.need))
    return _("Not reached yet")


class AchievementRow:
    """A row of the list with one achievement: symbol, title, description, state and a bar of its progress.

    An eye marks an achievement that other players can see.
    """

    def __init__(self, layer: Layer, rect: Rect, *, is_wide: bool) -> None:
        """Make an empty row; with `is_wide` the state is beside the text, otherwise below it."""
        icon = picture(pictures.icon("padlock", 48), 28)
        eye = picture(pictures.icon("eye", 32), EYE, tint=theme.colour("accent"))
        title = label("", 16, bold=True, shorten=True)
        text = label("", 13, tint=theme.colour("text-dim"), shorten=True)
        state = label("", 14, align="right", shorten=True)
        empty, bar = plain("line", 8), plain("accent", 8)
        about = column(title.grow(), text.grow(), gap=0)
        progress = row(stack(empty, bar).at("centre").grow()).high(17)
        reached = column(state.grow(), progress.grow(), gap=0)
        if is_wide:
            texts: Node = row(about.grow(), eye, reached.wide(STATE), gap=12)
        else:
            texts = column(about.grow(2), row(eye, reached.grow()).grow(), gap=0)
        parts = row(icon, texts.grow(), gap=12, pad=(14, 4))
        build_in(rect, column(stack(face("field"), parts).grow(), pad=(0, 3)), layer)
        self._icon, self._eye, self._empty, self._bar = icon.made, eye.made, empty.made, bar.made
        self._title, self._text, self._state = title.made, text.made, state.made

    def show(self, standing: AchievementStatus, *, on_show: bool, is_new: bool) -> None:
        """Show an achievement in this row, with an eye if other players can see it (`on_show`), or marked as new."""
        reached = standing.reached
        tint = theme.colour("accent" if reached else "text-dim")
        self._icon.texture = pictures.icon("trophy" if reached else "padlock", 48)
        self._icon.color = tint
        self._title.text = standing.achievement.title
        self._title.tint = theme.colour("accent" if reached else "text")
        self._text.text = standing.achievement.text
        self._state.text = state_of(standing, is_new=is_new)
        self._state.tint = tint
        self._eye.visible = reached and on_show
        part = standing.have / standing.need if standing.need else 0.0
        self._empty.visible = self._bar.visible = standing.need > 0
        self._bar.scale_x = part * self._empty.width / self._bar.texture.width
        self._bar.left = self._empty.left


class AchievementList(ScrolledRows):
    """The list of achievements; a click on one calls `choose` with its index."""

    choose: Callable[[int], None]
    _pressed_at: int | None = None

    def at(self, x: float, y: float) -> int | None:
        """Return the index of the achievement at a point, `None` if there is none."""
        found = next((number for number in range(self.visible) if self.row(number).holds(x, y)), None)
        return None if found is None else self.first + found

    def press(self, x: float, y: float) -> None:
        """Note the achievement under the mouse, and handle the scroll bar."""
        self._pressed_at = self.at(x, y)
        super().press(x, y)

    def activate(self, x: float, y: float) -> None:
        """Choose the achievement at a point, if the mouse was pressed on the same one."""
        number = self.at(x, y)
        if number is not None and number == self._pressed_at:
            self.choose(number)


class StatisticsPage(TreePage):
    """Statistics at the left or above, achievements at the right or below; both lists scroll.

    A click on a reached achievement shows it to other players on the network, or hides it; then `show(titles)` is
    called with the names of all that are shown.
    """

    opaque = False

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        overview: Overview,
        found: Sequence[AchievementStatus],
        show: Callable[[tuple[str, ...]], None],
    ) -> None:
        super().__init__(app)
        self._show_titles = show
        reached = {standing.achievement.key for standing in found if standing.reached}
        self.titles = tuple(key for key in app.settings.titles if key in reached)
        """The achievements that other players can see, by their keys in the settings."""
        self._words = Words(catalogue.plugins.values())
        self.overview = overview
        self._new = frozenset(app.settings.new_achievements)
        self.standings = sorted(found, key=lambda standing: standing.achievement.key not in self._new)
        self._is_full = False
        """Whether the page says that no further achievement can be shown to others."""
        self.rebuild()

    def tree(self) -> Node:
        """Return statistics and achievements, side by side or below each other."""
        hints = [text.format(most=MAX_TITLES) for text in (_(HINT), _(FULL))]
        self._hint = label("", 14, wrap=True, among=hints)
        table, found = self._totals(), self._achievements()
        return column(
            heading(_("Statistics & achievements"), 26, wrap=True),
            fitting(
                lambda: row(table.grow(2), found.grow(3), gap=20),
                lambda: column(table.grow(), found.grow(2), gap=14),
            ).grow(),
            fitting(
                lambda: row(self.back(), self._hint.grow(), gap=24), lambda: column(self._hint, self.back().at("start"))
            ),
            gap=12,
            pad=(24, 18),
        )

    def built(self) -> None:
        """Store the line that explains a click on an achievement, now that it is made."""
        self.hint = self._hint.made
        self._explain(full=self._is_full)

    def _explain(self, *, full: bool) -> None:
        """Explain what a click on an achievement does, or with `full` that no further one can be shown to others."""
        self._is_full = full
        self.hint.text = _(FULL if full else HINT).format(most=MAX_TITLES)
        self.hint.tint = theme.colour("warning" if full else "text-dim")

    def _choose(self, number: int) -> None:
        """Show a reached achievement to other players, or hide it."""
        standing = self.standings[number]
        key = standing.achievement.key
        if not standing.reached:
            return
        full = key not in self.titles and len(self.titles) >= MAX_TITLES
        if not full:
            others = tuple(title for title in self.titles if title != key)
            self.titles = others if key in self.titles else (*others, key)
            self._show_titles(self.titles)
            self.list.to(self.list.first)
        self._explain(full=full)

    def _totals(self) -> Node:
        overview, dim = self.overview, theme.colour("text-dim")
        played = _("Games played: {games}, won: {won}").format(games=amount(overview.games), won=amount(overview.won))
        heads = [label(_("All games"), 13, tint=dim), label(_("Most in one game"), 13, tint=dim)]
        titles = row(space(), *heads, gap=20, pad=(30, 0)) if overview.by_title else None
        rows = Leaf(self._make_totals, Size(300, 420), Size(5 * LINE, 10 * LINE)).at("stretch").named("totals")
        none = column(
            space(),
            picture(pictures.icon("trophy", 64), 60, tint=dim).at("centre"),
            label(_("No finished games yet."), 17, wrap=True, align="center"),
            label(_("Finish a game to see your statistics here."), 14, wrap=True, align="center"),
            space(),
            pad=(16, 16),
        )
        title = heading(played, 18, tint=theme.colour("text"), wrap=True)
        return column(title, titles, stack(rows, None if overview.by_title else none).grow())

    def _make_totals(self, target: Target, place: Rect) -> ScrolledRows:
        totals = self.overview.by_title
        rows: list[TotalRow] = []

        def show(first: int) -> None:
            for line, total in zip(rows, totals[first:], strict=False):
                line.show(self._words.translated(total.title), total)

        self.table = ScrolledRows(target.layer, place, filling(place, LINE), len(totals), show)
        target.controls.add(self.table)
        for number, total in enumerate(totals[: self.table.visible]):
            rows.append(TotalRow(target.layer, self.table.row(number), self._words.translated(total.title), total))
        return self.table

    def _achievements(self) -> Node:
        reached, count = sum(standing.reached for standing in self.standings), len(self.standings)
        counted = _("Achievements: {reached} of {count}").format(reached=reached, count=count)
        rows = Leaf(self._make_achievements, self._achievements_width, Size(2 * CARD, 5 * CARD))
        rows.at("stretch").named("found")
        return column(heading(counted, 18, tint=theme.colour("text"), wrap=True), rows.grow())

    def _achievements_width(self, m: Metrics) -> Size:
        """Return the least width for rows with the state below the text, and the width for it beside the text."""
        found = [standing.achievement for standing in self.standings]
        titles = (m.width(each.title, 16, theme.TEXT, True) for each in found)
        texts = (m.width(each.text, 13) for each in found)
        least = max((*titles, *texts), default=0.0) + BESIDE
        return Size(least, max(least + STATE + EYE, 560))

    def _make_achievements(self, target: Target, place: Rect) -> AchievementList:
        found = self.standings
        rows: list[AchievementRow] = []
        is_wide = place.width >= self._achievements_width(target.metrics).natural

        def show(first: int) -> None:
            for line, standing in zip(rows, found[first:], strict=False):
                key = standing.achievement.key
                line.show(standing, on_show=key in self.titles, is_new=key in self._new)

        self.list = AchievementList(
            target.layer, place, filling(place, CARD if is_wide else HIGH_CARD), len(found), show
        )
        target.controls.add(self.list)
        self.list.choose = self._choose
        count = min(len(found), self.list.visible)
        rows += [AchievementRow(target.layer, self.list.row(number), is_wide=is_wide) for number in range(count)]
        show(0)
        return self.list

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: arrow and page keys scroll the achievements, or the statistics if they have the focus."""
        area = self.table if self.controls.focus is self.table else self.list
        if not area.key(symbol):
            super().key(symbol, modifiers)


def open_page(services: Services) -> StatisticsPage | None:
    """Return the page; if the history cannot be read, open an empty page and a message, and return `None`."""
    app, catalogue, settings = services.app, services.catalogue, services.settings

    def show(titles: tuple[str, ...]) -> None:
        settings.change(msgspec.structs.replace(app.settings, titles=titles))
        settings.save()

    try:
        page = StatisticsPage(app, catalogue, *read_profile(catalogue), show)
        settings.mark_new(())
        return page
    except HistoryError as error:
        app.push(StatisticsPage(app, catalogue, Overview(), standings(None, find_achievements(catalogue)), show))
        message(app, _("The statistics cannot be read"), error.message)
        return None
