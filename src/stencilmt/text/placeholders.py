"""Placeholders of software texts, as far as they tell whether two texts can be translations of each other."""

import re

# A digit before the sign makes it a percentage (`100%ige`): that is matched first, and not taken for a placeholder.
_PLACEHOLDER = re.compile(
    r"""\d\s?%|%%
    | (?P<numbered> %L?\d+(?![\d$]|\.\d))
    | % (?:\d+\$)? (?P<name>\(\w+\))? [+\#0']* -?(?:\d+|\*)? (?:\.(?:\d+|\*))? (?:hh?|ll?|[qjzt])?
      (?P<kind>[diouxXeEfFgGcCsSaApmrL@])
    | (?<![A-Za-z0-9\\]) (?P<braces>\$?\{\{?\s?[\w.]*\s?\}?\})""",
    re.VERBOSE,
)


def placeholders(text: str) -> list[str]:
    """The placeholders of a text, sorted, so that equal lists mean equal placeholders.

    Those with a name or number may be repeated in a translation and count once; of the others, position, width and
    precision do not count.

    >>> placeholders("%2$s of %1$s") == placeholders("%s von %s")
    True
    """
    named, anonymous = set(), []
    for match in _PLACEHOLDER.finditer(text):
        if name := match["numbered"] or match["name"] or match["braces"]:
            named.add(name)
        elif kind := match["kind"]:
            anonymous.append(kind)
    return sorted(named) + sorted(anonymous)
