"""Which frames are drawn, what of them is kept, and drawing without a screen."""
