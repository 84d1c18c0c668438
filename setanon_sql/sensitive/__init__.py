"""What is sensitive, for whom, and how surely it may follow: constraint, limits, thresholds."""
