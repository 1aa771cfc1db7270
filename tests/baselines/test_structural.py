"""Tags around a network that knows of none."""

from collections.abc import Sequence
from typing import Any

import pytest

from baselines.pairs import codec
from stencilmt.baselines import structural
from stencilmt.baselines.item import Answer, Constrained
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.questions import ask_tags
from stencilmt.baselines.structural import DetagProject, SplitInject
from stencilmt.model.engine import Decoded, Request


def tagged(text: str) -> Constrained:
    """An item whose constraints are its XML tags."""
    return ask_tags(text, "").item


class Shouting:
    """Translates by shouting, with a full stop after everything."""

    def translate(self, items: Sequence[Constrained]) -> list[Answer]:
        return [Answer(f" {item.source.upper()}.") for item in items]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Click <b>Open</b> now", "CLICK. <b>OPEN.</b> NOW."),
        ("<i>a</i><br/>, <b>12</b>  z", "<i>A.</i><br/>, <b>12</b>  Z."),
        ("no tags", "NO TAGS."),
        ("", ""),
    ],
)
def test_fragments_are_translated_one_by_one(source: str, expected: str) -> None:
    assert SplitInject(Shouting()).translate([tagged(source)])[0].text == expected


class Saying:
    """An engine that says what it is told."""

    def __init__(self, text: str) -> None:
        self.ids = codec().subwords.encode([f" {text}"])

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        return [Decoded(self.ids, 0.0) for _ in requests]


WORDS = {"Open": "offne", "the": "das", "red": "rote", "file": "Dokument", "now": "jetzt"}


def by_words(network: Any, source: list[int], target: list[int]) -> list[int]:
    """Each target token belongs to the source word it translates, or else to the one before it."""
    subwords = codec().subwords
    starts = [len("".join(subwords.decode(source[:count]))) for count in range(len(source))]
    text, links = "".join(subwords.decode(source)), []
    for count in range(1, len(target) + 1):
        word = "".join(subwords.decode(target[:count])).split(" ")[-1]
        known = [one for one, other in WORDS.items() if word and other.startswith(word)]
        place = text.index(known[0]) - 1 if known else -1
        links.append(starts.index(place) if place in starts else (links or [0])[-1])
    return links


@pytest.mark.parametrize(
    ("source", "translation", "expected"),
    [
        ("Open <b>the file</b> now", "jetzt das Dokument offne", "jetzt <b>das Dokument</b> offne"),
        ("<b>Open</b> the <i>file</i>", "das Dokument offne", "das <i>Dokument</i> <b>offne</b>"),
        ("<b>the <i>red</i> file</b> now", "jetzt das rote Dokument", "jetzt <b>das <i>rote</i> Dokument</b>"),
        ("Open <br/>now", "jetzt offne", "<br/>jetzt offne"),
        ("Open <b>now</b>", "offne", "offne<b></b>"),
        ("Open", "offne", "offne"),
    ],
)
def test_tags_are_put_back_by_alignment(
    source: str, translation: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structural, "align", by_words)
    system = DetagProject(Layout(codec()), Saying(translation), None)  # type: ignore[arg-type]
    assert system.translate([tagged(source)])[0].text == expected
