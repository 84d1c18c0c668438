"""Reads an HTML page as a reader would: its words, its cells; it must be complete in itself."""

import re
from html.parser import HTMLParser


class Page(HTMLParser):
    """Collects text and table cells, and fails where tags do not nest or something outside is asked for."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []
        self.cells: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open and not re.search(r"url\(|@import|https?:", html)

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.found))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in {"script", "link", "img", "iframe"}
        assert not {"src", "href", "onclick"} & {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.found.append(data)
        if "td" in self.open:
            self.cells[-1] += data
