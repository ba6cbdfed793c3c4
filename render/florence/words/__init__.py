"""The Princes of Florence in words."""
