"""One driver for each system of the papers: a numbered plan, small steps, SQL by name."""
