"""A match with its players and clocks: what the window shows and a server runs.

Code that shows a match talks to a `Session` (`protocol`), wherever the match is played. A `HeldSession` owns its match,
and nobody can answer in it. In a `LocalSession` seats answer; bots answer in the background; when the clock runs out,
defaults are used. `poll` returns everything that happens as events, in order. No call blocks longer than the engine
needs for the moving phase (a few milliseconds).
"""
