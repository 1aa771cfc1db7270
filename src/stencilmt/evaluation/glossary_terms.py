"""The terms of a test set that a glossary asks for."""

from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.matching import Hit, Matcher
from stencilmt.errors import GlossaryError
from stencilmt.evaluation.assemble import with_terms
from stencilmt.evaluation.markup import strip_tags
from stencilmt.evaluation.testset import Term, Testset


def with_glossary(testset: Testset, glossary: Glossary) -> Testset:
    """The test set with the terms of a glossary that its sources hold instead of its own."""
    matcher = Matcher(glossary, testset.source_language or None)
    terms = [find_terms(strip_tags(text) if testset.markup else text, matcher) for text in testset.sources]
    if not any(terms):
        raise GlossaryError(
            f"{glossary.name}: none of its {len(glossary.entries)} entries is in a source of {testset.name}, "
            "is it for another language?"
        )
    return with_terms(testset, terms)


def find_terms(source: str, matcher: Matcher) -> tuple[Term, ...]:
    """The terms of a sentence, in its order."""
    return tuple(_term(source, hit) for hit in matcher.find(source))


def _term(source: str, hit: Hit) -> Term:
    found = source[hit.start : hit.end]
    return Term(found, (found,) if hit.entry.keep else hit.entry.targets)
