"""Write what a release is made of and needs to run, with licences, as a CycloneDX list (SBOM).

usage: SOURCE_DATE_EPOCH=... .venv/bin/python tools/sbom.py FILE

Python: the pins of requirements-run.txt, and as optional parts those of requirements-lab.txt, which the other
extras need. Browser app: what web/package.json names as `dependencies`, with what these bring along, from the
lock file.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from cafe import __version__

ROOT = Path(__file__).resolve().parents[1]
NAME = "cafe-international"
ONLY_TESTED_WITH = ("pgx", "svgwrite")
"""Libraries of requirements-lab.txt that no extra brings."""


def main(file: Path) -> None:
    """Write the list."""
    project = component("pypi", NAME, __version__, "MIT", ComponentType.APPLICATION)
    parts = [*python_parts(), *browser_parts()]
    bom = Bom(components=parts, serial_number=uuid5(NAMESPACE_URL, f"{NAME}-{__version__}"))
    bom.metadata.component = project
    bom.metadata.timestamp = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    bom.register_dependency(project, parts)
    made = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6)
    file.write_text(made.output_as_string(indent=2) + "\n", encoding="utf-8")


def python_parts() -> Iterator[Component]:
    """The libraries that the program needs, and those of its extras; licences are those of THIRD_PARTY.md."""
    rows = re.findall(r"^\| ([\w.-]+) \| [^|]+ \| ([^|]+) \|", read("THIRD_PARTY.md"), re.MULTILINE)
    licences = {plain(name): licence for name, licence in rows}
    needed = pins("requirements-run.txt")
    for name, version in needed:
        yield component("pypi", name, version, licences[plain(name)])
    for name, version in pins("requirements-lab.txt"):
        if (name, version) not in needed and name not in ONLY_TESTED_WITH:
            part = component("pypi", name, version, licences[plain(name)])
            part.scope = ComponentScope.OPTIONAL
            yield part


def pins(file: str) -> list[tuple[str, str]]:
    """Names and versions of a file of requirements."""
    return re.findall(r"^([\w.-]+)==(\S+)", read(file), re.MULTILINE)


def browser_parts() -> Iterator[Component]:
    """The packages that the browser app is made from."""
    lock = json.loads(read("web/package-lock.json"))
    for path, entry in sorted(lock["packages"].items()):
        if path and not entry.get("dev"):
            yield component("npm", path.rpartition("node_modules/")[2], entry["version"], entry["license"])


def component(
    kind: str, name: str, version: str, licence: str, what: ComponentType = ComponentType.LIBRARY
) -> Component:
    """An entry of the list."""
    space, _, last = name.rpartition("/")
    address = PackageURL(kind, space or None, last, version)
    licences = [LicenseFactory().make_from_string(licence)]
    return Component(
        name=name, version=version, type=what, purl=address, bom_ref=str(address), licenses=licences
    )


def read(path: str) -> str:
    """A file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


def plain(name: str) -> str:
    """The name of a library as an index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
