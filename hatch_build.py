"""The build hook: a wheel or sdist without the browser app of these sources is not made."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOW = "make it with `make setup` (or `tools/web`, where .venv is there) and build again"


class BrowserApp(BuildHookInterface):  # type: ignore[type-arg]  # generic only for type checkers
    """Looks for the built browser app in cafe/web."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fail if the app is missing or older than its sources; an editable install does without."""
        if version == "editable":
            return
        root = Path(self.root)
        if not (root / "cafe" / "web" / "index.html").is_file():
            raise SystemExit(f"expected the built browser app in cafe/web; there is none: {HOW}")
        is_sdist = (root / "PKG-INFO").is_file()
        if not is_sdist and subprocess.run([root / "tools" / "web", "current"], check=False).returncode:
            raise SystemExit(f"expected the browser app of these sources in cafe/web; it is older: {HOW}")
