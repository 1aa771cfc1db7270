"""The learning rate as a function of the step and of the time used; nothing here has a memory.

With the schedule `budget` the rate follows the share of the time budget that is used up: it holds its peak and falls
in a straight line over the last part. Time used is saved with every checkpoint, so a run that was stopped goes on along
the same curve. Until the fall begins the curve does not depend on the budget: a run can be given more time as if it had
had it from the start, or be wrapped up early with a smaller budget.
"""

import math

from stencilmt.model.presets import Optimization

WARM_UP_SHARE = 0.1
"""The warm-up of a time budget takes at most this share of it, however slow the steps."""
FALL_SHARE = 0.4
"""The last share of a time budget, over which the rate falls."""


def rate(optimization: Optimization, step: int, seconds: float) -> float:
    """The learning rate of the update number `step`, counted from 1, when so many seconds are used."""
    top = _top(optimization, step, seconds)
    return optimization.start_rate + (top - optimization.start_rate) * _warmth(optimization, step, seconds)


def share_done(optimization: Optimization, step: int, seconds: float) -> float:
    """How much of the training is done, by steps or by time, whichever ends it first: 1 is the end."""
    by_steps = step / optimization.steps if optimization.steps else 0.0
    return min(1.0, max(by_steps, seconds / optimization.seconds))


def seconds_left(optimization: Optimization, step: int, seconds: float, steps_per_second: float) -> float:
    """The time to the end at this speed."""
    by_time = optimization.seconds - seconds
    if not optimization.steps or steps_per_second <= 0:
        return max(0.0, by_time)
    return max(0.0, min(by_time, (optimization.steps - step) / steps_per_second))


def _warmth(optimization: Optimization, step: int, seconds: float) -> float:
    """How far the warm-up has come, from 0 to 1."""
    warmth = step / optimization.warm_up if optimization.warm_up else 1.0
    if optimization.schedule == "budget":
        warmth = max(warmth, seconds / optimization.seconds / WARM_UP_SHARE)
    return min(1.0, warmth)


def _top(optimization: Optimization, step: int, seconds: float) -> float:
    """The rate without its warm-up."""
    after = max(0, step - optimization.warm_up)
    if optimization.schedule == "inverse-sqrt":
        start = max(1, optimization.warm_up)
        return optimization.peak_rate * math.sqrt(start / max(start, step))
    if optimization.schedule == "cosine":
        return _cosine(optimization, after / (optimization.period or 1))
    return _fall(optimization, seconds / optimization.seconds)


def _cosine(optimization: Optimization, share: float) -> float:
    """Half a cosine from the peak to the final rate, which holds from then on."""
    height = (1 + math.cos(math.pi * min(1.0, share))) / 2
    return optimization.final_rate + (optimization.peak_rate - optimization.final_rate) * height


def _fall(optimization: Optimization, share: float) -> float:
    """The peak, then a straight line to the final rate."""
    height = min(1.0, max(0.0, 1 - share) / FALL_SHARE)
    return optimization.final_rate + (optimization.peak_rate - optimization.final_rate) * height
