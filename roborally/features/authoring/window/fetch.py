"""Fetches a plugin in the background, and asks whether to install it."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import arcade

from roborally.base.beside import beside
from roborally.base.errors import GameError, Message, reason
from roborally.base.translation import _, plugin_text
from roborally.features.authoring.window.details import SHORT_DIGEST
from roborally.features.authoring.window.paper import Paper
from roborally.profile.plugin_store import Offer, offer
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog, message
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import button, framed, heading
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage


class FetchingDialog(Dialog):
    """A dialog that waits while a plugin is fetched; then `came(offer)` is called, or a message says what is wrong."""

    def __init__(self, app: App, source: str | Path, came: Callable[[Offer], None]) -> None:
        """Start to fetch the plugin from a path or address."""
        text = _("Looking at {source} …").format(source=source)
        super().__init__(app, _("Plugin"), text, [(_("Cancel"), app.pop)])
        self._came = came
        self._fetched: Future[Offer] | None = beside("plugin-fetch", lambda: offer(source))

    def update(self, seconds: float) -> None:
        """Close the dialog once the plugin has been fetched or that has failed."""
        super().update(seconds)
        fetched = self._fetched
        if fetched is None or not fetched.done() or self.app.screen_on_top is not self:
            return
        self._fetched = None
        self.app.pop()
        if (error := fetched.exception()) is not None:
            show_refusal(self.app, reason(error))
        else:
            self._came(fetched.result())

    def closed(self) -> None:
        """Delete the fetched files, also if they arrive after the dialog was closed."""
        if self._fetched is not None:
            self._fetched.add_done_callback(_discard)


class OfferPage(TreePage):
    """The page that describes a fetched plugin and offers to install it; `installed(offer)` is called once it is."""

    opaque = False
    widest = 720.0

    def __init__(self, app: App, offered: Offer, installed: Callable[[Offer], None]) -> None:
        super().__init__(app)
        self.offer = offered
        self._installed = installed
        self.rebuild()

    def tree(self) -> Node:
        """Return the description and the buttons; the accent is on *Cancel*."""
        title = _("Install “{title}”?").format(title=plugin_text(self.offer.folder, self.offer.title))
        self._text = self._description().tree().named("text")
        caption = _("Replace") if self.offer.replaces is not None else _("Install")
        return column(
            heading(title, 24, wrap=True),
            framed("panel-inset", self._text).grow(),
            row(
                button(_("Cancel"), self.app.pop, icon="arrow-left", accent=True),
                space(),
                button(caption, self.install, icon="plus"),
            ),
            gap=14,
            pad=(24, 20),
        )

    def _description(self) -> Paper:
        offered, paper = self.offer, Paper()
        text = _("{title}, version {version}, by {author}")
        title = plugin_text(offered.folder, offered.title)
        paper.write(text.format(title=title, version=offered.version, author=offered.author))
        paper.write(plugin_text(offered.folder, offered.description))
        if offered.is_code:
            paper.heading(_("This plugin is a program"))
            text = _(
                "It can do everything on this computer that you can do: read your files, change them, use the network."
                " Nobody has checked it. Install it only if you trust the people who made it."
            )
            paper.write(text, "warning")
        else:
            paper.heading(_("This plugin is only data"))
            paper.write(_("It runs no code of its own."))
        if (old := offered.replaces) is not None:
            paper.heading(_("It replaces a plugin of yours"))
            text = _("It has the very same files as version {version}, which is installed.")
            if not offered.is_same:
                text = _("Version {version} is installed. All of its files go.")
                if old.is_changed or not old.source:
                    text = _("Version {version} is installed. All of its files go, also those that you have changed.")
            paper.write(text.format(version=old.version))
        if offered.missing:
            paper.heading(_("Not usable yet"))
            for line in offered.missing:
                paper.write(line.as_sentence(), "warning")
        paper.heading(_("What it adds"))
        for line in offered.adds:
            paper.write(str(line))
        paper.heading(_("About"))
        about = _("Id {id}, licence {licence}, fingerprint {digest}")
        digest = f"{offered.digest[:SHORT_DIGEST]}…"
        paper.write(about.format(id=offered.id, licence=offered.license, digest=digest), "text-dim")
        paper.write(_("From {source}").format(source=offered.source), "text-dim")
        return paper

    def install(self) -> None:
        """Install the plugin and close the page; if that fails, show a message."""
        try:
            self.offer.install()
        except GameError as error:
            self.app.pop()
            show_refusal(self.app, error.message)
            return
        self.app.pop()
        self._installed(self.offer)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter cancels, so that nothing is installed by accident, unless a button has the focus."""
        keys = arcade.key
        focus = self.controls.focus
        if symbol in (keys.ENTER, keys.NUM_ENTER) and focus is None:
            self.app.pop()
        elif symbol in (keys.UP, keys.DOWN, keys.PAGEUP, keys.PAGEDOWN) and focus is None:
            self._text.made.key(symbol, modifiers)
        else:
            super().key(symbol, modifiers)

    def closed(self) -> None:
        """Delete the fetched files, unless they have been installed."""
        self.offer.discard()


def _discard(fetched: "Future[Offer]") -> None:
    if fetched.exception() is None:
        fetched.result().discard()


def show_refusal(app: App, why: Message) -> None:
    """Show a message that a plugin cannot be installed, and why."""
    message(app, _("This plugin cannot be installed"), why)
