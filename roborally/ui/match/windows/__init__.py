"""The windows over a match, such as the menu and the log, and the page with the result."""
