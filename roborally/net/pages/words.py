"""The texts of the page on which a hosted match is played in a browser."""

from roborally.base.translation import _
from roborally.narration.page.words import interface


def page_words() -> dict[str, str]:
    """Return the texts for joining, lobby, match and connection by name, in the current language."""
    return {**interface(), **_at_the_door(), **_in_a_match(), **_ends(), **_directions()}


def _at_the_door() -> dict[str, str]:
    return {
        "name": _("Name"),
        "code": _("Code of the match"),
        "join": _("Join"),
        "watch": _("Watch"),
        "connecting": _("Connecting…"),
        "storage-refused": _("This browser keeps nothing for pages: a reload loses your seat."),
        "lobby-note": _("{host} starts the match."),
        "robot": _("Choose your robot"),
        "taken": _("taken by {name}"),
        "ready": _("Ready"),
        "ready-now": _("Ready!"),
        "host": _("Host"),
        "bot": _("Bot"),
        "watches": _("watches"),
        "offline": _("not connected"),
        "chat-title": _("Chat"),
        "chat": _("Write to all"),
        "send": _("Send"),
        "shows-course": _("{name} shows a course: {title}"),
        "leave": _("Leave"),
        "leave-sure": _("Really leave?"),
    }


def _in_a_match() -> dict[str, str]:
    return {
        "confirm": _("Confirm"),
        "doubt": _("{warning} “Anyway” confirms it all the same."),
        "anyway": _("Anyway"),
        "program": _("Your program"),
        "clear": _("Take everything back"),
        "empty": _("empty"),
        "shut": _("locked"),
        "waits": _("thinks"),
        "cards": _("Cards: {count}"),
        "waiting-for": _("Waiting for {names}"),
        "is-ready": _("{name} is ready."),
        "stand-in": _("a bot plays"),
        "skip": _("Show the end at once"),
        "mine": _("Go to your robot"),
        "whole": _("Show the whole floor"),
        "more": _("Log and chat"),
        "sound": _("Sound and vibration when it is your turn"),
        "close": _("Close"),
        "to-lobby": _("Back to the lobby"),
    }


def _ends() -> dict[str, str]:
    """Return the texts about why a connection or a match is over, by reason."""
    return {
        "lost": _("The connection is lost. Trying again…"),
        "restart": _("The server is restarting. Trying again…"),
        "busy": _("The server is busy. Trying again…"),
        "version": _("The server has another version than this page. Reload the page."),
        "play-here": _("Play here"),
        "closed-kicked": _("The host has removed you."),
        "closed-elsewhere": _("You play in another tab or on another device."),
        "closed-ended": _("The match has ended."),
        "closed-closed": _("The server has been stopped."),
        "closed-message": _("The server did not understand this page. Reload it."),
        "closed-flood": _("This page has sent too many messages. Reload it."),
        "closed-full": _("The server is full. Try again later."),
        "ended-host": _("The host has left, so the match is over."),
        "ended-left": _("All players have left, so the match is over."),
        "ended-failed": _("A fault of the program has ended the match."),
        "ended-closed": _("The server has been stopped, so the match is over."),
    }


def _directions() -> dict[str, str]:
    """Return the names of the directions, for people who do not see the arrows."""
    return {
        "north": _("north"),
        "east": _("east"),
        "south": _("south"),
        "west": _("west"),
        "north-east": _("north-east"),
        "south-east": _("south-east"),
        "south-west": _("south-west"),
        "north-west": _("north-west"),
    }
