"""Lets unexpected errors in the window open a page, and saves the match or page that was open."""

from roborally.base.later import imported_later
from roborally.ui.shell.services import Services

with imported_later():
    from roborally.ui.rescue import fault_desk
    from roborally.ui.shell import local_matches


def catch_errors(services: Services) -> None:
    """Show a page after unexpected errors from now on, instead of ending the program."""
    services.app.on_fault = lambda error: services.of(_desk).take(error)


def _desk(services: Services) -> "fault_desk.FaultDesk":
    def save() -> fault_desk.Saved:
        return _saved(services)

    def leave() -> None:
        if services.remote is not None:
            services.remote.leave()
        else:
            services.router.home()

    return fault_desk.FaultDesk(services.app, services.catalogue, save=save, main_menu=leave)


def _saved(services: Services) -> "fault_desk.Saved":
    if services.remote is not None:
        return services.remote.saved()
    matches = services.of(local_matches.LocalMatches)
    starting = matches.take_starting()
    if starting is not None:
        return fault_desk.Saved(
            game=starting,
            go_on_without=lambda effects: matches.play(starting.muting({*starting.muted, *effects})),
        )
    kept = services.rescue.saved()
    if kept is None and services.go_on is not None:
        return services.go_on()
    return kept or fault_desk.Saved()
