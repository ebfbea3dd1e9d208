"""Works on a user's own project: finds its sources, reports what it uses, converts it, and looks names up."""
