"""What a release is still worth: losses and measures of each kind of release."""
