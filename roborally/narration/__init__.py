"""Events in words and sounds: the log, names of answers and commands, which sound is heard."""
