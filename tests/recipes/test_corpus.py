"""The recipe that makes a corpus from Debian packages, on packages made on the spot."""

import gzip
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path, PurePath

import polib
import pytest

from recipes.script import load, path_of
from stencilmt.errors import InputError
from stencilmt.text.pairs import read_pairs

NEEDS_DPKG = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="no dpkg-deb")
COPYRIGHT = "Files: *\nLicense: GPL-2+\n\nFiles: help/*\nLicense: CC-BY-SA-3.0\n\nLicense: GPL-2+\n text\n"
PAGE = '<page xmlns="http://projectmallard.org/1.0/" id="index"><p>{}</p></page>'
CONTROL = "Package: sample\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <nobody@example.org>\nDescription: x\n"

recipe = load("corpus")


def catalogue(path: Path, messages: dict[str, str], language: str = "de") -> None:
    """Write a catalogue, PO or MO by its name."""
    made = polib.POFile()
    made.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Language": language}
    made.extend(polib.POEntry(msgid=source, msgstr=target) for source, target in messages.items())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made.to_binary() if path.suffix == ".mo" else str(made).encode())


def text(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What a package installs: catalogues of two languages, a help page with its translation, a copyright file."""
    root = tmp_path / "sample"
    catalogue(root / "usr/share/locale/de/LC_MESSAGES/sample.mo", {"_Open": "Ö_ffnen", "a <b>c</b>": "ein <b>k</b>"})
    catalogue(root / "usr/share/locale/fr/LC_MESSAGES/sample.mo", {"_Open": "_Ouvrir"}, "fr")
    text(root / "usr/share/help/C/sample/index.page", PAGE.format("Welcome to the sample"))
    text(root / "usr/share/help/de/sample/index.page", PAGE.format("Willkommen zum Beispiel"))
    text(root / "usr/share/doc/sample/copyright", COPYRIGHT)
    return root


@pytest.fixture
def deb(tree: Path) -> Path:
    """The package itself."""
    text(tree / "DEBIAN/control", CONTROL)
    path = tree.with_suffix(".deb")
    subprocess.run(["dpkg-deb", "--build", "--root-owner-group", tree, path], check=True, capture_output=True)
    return path


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the script as a user does; give its exit code and what it says."""

    def run_script(*arguments: object) -> tuple[int, str]:
        command = [sys.executable, path_of("corpus"), *map(str, arguments), "-o", tmp_path / "out.tsv.gz"]
        done = subprocess.run(
            command, capture_output=True, text=True, env={"PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin:/bin"}
        )
        return done.returncode, done.stderr

    return run_script


def rows(tmp_path: Path) -> list[list[str]]:
    return [line.split("\t") for line in gzip.decompress((tmp_path / "out.tsv.gz").read_bytes()).decode().splitlines()]


EXPECTED = [
    ["Welcome to the sample", "Willkommen zum Beispiel", "help:sample", "plain"],
    ["Open", "Öffnen", "mo:sample", "plain"],
    ["a <b>c</b>", "ein <b>k</b>", "mo:sample", "tagged"],
]


def test_a_folder(tree: Path, tmp_path: Path, run: Run) -> None:
    said = f"3 pairs in {tmp_path / 'out.tsv.gz'}, their licences in {tmp_path / 'out.licences.tsv'}\n"
    assert run(tree) == (0, said)
    assert rows(tmp_path) == EXPECTED
    assert (tmp_path / "out.licences.tsv").read_text() == "package\tpairs\tlicences\nsample\t3\tunknown\n"
    assert len(list(read_pairs([tmp_path / "out.tsv.gz"], "en", "de"))) == 3


@NEEDS_DPKG
def test_a_package_with_its_licences(deb: Path, tmp_path: Path, run: Run) -> None:
    assert run(deb)[0] == 0
    assert rows(tmp_path) == EXPECTED
    assert (tmp_path / "out.licences.tsv").read_text().splitlines()[1] == "sample\t3\tGPL-2+, CC-BY-SA-3.0"


def test_a_source_package(tmp_path: Path, run: Run) -> None:
    catalogue(tmp_path / "gedit-44/po/de.po", {"Quit": "Beenden"})
    catalogue(tmp_path / "gedit-44/po/fr.po", {"Quit": "Quitter"}, "fr")
    text(tmp_path / "gedit-44/debian/copyright", "All rights reversed.")
    assert run(tmp_path / "gedit-44")[0] == 0
    assert rows(tmp_path) == [["Quit", "Beenden", "po:gedit-44", "plain"]]
    assert "gedit-44\t1\tsee its copyright file" in (tmp_path / "out.licences.tsv").read_text()


def test_a_folder_of_installed_packages_is_divided(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    german = tree / "usr/share/locale/de/LC_MESSAGES/sample.mo"
    monkeypatch.setattr(recipe, "_owners", lambda files: {german: "base"})
    base, others = recipe.divide(tree)
    assert (base.name, base.files) == ("base", [german])
    assert (others.name, len(others.files)) == ("sample", 3)


def test_a_pair_comes_once(tree: Path, tmp_path: Path, run: Run) -> None:
    catalogue(tmp_path / "de.po", {"Open": "Öffnen", "New": "Neu"})
    assert run(tree, tmp_path / "de.po")[0] == 0
    assert rows(tmp_path) == [*EXPECTED, ["New", "Neu", "po:de", "plain"]]


def test_another_language(tree: Path, tmp_path: Path, run: Run) -> None:
    assert run(tree, "--to", "fr")[0] == 0
    assert rows(tmp_path) == [["Open", "Ouvrir", "mo:sample", "plain"]]


def test_the_same_input_gives_the_same_bytes(tree: Path, tmp_path: Path, run: Run) -> None:
    made = []
    for _ in range(2):
        run(tree)
        made.append((tmp_path / "out.tsv.gz").read_bytes())
    assert made[0] == made[1]


def test_a_broken_catalogue_is_named_and_left_out(tree: Path, tmp_path: Path, run: Run) -> None:
    text(tree / "usr/share/locale/de/LC_MESSAGES/broken.mo", "no catalogue")
    code, said = run(tree)
    assert code == 0
    assert "skipped" in said
    assert "broken.mo: not a MO file" in said
    assert len(said.splitlines()) == 2
    assert rows(tmp_path) == EXPECTED


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["no-such-package"], "no-such-package: neither a file, a folder nor", marks=NEEDS_DPKG),
        pytest.param(["text.deb"], "text.deb: cannot be read as a Debian package", marks=NEEDS_DPKG),
        pytest.param(["cut.deb"], "cut.deb: the package is damaged or cut off", marks=NEEDS_DPKG),
        (["empty"], "empty: no translation into 'de' is there"),
        (["only-broken.po"], "no translation into 'de' is there"),
    ],
)
@pytest.mark.usefixtures("tree")
def test_bad_input_is_one_line_and_leaves_nothing(
    tmp_path: Path, request: pytest.FixtureRequest, run: Run, arguments: list[str], message: str
) -> None:
    (tmp_path / "empty").mkdir()
    text(tmp_path / "text.deb", "no package")
    text(tmp_path / "only-broken.po", 'msgid "x')
    if arguments == ["cut.deb"]:
        whole = request.getfixturevalue("deb").read_bytes()
        (tmp_path / "cut.deb").write_bytes(whole[:-80])
    code, said = run(*[tmp_path / name if (tmp_path / name).exists() else name for name in arguments])
    assert (code, len(said.splitlines())) == (2, 1)
    assert message in said
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize(
    ("output", "message"), [("out.txt", "is a .tsv.gz file, name it so"), ("no/out.tsv.gz", "there is no folder no")]
)
def test_an_output_that_cannot_be_written_is_refused(tree: Path, output: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        recipe.main([str(tree)], Path(output))


@pytest.mark.parametrize(
    ("path", "is_german"),
    [
        ("usr/share/locale/de/LC_MESSAGES/x.mo", True),
        ("usr/share/locale/de_DE/LC_MESSAGES/x.mo", True),
        ("usr/share/vim/lang/de.UTF-8/LC_MESSAGES/vim.mo", True),
        ("usr/share/locale/nds/LC_MESSAGES/de.mo", False),
        ("usr/share/locale/en_GB/LC_MESSAGES/x.mo", False),
        ("po/de.po", True),
        ("po/x.de.po", True),
        ("po/x-de.po", True),
        ("po/de/x.po", True),
        ("po/da.po", False),
        ("po/inside.po", False),
        ("help/de/de.po", True),
    ],
)
def test_which_catalogues_are_german(path: str, is_german: bool) -> None:
    assert recipe.is_in(PurePath(path), "de") is is_german
