"""What the user is told."""

from io import StringIO

import pytest
from rich.console import Console

from stencilmt.model.progress import Pace, TerminalReporter
from stencilmt.model.state import Tally


def pace(seconds: float) -> Pace:
    step = round(seconds)
    return Pace(step, share=0.5, loss=2.5, rate=1e-3, tokens_per_second=3400.4, seconds=seconds, seconds_left=5400)


def told(terminal: bool) -> str:
    stream = StringIO()
    with TerminalReporter(Console(file=stream, force_terminal=terminal, width=200), quiet_seconds=30) as reporter:
        for seconds in (1, 2, 29, 31, 40, 70):
            reporter.pace(pace(seconds))
        reporter.note("step 70: bleu [31.5]")
    return stream.getvalue()


def test_without_a_terminal_there_is_a_line_every_so_often() -> None:
    assert told(terminal=False).splitlines() == [
        "step 1 (50%), loss 2.500, rate 1.00e-03, 3,400 tokens/s, 1h30m left",
        "step 31 (50%), loss 2.500, rate 1.00e-03, 3,400 tokens/s, 1h30m left",
        "step 70 (50%), loss 2.500, rate 1.00e-03, 3,400 tokens/s, 1h30m left",
        "step 70: bleu [31.5]",
    ]


def test_on_a_terminal_there_is_a_bar() -> None:
    seen = told(terminal=True)
    assert "━" in seen
    assert "step 70 (50%)" in seen
    assert "step 70: bleu [31.5]" in seen


def test_a_tally_reads_as_means() -> None:
    tally = Tally(smoothed=30.0, plain=0.0, gradient=4.0)
    for _ in range(2):
        tally.add(tokens=5, waiting=0.5, busy=1.0)
    assert tally.means() == pytest.approx(
        {"loss": 3.0, "perplexity": 1.0, "gradient": 2.0, "tokens_per_second": 5.0, "waiting": 0.5}
    )
    assert tally.pace() == 1.0
