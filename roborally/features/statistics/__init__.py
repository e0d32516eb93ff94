"""Statistics and achievements of the player: the page and the command; `roborally.profile` counts them."""
