"""Which marks go, and which are part of the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.text.accelerators import MARKS, strip_accelerators

STRIPPED = [
    ("_File", "_Datei", "File", "Datei"),
    ("&File", "Datei", "File", "Datei"),
    ("~File", "~Datei", "File", "Datei"),
    ("Save _As…", "另存为(_A)…", "Save As…", "另存为…"),
    ("Save &As", "另存为（&A）", "Save As", "另存为"),
    ("_Yes", "Да (_Y)", "Yes", "Да"),
    ("Pri_ority:", "_Priorität:", "Priority:", "Priorität:"),
    ("Op_acity", "不透明度(_A)", "Opacity", "不透明度"),
    ("_Name", "_Name", "Name", "Name"),
    ("P_ause", "P_ause", "Pause", "Pause"),
    ("Color _name:", "Farb_name:", "Color name:", "Farbname:"),
    ("&Yes\n&No", "&Ja\n&Nein", "Yes\nNo", "Ja\nNein"),
    ("<b>_Open</b>", "<b>_Öffnen</b>", "<b>Open</b>", "<b>Öffnen</b>"),
]

KEPT = [
    ("AT&T", "AT&T"),
    ("R&D department", "F&E-Abteilung"),
    ("Drag &amp; drop", "Ziehen &amp; ablegen"),
    ("&kate; is an editor", "&kate; ist ein Editor"),
    ("black & white", "schwarz & weiß"),
    ("a && b", "c && d"),
    ("{&Bold}Install", "{&Bold}Installieren"),
    ("see ?a=1&b=2", "siehe ?a=1&b=2"),
    ("cannot open file_name", "kann file_name nicht öffnen"),
    ("invalid file_name here", "无效的file_name"),
    ("transaction_id", "Transaktions-ID"),
    ("missing msgid_plural", "msgstr_plural fehlt"),
    ("KP_Begin", "NB_Pos1"),
    ("FETCH_HEAD file", "FETCH_HEAD-Datei"),
    ("__init__ failed", "__init__ schlug fehl"),
    ("_exit failed", "_exit schlug fehl"),
    ("the _value_ can be", "der _Wert_ kann"),
    ("see ~/.bashrc", "siehe ~/.bashrc"),
    ("about ~5 minutes", "etwa ~5 Minuten"),
    ("~S is bound", "~S ist gebunden"),
    ("_One _two", "_Eins _zwei"),
    ("Size (px)", "Größe (px)"),
]


@pytest.mark.parametrize(("source", "target", "bare_source", "bare_target"), STRIPPED)
def test_stripped(source: str, target: str, bare_source: str, bare_target: str) -> None:
    assert strip_accelerators(source, target) == (bare_source, bare_target)


@pytest.mark.parametrize(("source", "target"), KEPT)
def test_kept(source: str, target: str) -> None:
    assert strip_accelerators(source, target) == (source, target)


def test_only_the_marks_of_the_catalogue() -> None:
    assert strip_accelerators("_Open &all", "&Alle _öffnen", "&") == ("_Open all", "Alle _öffnen")


@given(st.text("aB1 &_~()字.\n"), st.text("aB1 &_~()字.\n"))
def test_nothing_but_marks_is_lost(source: str, target: str) -> None:
    bare = strip_accelerators(source, target)
    for before, after in zip((source, target), bare, strict=True):
        remaining = iter(before)
        assert all(character in remaining for character in after)
    assert bare[0].translate(dict.fromkeys(map(ord, MARKS))) == source.translate(dict.fromkeys(map(ord, MARKS)))
