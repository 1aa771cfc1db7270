"""How long and how often: durations such as `3h`, and what happens every so many steps or minutes."""

import re
from dataclasses import dataclass

from stencilmt.errors import SettingsError

_UNITS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0}
_DURATION = re.compile(r"(?:(\d+(?:\.\d+)?)d)?(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?:in)?)?(?:(\d+(?:\.\d+)?)s)?")
_STEPS = re.compile(r"(\d+)(?:\s*steps?)?")


def seconds_of(text: str) -> float:
    """The seconds of a duration.

    >>> seconds_of("1h30m")
    5400.0
    """
    match = _DURATION.fullmatch(text.replace(" ", "").lower())
    if not match or not any(match.groups()):
        raise SettingsError(f'invalid duration {text!r}, expected for example "3h", "1h30m" or "90s"')
    return sum(float(number) * unit for number, unit in zip(match.groups(), _UNITS.values(), strict=True) if number)


def duration_of(seconds: float) -> str:
    """A duration in words of at most two units; the inverse of `seconds_of` for whole ones."""
    left, parts = round(seconds), []
    for name, unit in _UNITS.items():
        count, left = divmod(left, int(unit))
        if count:
            parts.append(f"{count}{name}")
    return "".join(parts[:2]) or "0s"


@dataclass(frozen=True, slots=True)
class Every:
    """A rhythm of training: every so many steps, or every so many seconds."""

    steps: int = 0
    seconds: float = 0.0

    @classmethod
    def parse(cls, given: str | int) -> "Every":
        """Read `"500 steps"`, `500` or a duration."""
        text = str(given)
        count = _STEPS.fullmatch(text.strip())
        every = cls(steps=int(count[1])) if count else cls(seconds=seconds_of(text))
        if not every.steps and not every.seconds:
            raise SettingsError(f'invalid rhythm {text!r}, expected more than zero, as in "500 steps" or "10m"')
        return every

    def due(self, step: int, seconds: float, last_step: int, last_seconds: float) -> bool:
        """Whether it is time again, given when it was done last."""
        if self.steps:
            return step > last_step and step % self.steps == 0
        return seconds - last_seconds >= self.seconds
