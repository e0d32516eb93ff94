"""The workshop in the window; only these modules import `roborally.ui`."""
