"""A ruling on paper, by WeasyPrint: an extra, because it rests on libraries beyond Python."""

from __future__ import annotations

from typing import Any

HINT = "install it with `pip install weasyprint`; it also needs Pango (on Debian: libpango-1.0-0 libpangoft2-1.0-0)"


class NoPdf(Exception):  # noqa: N818 - nothing is wrong with the ruling
    """The library that makes PDF files is not there."""


def _stay_here(url: str, *_: Any, **__: Any) -> Any:
    """A document shows what it carries itself and fetches nothing."""
    from weasyprint import default_url_fetcher

    if url.startswith("data:"):
        return default_url_fetcher(url)
    raise ValueError(f"a ruling loads nothing from elsewhere: {url[:80]}")


def printed(page: str) -> bytes:
    """An HTML page as a PDF file."""
    try:
        from weasyprint import HTML
    except ImportError:
        raise NoPdf(f"--format pdf needs WeasyPrint; {HINT}") from None
    except OSError:  # WeasyPrint is there, a library it rests on is not
        raise NoPdf(f"--format pdf: WeasyPrint does not find Pango; {HINT}") from None
    document: bytes = HTML(string=page, url_fetcher=_stay_here).write_pdf()
    return document
