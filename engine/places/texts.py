"""Many short texts in which a part is looked for at once."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(slots=True)
class Texts:
    """Many short texts as one, so that one pass of `str.find` reads them all."""

    joined: str
    starts: list[int]
    owners: list[int]
    shown: list[str]

    @classmethod
    def of(cls, rows: Iterable[tuple[str, int, str]]) -> "Texts":
        """The texts of rows of a key, the number of its owner and the text as shown."""
        keys: list[str] = []
        texts = cls("", [], [], [])
        at = 0
        for key, owner, shown in rows:
            texts.starts.append(at)
            texts.owners.append(owner)
            texts.shown.append(shown)
            keys.append(key)
            at += len(key) + 1
        texts.joined = "\n".join(keys) + "\n"
        return texts

    def containing(self, part: str, at_most: int) -> list[tuple[int, str, float]]:
        """Owner, text as shown and the share of its letters that `part` is, of the first that have it."""
        found: list[tuple[int, str, float]] = []
        at = self.joined.find(part)
        while at >= 0 and len(found) < at_most:
            row = bisect_right(self.starts, at) - 1
            end = self.joined.index("\n", at)
            found.append((self.owners[row], self.shown[row], len(part) / (end - self.starts[row])))
            at = self.joined.find(part, end)
        return found
