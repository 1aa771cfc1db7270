"""`stencil serve`: the APIs and the page."""

from pathlib import Path
from typing import Annotated

import typer

from stencilmt.errors import SettingsError

_NEEDED = ("starlette", "uvicorn", "prometheus_client", "python_multipart")


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for other machines as well.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="On which port; 0 takes a free one.")] = 8378,
    model: Annotated[list[str] | None, typer.Option(help="A model by name or folder; all installed ones else.")] = None,
    api_key: Annotated[
        list[str] | None, typer.Option(envvar="STENCIL_API_KEY", help="A key that is let in; may be repeated; or none.")
    ] = None,
    threads: Annotated[int, typer.Option(min=0, help="For decoding; 0 takes what there is.")] = 0,
    beam: Annotated[int, typer.Option(min=1, help="Hypotheses kept while decoding.")] = 4,
    database: Annotated[Path | None, typer.Option(help="The file that holds the glossaries.")] = None,
    queue: Annotated[int, typer.Option(min=1, help="Requests under way before others are turned away.")] = 256,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long a translation may take.")] = 60.0,
) -> None:
    """Serve DeepL's API, LibreTranslate's and our own, and a page to try it."""
    _check_extra()
    from stencilmt.server.app import create_app
    from stencilmt.server.connections import address, listen, server
    from stencilmt.server.logs import configure
    from stencilmt.server.models import load_models
    from stencilmt.server.settings import NO_KEY, Settings, default_database

    settings = Settings(
        host, port, tuple(api_key or (NO_KEY,)), database or default_database(), queue=queue, seconds=seconds
    )
    if not (api_key or settings.is_local):
        raise SettingsError(f"{host} can be reached by others: say --api-key KEY, or --api-key none to serve everybody")
    models = load_models(model or (), beam=beam, threads=threads)
    pairs = ", ".join(f"{served.source} to {served.target}" for served in models)
    configure()
    with listen(settings) as listener:
        running = server(create_app(settings, models), settings)
        print(f"stencil serves {pairs} on {address(listener)} (Ctrl+C stops it)", flush=True)
        try:
            running.run(sockets=[listener])
        except KeyboardInterrupt:
            print("stopped")


def _check_extra() -> None:
    from importlib.util import find_spec

    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise SettingsError(f"the server needs {', '.join(missing)}: pip install 'stencil-mt[serve]'")
