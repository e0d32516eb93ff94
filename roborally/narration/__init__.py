"""Events in words and sounds: the log, the names of answers and commands, and the sounds of events."""
