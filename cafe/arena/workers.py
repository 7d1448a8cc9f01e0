"""Processes that play games."""

from __future__ import annotations

import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor


def worker_pool(workers: int) -> ProcessPoolExecutor:
    """A pool of processes that are not forks of this one: a fork of one with threads, as in JAX, can hang."""
    context = multiprocessing.get_context("forkserver")
    return ProcessPoolExecutor(workers, context, _ignore_interrupt)


def _ignore_interrupt() -> None:
    """Leave an interrupt to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
