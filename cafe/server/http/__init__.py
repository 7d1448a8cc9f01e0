"""What every HTTP request has in common: who asks, forms, limits, headers, files."""
