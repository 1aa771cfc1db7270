"""The golden cases: a folder each, with the file, what the translator gets of it, and the file shouted."""

import json
from dataclasses import dataclass
from pathlib import Path

from stencilmt.documents import Document, Settings, open_document

CASES = Path(__file__).parent / "cases"
_SETS = ("attributes", "block", "inline", "untranslatable")


@dataclass(frozen=True)
class Case:
    """One folder."""

    folder: Path

    @property
    def input(self) -> Path:
        """The file to translate."""
        return next(path for path in self.folder.iterdir() if path.stem in ("input", "strings"))

    @property
    def expected(self) -> Path:
        """The same, shouted."""
        return self.folder / f"expected{self.input.suffix}"

    @property
    def segments(self) -> list[str]:
        """What the translator gets, one segment a line."""
        lines = (self.folder / "segments.txt").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    @property
    def settings(self) -> Settings:
        """What the case chooses."""
        path = self.folder / "settings.json"
        chosen = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return Settings(**{name: _frozen(name, value) for name, value in chosen.items()})

    def open(self, data: bytes | None = None) -> Document:
        """The file, or other bytes under its name."""
        content = self.input.read_bytes() if data is None else data
        return open_document(content, self.input.name, settings=self.settings)


def _frozen(name: str, value: object) -> object:
    if not isinstance(value, list):
        return value
    return frozenset(value) if name in _SETS else tuple(value)


ALL = [Case(folder) for folder in sorted(CASES.glob("*/*"))]
