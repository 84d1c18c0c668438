"""Made-up data: baskets in the manner of IBM Quest, the supermarket of the demo."""
