"""What can be inferred from a disassociated release: attack, reconstruction, estimates."""
