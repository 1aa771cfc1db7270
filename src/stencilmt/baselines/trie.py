"""The constraints of one sentence as a trie of tokens, in tables that a batch can look up at once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

ROOT = 0

Spellings = Mapping[tuple[int, ...], tuple[int, ...]]
"""By the tokens of a constraint those that spell it without a space before it."""


@dataclass(slots=True)
class Trie:
    """Constraints that begin alike share their beginning; the same constraint twice is counted twice.

    >>> trie = Trie.of([(5, 6), (5, 7), (5, 7)])
    >>> trie.depths, trie.wanted
    ([0, 1, 2, 2], [1, 2])
    """

    parents: list[int] = field(default_factory=lambda: [ROOT])
    """The node before each node; node 0 is the root and its own parent."""
    tokens: list[int] = field(default_factory=lambda: [-1])
    """The token that leads to each node."""
    depths: list[int] = field(default_factory=lambda: [0])
    """How many tokens lead to each node."""
    worths: list[int] = field(default_factory=lambda: [0])
    """What each node counts: its depth, but in a spelling without a space nothing before its end."""
    ends: list[list[int]] = field(default_factory=list)
    """The nodes where each distinct constraint ends, one for each spelling."""
    glued: set[int] = field(default_factory=set)
    """The nodes of spellings without a space."""
    wanted: list[int] = field(default_factory=list)
    """How often each distinct constraint must be met."""

    @classmethod
    def of(cls, constraints: Sequence[Sequence[int]], spellings: Spellings | None = None) -> "Trie":
        """The trie of constraints; empty ones are met by anything."""
        trie = cls()
        for constraint, count in Counter(tuple(one) for one in constraints if one).items():
            trie.ends.append([trie._grow(constraint)])
            trie.wanted.append(count)
            other = (spellings or {}).get(constraint)
            if other:
                trie._glue(other, len(constraint))
        return trie

    def below(self, node: int) -> list[int]:
        """The distinct constraints that pass through a node or end there."""
        return [number for number, ends in enumerate(self.ends) if any(node in self.path(end) for end in ends)]

    def path(self, node: int) -> list[int]:
        """The nodes from a node up to the root."""
        nodes = [node]
        while nodes[-1] != ROOT:
            nodes.append(self.parents[nodes[-1]])
        return nodes

    def _glue(self, spelling: Sequence[int], worth: int) -> None:
        """Spell the last constraint in another way."""
        known = len(self.parents)
        end = self._grow(spelling)
        self.worths[known:] = [0] * (len(self.parents) - known)
        self.worths[end] = worth
        self.ends[-1].append(end)
        self.glued.update(self.path(end)[:-1])

    def _grow(self, spelling: Sequence[int]) -> int:
        node = ROOT
        for token in spelling:
            node = self._child(node, token)
        return node

    def _child(self, parent: int, token: int) -> int:
        for node, edge in enumerate(zip(self.parents, self.tokens, strict=True)):
            if node != ROOT and edge == (parent, token):
                return node
        self.parents.append(parent)
        self.tokens.append(token)
        self.depths.append(self.depths[parent] + 1)
        self.worths.append(self.depths[-1])
        return len(self.parents) - 1
