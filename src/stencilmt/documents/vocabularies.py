"""Well-known XML vocabularies, told by their root element."""

import re
from dataclasses import dataclass, replace

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.xml import XML
from stencilmt.documents.android import ANDROID
from stencilmt.documents.html import HTML_RULES
from stencilmt.documents.rules import Rules, names


def _vocabulary(inline: str, fixed: str, block: str = "") -> Rules:
    """A vocabulary that is known well enough to take every other element for a block."""
    return Rules(XML, Markup.XML, names(block), names(inline), names(fixed), unknown_is_block=True, cdata=HTML_RULES)


DOCBOOK = _vocabulary(
    inline="""abbrev accel acronym alt anchor application biblioref citation citebiblioid citerefentry
        citetitle classname classref code command computeroutput constant coref database date
        email emphasis enumvalue envar errorcode errorname errortext errortype exceptionname filename
        firstterm footnoteref foreignphrase function glossterm guibutton guiicon guilabel guimenu
        guimenuitem guisubmenu hardware initializer inlineequation inlinegraphic inlinemediaobject
        interface interfacename keycap keycode keycombo keysym link literal manvolnum markup
        mathphrase menuchoice methodname modifier mousebutton nonterminal ooclass ooexception oointerface option
        optional orgname package parameter personname phrase productname productnumber prompt property quote
        refentrytitle remark replaceable returnvalue sgmltag shortcut structfield
        structname subscript superscript symbol systemitem tag termdef token trademark type ulink
        uri userinput varname wordasword xref""",
    fixed="""code command computeroutput constant email envar errorcode filename function inlineequation
        inlinegraphic literal literallayout manvolnum markup methodname option package parameter programlisting
        programlistingco prompt screen screenco sgmltag symbol synopsis systemitem tag uri userinput varname
        author authorgroup classsynopsis cmdsynopsis editor funcsynopsis imageobject othercredit personname
        releaseinfo revhistory""",
)
DITA = _vocabulary(
    inline="""abbreviated-form apiname b boolean cite cmdname codeph data delim equation-inline filepath foreign i
        image indexterm keyword line-through menucascade msgnum msgph numcharref option overline parameterentity
        parmname ph q sep shortcut state sub sup synph systemoutput term textentity tm tt u uicontrol unknown
        userinput var varname wintitle xmlatt xmlelement xmlnsname xmlpi xref""",
    fixed="""apiname cmdname codeblock codeph data draft-comment equation-block equation-inline filepath foreign
        lcMedia math mathml msgnum numcharref option parameterentity parmname pre screen svg-container synph
        systemoutput syntaxdiagram textentity unknown userinput varname xmlatt xmlelement xmlnsname xmlpi msgblock""",
)
MALLARD = _vocabulary(
    inline="app cmd code em file gui guiseq highlight hi input key keyseq link media output span sys var",
    fixed="cmd code file input output screen sys var revision credit license media",
)
LIBREOFFICE_HELP = replace(
    _vocabulary(
        inline="""ahelp br caseinline defaultinline embedvar emph input item keycode link literal menuitem object sub
            sup switchinline variable widget""",
        fixed="bascode created filename history input lastedited literal pycode pyfunc sqlcode",
    ),
    fixing=("localize", "false"),
)
OPEN_DOCUMENT = _vocabulary(
    inline="""a alphabetical-index-mark alphabetical-index-mark-end alphabetical-index-mark-start annotation
        annotation-end author-initials author-name bookmark bookmark-end bookmark-ref bookmark-start change change-end
        change-start chapter character-count conditional-text creation-date creation-time creator database-display
        database-name date description editing-cycles editing-duration expression file-name hidden-text image-count
        initial-creator keywords line-break measure meta meta-field modification-date modification-time note-ref
        object-count page-continuation page-count page-number page-variable-get page-variable-set paragraph-count
        placeholder print-date print-time printed-by reference-mark reference-mark-end reference-mark-start
        reference-ref ruby ruby-base ruby-text s sender-company sender-email sender-firstname sender-lastname sequence
        sequence-ref sheet-name soft-page-break span subject tab table-count template-name text-input time title
        toc-mark toc-mark-end toc-mark-start user-field-get user-field-input user-index-mark variable-get
        variable-input variable-set word-count""",
    fixed="""annotation author-initials author-name automatic-styles binary-data bookmark-ref chapter character-count
        conditional-text creation-date creation-time creator database-display database-name date description
        editing-cycles editing-duration expression file-name font-face-decls hidden-text image-count initial-creator
        keywords linenumbering-configuration measure meta-field modification-date modification-time note-citation
        note-ref object-count page-count page-number page-variable-get page-variable-set paragraph-count placeholder
        print-date print-time printed-by reference-ref ruby-text scripts sender-company sender-email sender-firstname
        sender-lastname sequence sequence-ref settings sheet-name styles subject table-count template-name text-input
        time title tracked-changes office:meta user-field-get user-field-input variable-get variable-input variable-set
        word-count""",
    block="office:meta",
)
XHTML = replace(HTML_RULES, dialect=XML, markup=Markup.XML, fixing=("class", "notranslate"), cdata=HTML_RULES)
_ANDROID = replace(
    ANDROID,
    cdata=replace(
        HTML_RULES, codes=ANDROID.codes, edges=ANDROID.edges, unescape=ANDROID.unescape, escape=ANDROID.escape
    ),
)

# Other XML: names that mean the same nearly everywhere; the rest is told by what stands beside text.
GENERIC = Rules(
    XML,
    Markup.XML,
    block=names(
        """p para paragraph title subtitle heading head header footer section chapter article body div list item li
        ul ol dl dt dd table thead tbody tfoot row tr td th cell entry caption note quote description summary
        string message text value label"""
    ),
    inline=names("a abbr b bold br code em emphasis font g i italic kbd link ph q s small span strong sub sup tt u x"),
    fixed=names("code pre script style programlisting screen"),
    unknown_is_block=True,
    cdata=HTML_RULES,
)


@dataclass(frozen=True, slots=True)
class _Sign:
    """By what a vocabulary is told: its root element, or its namespace there."""

    roots: frozenset[str]
    namespace: str
    rules: Rules


_SIGNS = (
    _Sign(frozenset(), "urn:oasis:names:tc:opendocument:", OPEN_DOCUMENT),
    _Sign(names("resources"), "", _ANDROID),
    _Sign(names("helpdocument"), "", LIBREOFFICE_HELP),
    _Sign(names("html"), "http://www.w3.org/1999/xhtml", XHTML),
    _Sign(frozenset(), "http://projectmallard.org/", MALLARD),
    _Sign(
        names("topic concept task reference dita glossentry troubleshooting map bookmap"),
        "http://dita.oasis-open.org/",
        DITA,
    ),
    _Sign(
        names("book article chapter appendix preface part refentry set sect1 sect2 glossary bookinfo"),
        "http://docbook.org/ns/docbook",
        DOCBOOK,
    ),
)


def recognize(root: str, tag: str) -> Rules | None:
    """The vocabulary of a document with such a root element, if it is a known one."""
    namespaces = re.findall(r"""xmlns(?::[\w.-]+)?\s*=\s*["']([^"']*)""", tag)
    for sign in _SIGNS:
        if sign.namespace and any(namespace.startswith(sign.namespace) for namespace in namespaces):
            return sign.rules
    return next((sign.rules for sign in _SIGNS if root in sign.roots), None)
