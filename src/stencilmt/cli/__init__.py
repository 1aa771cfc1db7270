"""The command line: parse, call, print.

Only here does anything print or exit. What the caller can mend is one line on stderr and exit code 2; what is our
fault is exit code 1.
"""

import os
import sys
from collections.abc import Sequence

import typer

from stencilmt.cli.compare import compare
from stencilmt.cli.demo import demo
from stencilmt.cli.evaluate import evaluate
from stencilmt.cli.export import export
from stencilmt.cli.extras import explain_missing
from stencilmt.cli.models import models
from stencilmt.cli.prepare import prepare
from stencilmt.cli.serve import serve
from stencilmt.cli.template import template
from stencilmt.cli.train import train
from stencilmt.cli.translate import translate
from stencilmt.errors import InputError, StencilError

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""

app = typer.Typer(
    name="stencil",
    help="Machine translation that keeps your terms and your tags, by construction.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (translate, demo, serve, template, prepare, train, export, models, evaluate, compare):
    app.command()(command)


@app.callback(invoke_without_command=True)
def root(version: bool = typer.Option(False, "--version", help="Print the version and leave.")) -> None:
    """Machine translation that keeps your terms and your tags, by construction."""
    if version:
        from stencilmt import __version__

        print(f"stencil {__version__}")


def main() -> None:
    """The `stencil` command."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command and give its exit code."""
    try:
        code = app(list(arguments), prog_name="stencil", standalone_mode=False)
        if code == INTERRUPTED:  # how some versions of typer tell of Ctrl-C, others raise Abort
            return _say("stopped", INTERRUPTED)
        return code if isinstance(code, int) else 0
    except InputError as error:
        return _say(str(error), 2)
    except StencilError as error:
        return _say(str(error), 1)
    except typer.Abort:
        return _say("stopped", INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # else Python complains about it once more on its way out
        return 1
    except Exception as error:
        if hasattr(error, "format_message"):  # what typer says of wrong arguments
            return _say(error.format_message(), 2) if error.format_message() else 2  # after the help, nothing
        if isinstance(error, ModuleNotFoundError) and (needed := explain_missing(error)):
            return _say(needed, 2)
        if os.environ.get("STENCIL_DEBUG"):
            raise
        if isinstance(error, OSError) and error.strerror:  # a full disk, a closed output
            return _say(f"cannot go on: {error.strerror}" + (f" ({error.filename})" if error.filename else ""), 1)
        return _say(f"internal error: {error!r} (STENCIL_DEBUG=1 shows where; please report it)", 1)


def _say(message: str, code: int) -> int:
    print("stencil: " + " ".join(message.split()), file=sys.stderr)
    return code
