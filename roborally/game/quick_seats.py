"""Fills the seats of a match for one person and bots, and names the bots."""

from collections.abc import Collection, Mapping

from roborally.base.player_names import MAX_NAME, look, numbered
from roborally.game.match_file import SeatConfig

BOT_NAMES = ("Bolt", "Ratchet", "Cog", "Sprocket", "Gizmo", "Rivet", "Piston", "Flange")


def bot_name(title: str, taken: Collection[str]) -> str:
    """Return a name for a bot that is not similar to any in `taken`.

    It is the title of its robot, with a number if needed; without a title, the next free one of `BOT_NAMES`.
    """
    looks = {look(name) for name in taken}
    free = (name for name in BOT_NAMES if look(name) not in looks)
    return numbered(title[:MAX_NAME] or next(free, "Bot"), taken)


def quick_seats(name: str, robot: str, robots: Mapping[str, str], bots: int, bot: str) -> list[SeatConfig]:
    """Return the seats of a person called `name` and of `bots` bots, with different robots while there are enough.

    `robot` is the person's model, `robots` the titles of all models by id, `bot` all bots' name, such as `greedy`.
    """
    robot = robot if robot in robots else next(iter(robots), "")
    others = [model for model in robots if model != robot] or [robot]
    seats = [SeatConfig(name, "human", robot)]
    for number in range(bots):
        model = others[number % len(others)]
        called = bot_name(robots.get(model, ""), [seat.name for seat in seats])
        seats.append(SeatConfig(called, bot, model))
    return seats
