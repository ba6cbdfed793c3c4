"""What is kept about people apart from their tables."""
