"""Pressor Beam: instead of the laser, the robot hit moves one space away (OPT-21)."""

from ..deck import OptionCard, Weapon
from ..weapons import push_away

CARD = OptionCard("pressor-beam", number=21, worth=5, weapon=Weapon(push_away))
