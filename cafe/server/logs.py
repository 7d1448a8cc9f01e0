"""Log lines: one JSON object per line, on standard error; never a card, never a secret."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import EventDict, WrappedLogger

MOST_VALUE = 500
"""The most characters of one value in a line."""
MOST_TRACE = 3000
"""The most characters of a traceback: its end says what happened."""


def set_up(level: str) -> None:
    """Write lines of this level and above."""
    threshold = getattr(logging, level.upper())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _shorten,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s %(message).500s"
    )


def _shorten(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Keep every line shorter than a screen, whatever came from outside."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = value[-MOST_TRACE:] if name == "exception" else value[:MOST_VALUE]
    return event
