"""The player's statistics and achievements: their page and command; `roborally.profile` counts them."""
