"""Takes a reader's own project: finds its sources, reports what it uses, converts it, and looks names up."""
