"""Small releases as a version made them: later versions must still be able to verify them (test_versions.py)."""
