"""The lessons of the tutorial; `roborally.game.scenario.lessons` reads and plays them."""
