"""Files and data turned into each other, with the position of every value."""
