"""Which packages are extras: what to say where one that a command needs is not installed."""

_MODULES = {
    "train": """accelerate eflomal jieba matplotlib pyarrow sacrebleu sacremoses safetensors systran_align tensorboard
        torch transformers""",
    "serve": "prometheus_client python_multipart starlette uvicorn",
    "cluster": "ray",
}


def explain_missing(error: ModuleNotFoundError) -> str:
    """How to get the package that an import did not find; empty where that is none of an extra.

    >>> explain_missing(ModuleNotFoundError(name="torch.nn"))
    "this command needs torch, which is not installed: pip install 'stencil-mt[train]'"
    """
    package = (error.name or "").partition(".")[0]
    extra = next((extra for extra, modules in _MODULES.items() if package in modules.split()), "")
    needed = f"this command needs {package}, which is not installed: pip install 'stencil-mt[{extra}]'"
    return needed if extra else ""
