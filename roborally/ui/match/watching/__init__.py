"""What helps to watch: names, remarks, sounds, closer looks."""
