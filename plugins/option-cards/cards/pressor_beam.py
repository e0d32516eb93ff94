"""The option card Pressor Beam: instead of firing the laser, pushes the robot hit by one cell (OPT-21)."""

from ..deck import OptionCard, Weapon
from ..weapons import push_away

CARD = OptionCard("pressor-beam", number=21, worth=5, weapon=Weapon(push_away))
