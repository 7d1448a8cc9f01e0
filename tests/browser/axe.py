"""What axe says about a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


def serious_findings(page: Page, *, colours: bool = False) -> list[str]:
    """What axe finds serious, one line each; colours alone where the rest was looked at already."""
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if colours:
        options["runOnly"] = ["color-contrast"]
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"][:3]
    ]
