"""The page that says how others join a match on the network: a link for any browser, and an address for the game."""

import segno
from PIL import Image

from roborally.base.translation import _
from roborally.net.address import Address
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.input.clipboard import copied
from roborally.ui.toolkit.layout.branches import column, fitting, row, space
from roborally.ui.toolkit.layout.leaves import button, heading, label, picture
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage

SIDE, LEAST = 260.0, 150.0
"""The usual and the least side of the QR code, in units."""
DOT = 8
"""The side of one square of the QR code, in pixels."""


class InvitePage(TreePage):
    """The page with the link to a match, as a text and as a QR code, and its address; both can be copied."""

    opaque = False
    widest = 720.0
    is_snug = True

    def __init__(self, app: App, address: Address, *, pages: bool) -> None:
        """Show how to join the match at an address; without `pages` the server has no link for browsers."""
        super().__init__(app)
        self._address = address
        self._has_pages = pages
        self.rebuild()

    def tree(self) -> Node:
        """Return the layout: the link with its QR code beside or below it, then the address."""
        typed = _("Who has the game chooses “Join game”, or types this address there:")
        return column(
            heading(_("Invite others"), 24),
            self._link() if self._has_pages else None,
            label(typed, 15, wrap=True),
            self._copied(str(self._address), "address"),
            row(self.back(), space()),
            gap=14,
            pad=(24, 18),
        )

    def _link(self) -> Node:
        near = _("They must be in the same network as this computer, such as the same Wi-Fi.")
        with_link = _("Anybody can join with this link, in the browser of a phone, tablet or computer:")
        words = [label(with_link, 15, wrap=True), self._copied(self._address.link, "link")]
        words += [label(near, 14, wrap=True)] if self._address.is_near else []
        link = self._address.link
        return fitting(
            lambda: row(picture_of(link, SIDE), column(*words, gap=12).wide(240).grow(), gap=20),
            lambda: column(*words, picture_of(link, SIDE)),
        )

    def _copied(self, text: str, name: str) -> Node:
        """Return a text with a button beside or below it that copies the text."""

        def copy() -> None:
            self.controls.named[f"copy {name}"].text = copied(text)

        tooltip = _("Copy, to send it to those who are to join")
        leaf = button(_("Copy"), copy, icon="save", size=14, tooltip=tooltip, height=36, more=24).named(f"copy {name}")
        return fitting(
            lambda: row(label(text, 16).grow(), leaf, gap=12), lambda: column(label(text, 16, wrap=True), leaf, gap=6)
        )


def picture_of(link: str, side: float, least: float = LEAST) -> Node:
    """Return the QR code of a link, with the usual and the least length of its side in units."""
    return picture(pictures.texture(qr_code(link), f"link {link}"), side, least=least).at("centre")


def qr_code(text: str) -> Image.Image:
    """Return the picture of a text's QR code, with the white margin that cameras need."""
    code = segno.make(text, error="m", micro=False)
    lines = [bytes(line) for line in code.matrix_iter(border=code.default_border_size)]
    image = Image.new("RGBA", (len(lines[0]), len(lines)))
    image.putdata([(0, 0, 0, 255) if dark else (255, 255, 255, 255) for line in lines for dark in line])
    return image.resize((DOT * image.width, DOT * image.height), Image.Resampling.NEAREST)
