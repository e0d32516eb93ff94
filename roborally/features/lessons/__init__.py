"""The lessons of the tutorial in the window; `roborally.game.scenario.lessons` reads and plays them."""
