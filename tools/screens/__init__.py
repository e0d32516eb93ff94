"""Every screen of the window, opened by seeds and fixed steps of time, for pictures and for tests."""
