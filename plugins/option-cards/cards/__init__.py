"""The option cards of Crash and Burn (OPT-01 to OPT-26): a module with a `CARD` for each."""
