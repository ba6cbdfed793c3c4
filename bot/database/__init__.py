"""A database, SQLite or PostgreSQL: connections, layout, migrations, copies, its lock."""
