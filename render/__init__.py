"""Whatever turns a view into something for people, in pictures or in words."""
