"""Queries: read step files, bind names and values in the syntax tree, render them for an engine."""
