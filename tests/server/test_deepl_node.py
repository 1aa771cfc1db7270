"""The `deepl-node` package from npm, against a real server."""

import json
import subprocess
from pathlib import Path

import pytest

from server.needs import NODE_FOLDER, need_node


@pytest.fixture(scope="module")
def seen(address: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a session with the client saw."""
    folder = str(tmp_path_factory.mktemp("files"))
    command = [need_node(), str(Path(NODE_FOLDER) / "session.js"), address, "first-key", folder]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("texts", ["Open the file.", "Close it.", "en", 14]),
        ("detected", "en"),
        ("tags", 'Press <x id="1">the file</x> <b>now</b>.'),
        ("glossary", [True, 2, True]),
        ("entries", {"file": "Datei", "print job": "Druckauftrag"}),
        ("withGlossary", "Stop the Druckauftrag."),
        ("csv", {"door": "Tür, offen"}),
        ("several", "The Datei, the Tür, offen."),
        ("listed", 2),
        ("deleted", "GlossaryNotFoundError"),
        (
            "dictionaries",
            [
                {"sourceLangCode": "en", "targetLangCode": "de", "entryCount": 1},
                {"sourceLangCode": "de", "targetLangCode": "en", "entryCount": 1},
            ],
        ),
        ("updated", {"file": "Datei", "page": "Seite"}),
        ("renamed", "new"),
        ("left", [{"sourceLangCode": "en", "targetLangCode": "de", "entryCount": 1}]),
        ("withSeveral", "Read the Post."),
        ("document", ["done", "# The Post\n\nRead the **Post**.\n"]),
        ("sources", [{"name": "German", "code": "de"}, {"name": "English", "code": "en"}]),
        (
            "targets",
            [
                {"name": "German", "code": "de", "supportsFormality": False},
                {"name": "English", "code": "en", "supportsFormality": False},
            ],
        ),
        ("pairs", [{"sourceLang": "de", "targetLang": "en"}, {"sourceLang": "en", "targetLang": "de"}]),
        ("usage", [True, False]),
        ("refused", "Bad request, message: cannot translate 'en' to 'fr': served are de to en, en to de"),
        ("stranger", "AuthorizationError"),
    ],
)
def test_session(seen: dict[str, object], what: str, expected: object) -> None:
    assert seen[what] == expected
