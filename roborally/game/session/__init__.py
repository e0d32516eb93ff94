"""Sessions: a match with its players and clocks, for the window and for servers.

Code that shows a match uses a `Session` (`protocol`), wherever the match is played. A `HeldSession` owns its match and
accepts no answers. In a `LocalSession` seats answer, bots think in the background, and default answers are used when
the clock runs out. `poll` returns all events in order. No call blocks longer than the engine needs for the moving phase
(a few milliseconds).
"""
