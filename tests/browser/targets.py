"""What is too small for a finger."""

from __future__ import annotations

SMALL = """() => [...document.querySelectorAll('button, a, input, select, [role=button], [role=switch]')]
  .filter((each) => {
    const inText = each.matches('p a') || each.closest('.unseen, [inert]')
    const box = (each.closest('label') ?? each).getBoundingClientRect()
    return !inText && box.width && (box.width < 43.5 || box.height < 43.5)
  })
  .map((each) => {
    const { width, height } = each.getBoundingClientRect()
    const name = each.getAttribute('aria-label') ?? each.textContent.trim()
    return `${name} ${width.toFixed()} x ${height.toFixed()}`
  })"""
"""Everything that can be pressed and is smaller than 44 pixels either way, outside of running text."""
