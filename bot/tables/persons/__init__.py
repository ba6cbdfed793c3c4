"""What is kept of people beside their tables."""
