"""What happened, in words and sounds."""
