"""The page that says what hosting a match does, and asks whether to do it (CLI-1304)."""

from collections.abc import Callable

from roborally.base.numbers import seconds_text
from roborally.base.translation import _
from roborally.features.lobby.model import USUAL_TIMER
from roborally.game.match_file import MatchConfig
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, heading, label, switch
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage


class HostPage(TreePage):
    """The page that asks whether to host a match, and says who can join it and where."""

    opaque = False
    widest = 640.0
    is_snug = True

    def __init__(self, app: App, config: MatchConfig, address: str, host: Callable[[MatchConfig], None]) -> None:
        """Ask about a match; `address` is empty without a network, and `host(config)` opens the match."""
        super().__init__(app)
        self._address = address
        self.config = config
        self._host = host
        self._seconds = config.match.timer or USUAL_TIMER
        self.rebuild()

    @property
    def edition(self) -> str:
        """The id of the match's mode."""
        return self.config.match.mode

    def tree(self) -> Node:
        """Return the layout: the sentences, the switch of the timer, and the buttons."""
        unlisted = _("Where it is not listed, they enter your address, {address}, and the code that you see then.")
        alone = _("This computer is in no network, so nobody else can join.")
        lines = [
            _("Your match opens on this computer, and ends when you leave."),
            _("Everybody in your network finds it under “Join game” and may join, until you start."),
            unlisted.format(address=self._address) if self._address else alone,
            _(
                "Who joins plays beside the bots; only if the match is full, a bot goes. You see who joins, and can "
                "remove them."
            ),
        ]
        timer = _("{time} to program, because several people play.").format(time=seconds_text(self._seconds))
        clock = switch(bool(self.config.match.timer), self._turn_timer, timer).named("timer")
        host = button(_("Invite others"), self.act, icon="network", accent=True, height=46).named("host")
        return column(
            heading(_("Invite others?"), 24),
            *(label(f"• {line}", 15, wrap=True) for line in lines),
            clock,
            fitting(lambda: row(self.back(), space(), host), lambda: flow(self.back(), host, gap=10, equal=True)),
            gap=12,
            pad=(24, 18),
        )

    def _turn_timer(self, on: bool) -> None:
        self.config = self.config.with_match(timer=self._seconds if on else 0)

    def act(self) -> None:
        """Open the match for others."""
        self._host(self.config)
