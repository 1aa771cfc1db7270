"""`stencil export`: a trained run as a model folder."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    run: Annotated[Path, typer.Argument(help="A run folder of `stencil train`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The model folder to write.")],
    quantization: Annotated[str, typer.Option(help="int8, int8_float32 or float32.")] = "int8",
    average: Annotated[int, typer.Option(min=1, help="How many checkpoints to average.")] = 1,
    best: Annotated[str | None, typer.Option(help="The best by this measure; by itself the last.")] = None,
    notes: Annotated[Path | None, typer.Option(help="Markdown for the end of the card: licences, weaknesses.")] = None,
) -> None:
    """Write a model folder from a training run: int8 weights, subwords, settings and a model card."""
    from stencilmt.model.package import Choice
    from stencilmt.model.package import export as write
    from stencilmt.model.run import Run
    from stencilmt.text.files import decode, read_whole

    said = decode(read_whole(notes), notes) if notes else ""
    folder = write(Run(run), output, Choice(average, best), quantization, said)
    size = sum(path.stat().st_size for path in folder.path.iterdir())
    print(f"{folder.path}: {folder.info.source_language} to {folder.info.target_language}, {size / 1e6:.1f} MB")
