"""A finished comparison, as plain data, drawn: quality against speed, constraints and data."""

from pathlib import Path
from typing import Any

from stencilmt.baselines.table import Content

_SIZE = (7.0, 4.5)
_COLORS = 10
"""Lines that differ by their colour alone."""
_STYLES = ("-", "--", ":")
_MARKERS = "osD"


def draw_plots(content: Content, folder: Path) -> list[Path]:
    """Draw what there is data for, and give the files."""
    drawn = []
    for name, draw in (("quality-speed", _speed), ("exact-constraints", _constraints), ("quality-data", _data)):
        figure, axes = _canvas()
        if draw(content, axes):
            drawn.append(folder / f"{name}.png")
            figure.savefig(drawn[-1], dpi=120, bbox_inches="tight")
    return drawn


def _canvas() -> tuple[Any, Any]:
    """A figure that needs no screen, and forgets itself."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.grid(alpha=0.3)
    return figure, axes


def _speed(content: Content, axes: Any) -> bool:
    """BLEU against sentences a second in the largest batch, a point for each method."""
    points = [
        (name, max(speeds.items(), key=lambda one: int(one[0]))[1], content["systems"][name].get("bleu"))
        for name, speeds in content["speed"].items()
        if name in content["systems"] and speeds
    ]
    for place, (name, speed, bleu) in enumerate(points):
        if bleu is not None:
            axes.scatter(speed, bleu, marker=_MARKERS[place // _COLORS % len(_MARKERS)], label=name)
    axes.set(xlabel="sentences a second", ylabel="BLEU", xscale="log")
    if points:
        _write_numbers(axes.xaxis)
        _name_beside(axes)
    return bool(points)


def _write_numbers(axis: Any) -> None:
    """Numbers on a logarithmic axis as one reads them, not as powers of ten."""
    from matplotlib.ticker import ScalarFormatter

    axis.set_major_formatter(ScalarFormatter())
    axis.set_minor_formatter(ScalarFormatter())


def _name_beside(axes: Any) -> None:
    """Which method is which, beside the plot: points and lines lie too close to be named in it."""
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.01, 0.5), handlelength=3)


def _constraints(content: Content, axes: Any) -> bool:
    """Exact match against the number of constraints in a sentence, a line for each method."""
    for place, (name, by_number) in enumerate(content["exact_by_number"].items()):
        numbers = sorted(map(int, by_number))
        values = [by_number[str(number)] for number in numbers]
        axes.plot(numbers, values, _STYLES[place // _COLORS % len(_STYLES)], marker="o", label=name)
    axes.set(xlabel="constraints in the sentence", ylabel="exact match")
    if content["exact_by_number"]:
        _name_beside(axes)
        axes.xaxis.get_major_locator().set_params(integer=True)
    return bool(content["exact_by_number"])


def _data(content: Content, axes: Any) -> bool:
    """BLEU against the number of training pairs, a line for each method."""
    for name, by_pairs in content["bleu_by_pairs"].items():
        pairs = sorted(map(int, by_pairs))
        axes.plot(pairs, [by_pairs[str(number)] for number in pairs], marker="o", label=name)
    axes.set(xlabel="training pairs", ylabel="BLEU", xscale="log")
    if content["bleu_by_pairs"]:
        axes.legend(fontsize=7)
    return bool(content["bleu_by_pairs"])
