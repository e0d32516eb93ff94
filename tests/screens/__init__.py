"""Every screen of the window, opened with fixed seeds and time steps, for pictures and for tests."""
