"""The features: what the tests of their windows have in common with those of the window itself."""

from tests.ui.conftest import (
    app,
    begin,
    begin_session,
    client,
    course,
    driver,
    look,
    new_game,
    open_program,
    profile,
    progress,
    show_session,
    speak,
)

__all__ = [
    "app",
    "begin",
    "begin_session",
    "client",
    "course",
    "driver",
    "look",
    "new_game",
    "open_program",
    "profile",
    "progress",
    "show_session",
    "speak",
]
