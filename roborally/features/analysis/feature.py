"""The analysis of a match that is over: its page, and the chances of the robots over a replay."""
