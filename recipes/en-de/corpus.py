"""Make a corpus from the translations in Debian packages: message catalogues and help pages.

    apt-get download hello kcalc
    python recipes/en-de/corpus.py *.deb coreutils sources/gedit-44.2 -o train.tsv.gz

Each input is a .deb file, a folder (an unpacked source package, or /usr/share/locale), a catalogue, or the name of an
installed package. Beside the corpus goes a list of the packages with their licences: read it before passing on either.
"""

import gzip
import re
import shutil
import subprocess
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import IO, Annotated

import typer
from rich.console import Console
from rich.progress import track

from stencilmt.errors import DataError, InputError, SettingsError
from stencilmt.text import language
from stencilmt.text.duplicates import Seen
from stencilmt.text.pairs import Pair, read_file
from stencilmt.text.tags import tag_names
from stencilmt.whole import written_whole

PAGES = (".page", ".docbook")
WANTED = (".mo", ".po", *PAGES)
ORIGINALS = ("C", "en", "en_US")
"""Folders of pages in the original language."""
MANY = 1000
"""Files that are asked about at a time."""
LICENCE = re.compile(r"^License:[ \t]*(\S.*?)\s*$", re.MULTILINE)
_PARTS = re.compile(r"[-._]")


@dataclass(slots=True)
class Package:
    """Something that brings translations."""

    name: str
    """Stands in the corpus as the origin of its pairs."""
    files: list[Path]
    copyright: str = ""
    """The text that tells its licences, if there is one."""
    pairs: int = 0

    @property
    def licences(self) -> str:
        """The licences that a machine-readable copyright file names, in its order."""
        named = dict.fromkeys(LICENCE.findall(self.copyright))
        return ", ".join(named) or ("see its copyright file" if self.copyright else "unknown")


@dataclass(slots=True)
class Collection:
    """What was found, and what could not be read."""

    packages: list[Package] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """One sentence for every file that is broken."""


def main(
    inputs: Annotated[list[str], typer.Argument(help=".deb files, folders, catalogues, installed packages.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The corpus to write: a .tsv.gz file.")],
    target: Annotated[str, typer.Option("--to", help="The language of the translations.")] = "de",
) -> None:
    """Make a corpus from the translations in Debian packages."""
    licences = _licences_beside(output)
    console = Console(stderr=True)
    collection = Collection()
    shown = track(inputs, "reading", console=console, disable=not console.is_terminal, transient=True)
    with written_whole(output) as part:
        write(collect(shown, target, collection), part)
        if not any(package.pairs for package in collection.packages):
            raise DataError(_nothing(inputs, target, collection))
    write_licences(collection.packages, licences)
    for reason in collection.skipped:
        typer.echo(f"skipped {reason}", err=True)
    total = sum(package.pairs for package in collection.packages)
    typer.echo(f"{total:,} pairs in {output}, their licences in {licences}", err=True)


def _licences_beside(output: Path) -> Path:
    """Where the licences of a corpus are listed; a corpus that cannot be written is refused."""
    if not output.name.endswith(".tsv.gz"):
        raise SettingsError(f"{output}: the corpus is a .tsv.gz file, name it so")
    if not output.parent.is_dir():
        raise SettingsError(f"{output}: there is no folder {output.parent}")
    return output.with_name(output.name.removesuffix(".tsv.gz") + ".licences.tsv")


def collect(inputs: Iterable[str], target: str, collection: Collection) -> Iterator[tuple[Pair, str]]:
    """The new pairs of all inputs, each with its origin."""
    seen = Seen()
    for name in inputs:
        with opened(name) as packages:
            for package in packages:
                collection.packages.append(package)
                for kind, pair in _pairs(package, target, collection):
                    if pair.source and pair.target and seen.add(pair):
                        package.pairs += 1
                        yield pair, f"{kind}:{package.name}"


def _pairs(package: Package, target: str, collection: Collection) -> Iterator[tuple[str, Pair]]:
    """The pairs of a package, each with the kind of file it stands in; broken files are noted."""
    for kind, paths in translations(package.files, target):
        try:
            yield from [(kind, pair) for pair in read_file(paths, "en", target)]
        except DataError as error:
            collection.skipped.append(str(error))


def translations(files: Iterable[Path], target: str) -> Iterator[tuple[str, Path | tuple[Path, Path]]]:
    """The catalogues in the target language, and the pages that are there in both."""
    known = set(files)
    for path in sorted(known):
        if path.suffix in (".mo", ".po") and is_in(path, target):
            yield path.suffix[1:], path
        elif path.suffix in PAGES:
            for translated in _translated(path, target):
                if translated in known:
                    yield "help", (path, translated)


def is_in(path: PurePath, target: str) -> bool:
    """Whether the name or the folder of a catalogue tells this language: `de.po`, `de/LC_MESSAGES/x.mo`, `x.de.po`."""
    folders = [part for part in path.parts[:-1] if part != "LC_MESSAGES"][-1:]
    names = [path.stem, *_PARTS.split(path.stem)[-1:], *folders] if path.suffix == ".po" else folders
    return any(language.is_code(name) and language.matches(target, name) for name in names)


