"""The lessons of the tutorial; `roborally.scenario.lessons` reads and plays them."""
