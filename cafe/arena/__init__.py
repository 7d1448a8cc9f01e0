"""Matches between bots, ratings, reports and tuning."""
