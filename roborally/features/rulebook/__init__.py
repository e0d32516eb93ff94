"""The rulebook in the window; `roborally.narration.rulebook` reads its pages."""
