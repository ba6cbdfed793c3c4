"""Games that are played, and what people look at in them."""
