"""The Princes of Florence in pictures."""
