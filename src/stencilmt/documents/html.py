"""HTML: runs of inline content between blocks, and the attributes that hold text."""

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.html import HTML
from stencilmt.documents.document import SplicedDocument
from stencilmt.documents.rules import Rules, adapt, names
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.tagged import find_slots

HTML_RULES = Rules(
    HTML,
    Markup.HTML,
    block=names(
        """address article aside base blockquote body button caption center col colgroup datalist dd details dialog
        dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr
        html iframe label legend li link main menu meta nav noframes noscript ol optgroup option p param pre search
        section select summary table tbody td template textarea tfoot th thead title tr track ul video audio"""
    ),
    fixed=names("code kbd math notranslate pre samp script style svg var"),
    attributes=names("alt aria-description aria-label label placeholder title"),
)


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    return SplicedDocument(source, find_slots(source.text, adapt(HTML_RULES, settings)))
