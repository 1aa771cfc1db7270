"""From two one-way alignments to one: each direction links every word at most once, and errs in its own way."""

from bisect import insort
from collections.abc import Callable, Collection, Set

from stencilmt.alignment.links import Link, Links
from stencilmt.errors import SettingsError

Symmetrize = Callable[[Collection[Link], Collection[Link]], Links]

NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def intersection(forward: Collection[Link], backward: Collection[Link]) -> Links:
    """The links both directions agree on: few and good."""
    return tuple(sorted(set(forward).intersection(backward)))


def union(forward: Collection[Link], backward: Collection[Link]) -> Links:
    """The links of either direction: many and noisy."""
    return tuple(sorted(set(forward).union(backward)))


def grow_diag_final_and(forward: Collection[Link], backward: Collection[Link]) -> Links:
    """The intersection, grown by neighbouring links of the union, then by links between words still free."""
    if forward == backward:
        return tuple(sorted(forward))
    links = set(forward).intersection(backward)
    sources = {source for source, _ in links}
    targets = {target for _, target in links}
    candidates = set(forward).union(backward) - links
    _grow(links, candidates, sources, targets)
    _finish(links, forward, sources, targets)
    _finish(links, backward, sources, targets)
    return tuple(sorted(links))


SYMMETRIZATIONS: dict[str, Symmetrize] = {
    "grow-diag-final-and": grow_diag_final_and,
    "intersection": intersection,
    "union": union,
}


def symmetrization(name: str) -> Symmetrize:
    """The step of this name."""
    if name not in SYMMETRIZATIONS:
        raise SettingsError(f"unknown symmetrization {name!r}, expected {' or '.join(map(repr, SYMMETRIZATIONS))}")
    return SYMMETRIZATIONS[name]


def _grow(links: set[Link], candidates: Set[Link], sources: set[int], targets: set[int]) -> None:
    """Take over neighbours of links that give a link to a word without one, until nothing changes.

    Links are visited in order; one added behind the current is visited in the same round, as if scanning the matrix.
    """
    before = -1
    while candidates and before != len(links):
        before = len(links)
        queue = sorted(links)
        for place, (source, target) in enumerate(queue):  # the queue grows while we walk it
            for down, right in NEIGHBOURS:
                link = (source + down, target + right)
                if link not in candidates or link in links:
                    continue
                if link[0] in sources and link[1] in targets:
                    continue
                links.add(link)
                sources.add(link[0])
                targets.add(link[1])
                if link > (source, target):
                    insort(queue, link, lo=place + 1)


def _finish(links: set[Link], direction: Collection[Link], sources: set[int], targets: set[int]) -> None:
    """Add the links of one direction between words that are both still free."""
    for source, target in sorted(direction):
        if source not in sources and target not in targets:
            links.add((source, target))
            sources.add(source)
            targets.add(target)
