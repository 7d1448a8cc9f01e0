"""Pages of a server as a program reads them."""

from __future__ import annotations

import re

import httpx

from tests.server.process import Server


async def tags(single: Server, path: str, languages: str = "") -> dict[str, str]:
    """The tags of a page by name."""
    async with httpx.AsyncClient(base_url=single.address) as client:
        page = (await client.get(path, headers={"accept-language": languages})).text
    head = page.partition("</head>")[0]
    return dict(re.findall(r'<meta (?:name|property)="((?:og|twitter):[\w:]+)" content="([^"]*)">', head))
