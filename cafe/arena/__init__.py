"""Matches between bots, ratings, reports, tuning and the analysis of finished games."""
