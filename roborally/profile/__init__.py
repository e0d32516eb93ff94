"""The player's profile: settings, the history of finished games, achievements (docs/files.md).

settings, notices = load_settings()                 # a notice is a sentence about an error in a file
with History.open() as history:
    reached = record(history, finished(session), find_achievements(catalogue))
    overview = history.overview()                   # sums and best values (STD-1512, CLI-1202)
    standings(history, find_achievements(catalogue))    # reached or not (CLI-1203)
"""

from roborally.profile.achievements import (
    Achievement,
    AchievementStatus,
    find_achievements,
    known_titles,
    read_profile,
    record,
    standings,
)
from roborally.profile.database import HistoryError
from roborally.profile.history import Finished, History, HistorySeat, Overview, Total, finished
from roborally.profile.lessons import done_lessons, mark_done
from roborally.profile.settings import MAX_TITLES, Settings, SettingsError, load_settings, save_settings

__all__ = [
    "MAX_TITLES",
    "Achievement",
    "AchievementStatus",
    "Finished",
    "History",
    "HistoryError",
    "HistorySeat",
    "Overview",
    "Settings",
    "SettingsError",
    "Total",
    "done_lessons",
    "find_achievements",
    "finished",
    "known_titles",
    "load_settings",
    "mark_done",
    "read_profile",
    "record",
    "save_settings",
    "standings",
]
