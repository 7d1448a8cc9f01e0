"""What every HTTP request has in common: who is asking, forms, limits, headers, files."""
