"""What each page says, as typed data made once from the model: both renderings, Markdown and HTML, take all from it."""
