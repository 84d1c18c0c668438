"""The SQL itself, for what setanon does not connect to: written down instead of run."""
