"""Drawing boards, without a window: a board as it is written, what changes it, and what is to be said of it."""
