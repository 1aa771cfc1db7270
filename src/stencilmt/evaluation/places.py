"""Which place of a text belongs to which term."""

from collections.abc import Iterable

from stencilmt.evaluation.testset import Term
from stencilmt.evaluation.tokens import Tokenizer, Tokens


def claim(text: Tokens, terms: Iterable[Term], tokenizer: Tokenizer) -> list[range | None]:
    """Walk the terms in order; each takes the first place of one of its translations that no earlier term has used.

    A place is a beginning: "York" may stand inside "New York", but two terms "York" need two of them.
    """
    used: set[int] = set()
    claimed: list[range | None] = []
    for term in terms:
        places = (place for target in term.targets for place in text.places(tokenizer.clean(target)))
        place = next((place for place in places if place.start not in used), None)
        if place is not None:
            used.add(place.start)
        claimed.append(place)
    return claimed


def forms_in(text: str, terms: Iterable[Term], tokenizer: Tokenizer) -> list[str]:
    """What stands for each term in a translation, nothing where it is missing; a tag should be a space in it.

    This is where exact match, consistency and the report see a term: marks within a word are limits too, for German
    makes compounds of terms (*XML-Datei*), and a number before the end of a sentence looks like an ordinal
    (*Abschnitt 3.*).
    """
    tokens = tokenizer.cut(text).parts
    return [tokens.part(place) if place else "" for place in claim(tokens, terms, tokenizer)]
