"""What can be inferred from a release in pieces: attack, reconstruction, estimates."""
