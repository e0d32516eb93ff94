"""The kernel: squares, walls, pieces, pushing, beams, damage, questions, events and dice.

It knows the rules of no game. Every game is made of plugins that fill a `Ruleset` (see `roborally.plugin`).
"""
