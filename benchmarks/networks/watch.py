"""Tells whether the machine had other things to do."""

from __future__ import annotations

import os
from pathlib import Path


def read_ticks() -> tuple[int, int]:
    """Of all cores since the start of the machine: busy, and altogether."""
    user, nice, system, idle, iowait, irq, softirq, steal = map(
        int, Path("/proc/stat").read_text().split()[1:9])
    busy = user + nice + system + irq + softirq + steal
    return busy, busy + idle + iowait


class Watch:
    """From its construction on."""

    def __init__(self) -> None:
        self.busy, self.total = read_ticks()
        self.own = self._read_own_ticks()

    def get_share_of_others(self) -> float:
        """The part of the CPU time that neither this process nor its children, all of which have
        ended, took."""
        busy, total = read_ticks()
        others = busy - self.busy - (self._read_own_ticks() - self.own)
        return max(0.0, others / max(1, total - self.total))

    @staticmethod
    def _read_own_ticks() -> float:
        return sum(os.times()[:4]) * os.sysconf("SC_CLK_TCK")
