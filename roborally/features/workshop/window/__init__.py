"""The pages of the board editor and the course builder; only these modules of the workshop import `roborally.ui`."""
