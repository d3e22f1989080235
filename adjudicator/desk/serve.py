"""The site on this machine alone: 127.0.0.1, a free port, nothing else."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "txt": "text/plain; charset=utf-8",
    "gz": "application/octet-stream",
}


class Server(ThreadingHTTPServer):
    """Hands out the files it was given, and no others."""

    daemon_threads = True

    def __init__(self, files: Mapping[str, bytes], policy: str, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.files = files
        self.policy = policy
        self.sent = 0  # bytes of bodies, as they went over the wire

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


@lru_cache(maxsize=64)
def _zipped(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        port = self.server.server_port
        if self.headers.get("Host") not in (f"127.0.0.1:{port}", f"localhost:{port}"):
            return self._answer(HTTPStatus.FORBIDDEN)  # another name may be anybody's
        name = self.path.partition("?")[0].removeprefix("/") or "index.html"
        data = self.server.files.get(name)
        if data is None:
            return self._answer(HTTPStatus.NOT_FOUND)
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        if self.headers.get("If-None-Match") == tag:
            return self._answer(HTTPStatus.NOT_MODIFIED, tag=tag)
        return self._answer(HTTPStatus.OK, name, data, tag)

    do_HEAD = do_GET  # noqa: N815 - so the library calls it

    def _answer(self, status: HTTPStatus, name: str = "", data: bytes = b"", tag: str = "") -> None:
        self.send_response(status)
        kind = name.rpartition(".")[2]
        if name:
            self.send_header("Content-Type", _TYPES[kind])
        if kind not in ("gz", "") and "gzip" in self.headers.get("Accept-Encoding", ""):
            data = _zipped(data)
            self.send_header("Content-Encoding", "gzip")
        if tag:
            self.send_header("ETag", tag)
        for header, value in (
            ("Cache-Control", "no-cache"),
            ("Content-Length", str(len(data))),
            ("Content-Security-Policy", self.server.policy),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ):
            self.send_header(header, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)
            self.server.sent += len(data)

    def log_message(self, *_: object) -> None:
        """Nobody reads along."""
