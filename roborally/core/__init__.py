"""The kernel: squares, walls, pieces, pushing, beams, damage, questions, events and dice.

It knows no game's rules. A game consists of plugins that fill a `Ruleset` (see `roborally.plugin`).
"""
