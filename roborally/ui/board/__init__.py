"""The board and the robots as they are drawn, and how events are animated."""
