"""The option cards of the edition `crash-and-burn`: one module with a `CARD` for each."""
