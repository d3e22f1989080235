"""A ruling on paper, by WeasyPrint: an extra, because it rests on libraries beyond Python."""

from __future__ import annotations

import re
from typing import Any

HINT = "install it with `pip install weasyprint`; it also needs Pango (on Debian: libpango-1.0-0 libpangoft2-1.0-0)"


class NoPdf(Exception):  # noqa: N818 - nothing is wrong with the ruling
    """The library that makes PDF files is not there."""


# A place to break a line in what has none: a word of thousands of signs takes minutes to set.
_TAG = re.compile(
    r"""(<style.*?</style>|<script.*?</script>|<(?:[^<>"']|"[^"]*"|'[^']*')*>)""", re.S
)
_LONG = re.compile(r"(?:&#?\w{1,31};|[^\s<>&]){80}(?=[^\s<>])")
_BREAK = "\N{ZERO WIDTH SPACE}"


def _breakable(page: str) -> str:
    parts = _TAG.split(page)  # texts and tags in turn
    parts[::2] = [_LONG.sub(lambda m: m[0] + _BREAK, text) for text in parts[::2]]
    return "".join(parts)


def _stay_here(url: str, *_: Any, **__: Any) -> Any:
    """A document shows what it carries itself and fetches nothing."""
    from weasyprint import default_url_fetcher

    if url.startswith("data:"):
        return default_url_fetcher(url)
    raise ValueError(f"a ruling loads nothing from elsewhere: {url[:80]}")


def _fetcher() -> Any:
    """The same as the versions since 68 want it."""
    from weasyprint import urls

    if not hasattr(urls, "URLFetcher"):
        return _stay_here
    return urls.URLFetcher(allowed_protocols=("data",), allow_redirects=False)


def printed(page: str) -> bytes:
    """An HTML page as a PDF file."""
    try:
        from weasyprint import HTML
    except ImportError:
        raise NoPdf(f"--format pdf needs WeasyPrint; {HINT}") from None
    except OSError:  # WeasyPrint is there, a library it rests on is not
        raise NoPdf(f"--format pdf: WeasyPrint does not find Pango; {HINT}") from None
    document: bytes = HTML(string=_breakable(page), url_fetcher=_fetcher()).write_pdf()
    return document
