"""The windows over a match, such as its menu and its log, and the page with its result."""
