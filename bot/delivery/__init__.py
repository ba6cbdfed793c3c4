"""From the outbox to messages: in order, none twice."""
