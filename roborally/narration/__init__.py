"""Events in words and sounds: the log, the names of answers and commands, which sound is heard."""
