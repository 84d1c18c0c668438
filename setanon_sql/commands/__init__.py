"""The commands, a module for each system: parse, call the library, print. No SQL and no algorithm lives here.

What they share is in :mod:`setanon_sql.commands.console`; each imports what it needs of the library when it runs.
"""
