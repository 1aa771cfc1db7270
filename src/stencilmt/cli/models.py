"""`stencil models`: what is installed."""

import json
from typing import Annotated

import typer

from stencilmt.cli.tables import plain_table, wide_console
from stencilmt.config import to_dict
from stencilmt.model.folder import CARD, ModelFolder, installed


def models(
    info: Annotated[str | None, typer.Argument(help="`info` shows one model.", metavar="[info]")] = None,
    model: Annotated[str | None, typer.Argument(help="An installed model's name or a model folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the installed models, or show one: `stencil models info en-de`."""
    if info is None:
        _list(as_json)
    elif info == "info" and model:
        _show(ModelFolder.find(model), as_json)
    else:
        raise typer.BadParameter("expected `stencil models` or `stencil models info MODEL`")


def _list(as_json: bool) -> None:
    folders = list(installed())
    if as_json:
        print(json.dumps({folder.path.name: str(folder.path) for folder in folders}, ensure_ascii=False))
        return
    table = plain_table("name", "from", "to", "kind", "MB", "folder")
    for folder in folders:
        size = sum(path.stat().st_size for path in folder.path.iterdir()) / 1e6
        info = folder.info
        row = (folder.path.name, info.source_language, info.target_language, info.form.kind, f"{size:.1f}")
        table.add_row(*row, str(folder.path))
    wide_console().print(table if folders else "no model is installed")


def _show(folder: ModelFolder, as_json: bool) -> None:
    if as_json:
        print(json.dumps(to_dict(folder.info), ensure_ascii=False))
    else:
        card = folder.path / CARD
        print(card.read_text(encoding="utf-8") if card.is_file() else json.dumps(to_dict(folder.info), indent=2))