def _translated(page: Path, target: str) -> Iterator[Path]:
    """Where the translation of a page would lie, if it is an original."""
    for number, part in enumerate(page.parts[:-1]):
        if part in ORIGINALS:
            yield Path(*page.parts[:number], target, *page.parts[number + 1 :])


@contextmanager
def opened(name: str) -> Iterator[list[Package]]:
    """What an input holds, for as long as it is needed."""
    path = Path(name)
    if path.is_dir():
        yield divide(path)
    elif path.is_file() and path.suffix == ".deb":
        with TemporaryDirectory() as folder:
            yield [unpack(path, Path(folder))]
    elif path.is_file():
        yield [Package(path.stem, [path])]
    else:
        yield [installed(name)]


def divide(folder: Path) -> list[Package]:
    """The files of a folder: those of installed packages by package, the others together."""
    files = sorted(file.resolve() for file in folder.rglob("*") if file.suffix in WANTED and file.is_file())
    owners = _owners(files)
    owned: dict[str, list[Path]] = defaultdict(list)
    for file, owner in owners.items():
        owned[owner].append(file)
    packages = [Package(name, own, _installed_copyright(name)) for name, own in sorted(owned.items())]
    if others := [file for file in files if file not in owners]:
        packages.append(Package(folder.resolve().name, others, _text(folder / "debian" / "copyright")))
    return packages


def _owners(files: list[Path]) -> dict[Path, str]:
    """The installed packages that files belong to, where there are such."""
    owners: dict[Path, str] = {}
    for start in range(0, len(files) if shutil.which("dpkg-query") else 0, MANY):
        command = ["dpkg-query", "--search", "--", *map(str, files[start : start + MANY])]
        for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines():
            names, _, path = line.partition(": ")
            owners[Path(path)] = re.split("[:,]", names)[0]
    return owners


def unpack(deb: Path, folder: Path) -> Package:
    """Unpack the translations of a .deb file, and nothing else of it."""
    name = _run(["dpkg-deb", "--field", str(deb), "Package"], f"{deb}: cannot be read as a Debian package").strip()
    command = ["dpkg-deb", "--fsys-tarfile", str(deb)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None  # it is a pipe
        is_whole = _extract(process.stdout, folder)
    if process.returncode or not is_whole:
        raise DataError(f"{deb}: the package is damaged or cut off, fetch it again")
    files = [file for file in folder.rglob("*") if file.suffix in WANTED]
    return Package(name, files, _text(folder / "usr/share/doc" / name / "copyright"))


def _extract(stream: IO[bytes], folder: Path) -> bool:
    """Extract what is wanted of an archive; false if it is broken."""
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for member in archive:
                path = PurePath(member.name)
                if member.isfile() and (path.suffix in WANTED or path.name == "copyright"):
                    archive.extract(member, folder, filter="data")
    except tarfile.TarError:
        return False
    while stream.read(1 << 20):  # what pads the archive: the other side must be able to finish
        pass
    return True


def installed(name: str) -> Package:
    """The files of an installed package."""
    listed = _run(
        ["dpkg-query", "--listfiles", name],
        f"{name}: neither a file, a folder nor an installed package (apt-get download {name} fetches a .deb)",
    )
    files = [path for path in map(Path, listed.splitlines()) if path.suffix in WANTED and path.is_file()]
    return Package(name, files, _installed_copyright(name.partition(":")[0]))


def _installed_copyright(package: str) -> str:
    return _text(Path("/usr/share/doc") / package / "copyright")


def _run(command: list[str], fault: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except FileNotFoundError as error:
        raise DataError(f"{command[0]} is missing: this needs Debian's package tools, or give folders") from error
    except subprocess.CalledProcessError as error:
        raise DataError(fault) from error


def write(pairs: Iterable[tuple[Pair, str]], path: Path) -> None:
    """Write the corpus: source, target, origin, kind; the same pairs give the same bytes."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
        for pair, origin in pairs:
            kind = "tagged" if tag_names(pair.source) else "plain"
            file.write(f"{pair.source}\t{pair.target}\t{origin}\t{kind}\n".encode("utf-8", "replace"))


def write_licences(packages: Iterable[Package], path: Path) -> None:
    """Write what each package brought and under which licences."""
    rows = [f"{package.name}\t{package.pairs}\t{package.licences}\n" for package in packages]
    with written_whole(path) as part:
        part.write_text("".join(["package\tpairs\tlicences\n", *rows]), "utf-8")


def _text(path: Path) -> str:
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def _nothing(inputs: list[str], target: str, collection: Collection) -> str:
    reason = f" ({collection.skipped[0]})" if collection.skipped else ""
    return f"{', '.join(inputs[:3])}: no translation into {target!r} is there{reason}"


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(main)
    try:
        app()
    except InputError as error:
        print(f"corpus: {error}", file=sys.stderr)
        sys.exit(2)
