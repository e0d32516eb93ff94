"""The analysis of a match in the window: its page, the deciding moment, and the chances beside a replay."""
