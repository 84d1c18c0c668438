"""The models, a room each. Nothing outside imports a room: :mod:`setanon_sql.registry` has the list of them."""
