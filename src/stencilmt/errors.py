"""Every error Stencil raises.

StencilError
├── InputError            the caller can mend it (exit code 2, HTTP 400)
│   ├── ConstraintError   spans that overlap, a term that is not in the sentence
│   ├── GlossaryError     a glossary file or entry
│   ├── MarkupError       tags that are not well formed, in strict mode
│   ├── DataError         a file that cannot be read as what it should be
│   └── SettingsError     an option or setting
└── ModelError            the model folder is at fault
"""


class StencilError(Exception):
    """The root of the tree: catch it to catch all of ours."""


class InputError(StencilError):
    """The caller can mend it; the message is one sentence that names the value and the way out."""


class ConstraintError(InputError):
    """Constraints that cannot all be met in this sentence."""


class GlossaryError(InputError):
    """A glossary that cannot be read or contradicts itself."""


class MarkupError(InputError):
    """Markup that is not well formed."""


class DataError(InputError):
    """A file that is missing, broken or not what its name says."""


class SettingsError(InputError):
    """A setting that is unknown or out of range."""


class ModelError(StencilError):
    """A model folder that is incomplete, broken or of a newer format."""
