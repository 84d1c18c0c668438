"""Files and folders: staged and moved whole, temporary, and what happens when a run is stopped."""
