"""The analysis of a match that is over: its page, and the chances of the robots over a replay."""

from typing import Any

from roborally.plugin_system.program import Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page of a finished match."""
    pages.add("analysis", "window.desk:AnalysisDesk.page")


@hookimpl
def deciding_moment(services: Any, context: Any, load: Any) -> Any:
    """Show on the result page the turn that changed the chances the most."""
    from roborally.features.analysis.window.desk import AnalysisDesk

    return services.of(AnalysisDesk).moment(context, load)


@hookimpl
def replay_opened(services: Any, screen: Any) -> None:
    """Show the chances of the robots over the board, if the whole match is known."""
    from roborally.features.analysis.window.desk import AnalysisDesk

    services.of(AnalysisDesk).show_over(screen)
