"""The features: what the tests of their windows have in common with those of the window itself."""

from tests.ui.conftest import (
    _nothing_set_aside,
    app,
    begin,
    begin_session,
    client,
    course,
    driver,
    look,
    new_game,
    profile,
    progress,
    show_session,
    speak,
)

__all__ = [
    "_nothing_set_aside",
    "app",
    "begin",
    "begin_session",
    "client",
    "course",
    "driver",
    "look",
    "new_game",
    "profile",
    "progress",
    "show_session",
    "speak",
]
