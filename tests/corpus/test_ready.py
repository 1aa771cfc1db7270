"""Links that count words between white space fit our finer words."""

import pytest

from stencilmt.corpus.clean import encode_texts
from stencilmt.corpus.links import decode_links
from stencilmt.corpus.ready import Lines, encode_ready
from stencilmt.text.pairs import Pair


@pytest.mark.parametrize(
    ("source", "target", "line", "expected"),
    [
        ("red car", "rotes Auto", "0-0 1-1", [(0, 0), (1, 1)]),
        ("red car", "Auto rotes", "0-1 1-0", [(0, 1), (1, 0)]),
        ("Stop.", "Halt!", "0-0", [(0, 0), (0, 1), (1, 0), (1, 1)]),
        ("<b>red</b> car", "<b>rotes</b> Auto", "0-0 1-1", [(0, 0), (1, 1)]),
        ("red %s car", "rotes %s Auto", "0-0 1-1 2-2", [(0, 0), (1, 1)]),
        ("<br/> a", "<br/> b", "0-0 1-1", [(0, 0)]),
        ("a", "b", "", []),
    ],
)
def test_links_are_refined(source: str, target: str, line: str, expected: list[tuple[int, int]]) -> None:
    texts = encode_texts([(0, Pair(source, target))])
    work = Lines(texts, ("en", "de"), [("links:1", line)])
    assert decode_links(encode_ready(work)) == [expected]
