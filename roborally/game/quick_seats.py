"""The seats of a match for one person and bots, without choices for each of them, and the names of bots."""

from collections.abc import Collection, Sequence

from roborally.base.player_names import MAX_NAME, look, numbered
from roborally.game.match_file import MAX_SEATS, SeatConfig

BOT_NAMES = ("Bolt", "Ratchet", "Cog", "Sprocket", "Gizmo", "Rivet", "Piston", "Flange")


def bot_name(title: str, taken: Collection[str]) -> str:
    """Return a bot's name, which looks like none of `taken`: its robot's title, without one the next of `BOT_NAMES`."""
    looks = {look(name) for name in taken}
    free = (name for name in BOT_NAMES if look(name) not in looks)
    return numbered(title[:MAX_NAME] or next(free, "Bot"), taken)


def player_names(name: str) -> list[str]:
    """Return the names of the player and of the bots, all different."""
    return [name, *(bot for bot in BOT_NAMES if look(bot) != look(name))][:MAX_SEATS]


def quick_seats(name: str, robot: str, models: Sequence[str], bots: int, bot: str) -> list[SeatConfig]:
    """Return the seats of a person and of `bots` bots, which get the remaining models while there are enough."""
    robot = robot if robot in models else (models[0] if models else "")
    others = [model for model in models if model != robot] or list(models)
    seats = [SeatConfig(name, "human", robot)]
    for number, called in enumerate(player_names(name)[1 : bots + 1]):
        model = others[number % len(others)] if others else ""
        seats.append(SeatConfig(called, bot, model))
    return seats
