"""What is done for tables while nobody clicks."""
