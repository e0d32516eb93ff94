"""What players make themselves, without a window: boards, courses, and how they play."""
