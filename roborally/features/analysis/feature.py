"""The hooks of the analysis: the page about a finished match, the deciding moment, and the chances beside a replay."""

from typing import Any

from roborally.plugin_system.program import Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page `analysis`, which shows what decided a finished match."""
    pages.add("analysis", "window.desk:AnalysisDesk.page")


@hookimpl
def deciding_moment(services: Any, context: Any, load: Any) -> Any:
    """Return a function that makes a `DecidingMoment` on a canvas; `load()` gives the record, `None` until read."""
    from roborally.features.analysis.window.desk import AnalysisDesk

    return services.of(AnalysisDesk).moment(context, load)


@hookimpl
def replay_opened(services: Any, screen: Any) -> None:
    """Add each robot's chance to win beside the board of a replay, if the whole match is recorded."""
    from roborally.features.analysis.window.desk import AnalysisDesk

    services.of(AnalysisDesk).show_over(screen)
