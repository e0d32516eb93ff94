"""The option cards of Crash and Burn: a module with a `CARD` for each."""
