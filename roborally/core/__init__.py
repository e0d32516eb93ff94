"""The engine that runs a match: cells, walls, pieces, pushing, beams, damage, questions, events and dice.

It holds no rules of a game: plugins register them through `roborally.plugin`, which collects them in a `Ruleset`.
"""
