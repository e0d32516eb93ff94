"""Shows the result of a match on the network, with buttons that use the replay sent by the server."""

from collections.abc import Callable
from functools import partial

from roborally.base.translation import _
from roborally.features.lobby.window.online.transfers import SentReplay, content_of
from roborally.net.client.remote_session import RemoteSession
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.result_screen import Entry, ResultScreen
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.app import App


def show_result(
    services: Services,
    context: ShownMatch,
    back: Callable[[], None],
    leave: Callable[[], None],
) -> None:
    """Store the result of a finished match, and show it; `back` opens the lobby, `leave` the main menu."""
    session = context.session
    file = session.ended.file if isinstance(session, RemoteSession) and session.ended is not None else ""
    news, notices = services.keep_result(context.session)
    actions: list[Entry] = [(_("Back to the lobby"), "people", back)]
    analyse = moment = None
    if file:
        course, make = context.game.course.id, partial(content_of, file)
        services.program.call("match_recorded", services=services, course=course, make=make)
        sent = SentReplay(services.app, services.catalogue, file)

        def opener(page: str) -> Callable[[], None]:
            return lambda: sent.show(lambda game, record: services.router.open(page, game=game, record=record))

        actions += [
            (_("Watch again"), "eye", opener("replay"), _("Show the match from its beginning")),
            (_("Film the highlights"), "camera", opener("highlights"), _("Make a film of the best moments")),
            (_("Save replay"), "save", lambda: sent.keep(course), _("Keep the match under “Replays” in the main menu")),
        ]
        analyse = partial(
            sent.show, lambda _game, record: services.router.open("analysis", context=context, record=record)
        )
        moment = services.moment(context, sent.load)
    actions.append((_("Main menu"), "arrow-left", leave))
    services.app.push(ResultScreen(services.app, context, actions, news, analyse, moment=moment))
    services.settings.report(notices)


def withdraw_lobby(app: App) -> None:
    """Offer no way back to the lobby on the page of the result: it has been closed."""
    for screen in app.screens:
        if isinstance(screen, ResultScreen):
            screen.withdraw()
