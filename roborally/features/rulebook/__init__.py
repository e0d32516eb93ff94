"""The rulebook in the window; `roborally.rulebook` reads its pages."""
