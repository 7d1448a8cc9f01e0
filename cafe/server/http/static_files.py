"""The browser app's files: hashed assets are cached for ever, the page itself is not."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from cafe import __version__
from cafe.server.http.authentication import note_known
from cafe.server.http.endpoint import MOST_LANGUAGES, error_response
from cafe.server.http.link_preview import Texts, link_preview
from cafe.server.rooms.server_parts import ServerParts

WEB = Path(__file__).parents[2] / "web"
"""The folder of the built browser app, if there is one."""

MOST_PATH = 255
"""The most bytes of a path; no file has a longer name, and none of the app's paths comes near."""

TEXTS = frozenset({".js", ".css", ".svg", ".json", ".webmanifest"})
"""Files that become smaller when compressed; pictures and fonts already are."""

PLAIN_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Café International</title>
</head>
<body>
<h1>Café International</h1>
<p>The server runs. Its browser app is not built into this copy of the program.</p>
<p>Programs can play: the interface is described at <a href="api/openapi.json">api/openapi.json</a>.</p>
</body>
</html>
"""


def build_name() -> str:
    """Changes whenever the browser app does."""
    index = WEB / "index.html"
    if not index.is_file():
        return __version__
    return f"{__version__}-{hashlib.sha256(index.read_bytes()).hexdigest()[:8]}"


@lru_cache(maxsize=512)
def _gzipped(path: Path, changed: int) -> bytes:
    """A file as it is sent, compressed once; after a change it is compressed again."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


@lru_cache(maxsize=2)
def _read_words(path: Path, changed: int) -> Texts:
    """The file's texts, read once; after a change they are read again."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]])


@lru_cache(maxsize=2)
def read_page(index: Path, changed: int, sub_path: str) -> str:
    """The app's page, read once, with its files under the sub-path at which people reach it."""
    return index.read_text(encoding="utf-8").replace('="/', f'="{sub_path}/')


class StaticFiles:
    """Answers everything that is not a request to the interface."""

    def __init__(self, sub_path: str, folder: Path = WEB) -> None:
        self._sub_path = sub_path
        self._folder = folder.resolve()

    async def answer(self, server: ServerParts, request: Request) -> Response:
        """A file of the app, or its page for any other path: the app knows its own paths."""
        path = request.path_params.get("path", "")
        if path.startswith("api/"):
            return error_response("missing", "expected a path of the API; see /api/openapi.json", 404)
        if len(path.encode(errors="replace")) > MOST_PATH:
            return error_response("missing", f"expected a path of at most {MOST_PATH} bytes; got more", 404)
        found = self._find(path)
        if found is not None:
            lasting = path.startswith("assets/")
            caching = "public, max-age=31536000, immutable" if lasting else "no-cache"
            headers = {"cache-control": caching, "vary": "accept-encoding"}
            if found.suffix in TEXTS and "gzip" in request.headers.get("accept-encoding", ""):
                kind = mimetypes.guess_type(found.name)[0]
                packed = _gzipped(found, found.stat().st_mtime_ns)
                return Response(packed, headers=headers | {"content-encoding": "gzip"}, media_type=kind)
            return FileResponse(found, headers=headers)
        if "." in path.rpartition("/")[2]:
            return error_response("missing", "expected a file of the browser app; there is none", 404)
        index = self._find("index.html")
        if index is None:
            return HTMLResponse(PLAIN_PAGE, headers={"cache-control": "no-cache"})
        wanted = request.headers.get("accept-language", "")[:MOST_LANGUAGES]
        preview = await link_preview(server, path, self._words(), wanted)
        tags = preview.tags(server.settings.address, path)
        page = read_page(index, index.stat().st_mtime_ns, self._sub_path).replace(
            "</head>", f"{tags}</head>", 1
        )
        response = HTMLResponse(page, headers={"cache-control": "no-cache", "vary": "accept-language"})
        note_known(server, request, response)
        return response

    def _words(self) -> Texts:
        """The texts of shared links, which the app's build wrote."""
        path = self._folder / "share" / "words.json"
        return _read_words(path, path.stat().st_mtime_ns)

    def _find(self, path: str) -> Path | None:
        """The file, if it is one and inside the folder."""
        if "\0" in path:
            return None
        found = (self._folder / path).resolve()
        inside = found.is_relative_to(self._folder)
        return found if inside and found.is_file() else None
