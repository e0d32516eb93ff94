"""What came of a scenario: whether it holds, and what differs."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """Something that is not as the scenario says; `robot` is empty for what concerns the whole match."""

    after: str
    robot: str
    key: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        """Return the difference in words."""
        whose = f"{self.robot}.{self.key}" if self.robot else self.key
        if self.key == "ask":
            return f"after {self.after}: {self.robot} cannot answer {self.expected!r}: {self.got}"
        return f"after {self.after}: {whose} should be {self.expected!r}, but is {self.got!r}"


@dataclass(frozen=True)
class Result:
    """The outcome of one scenario."""

    file: str
    name: str
    differences: tuple[Difference, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything is as the scenario says."""
        return not self.differences

    def to_data(self) -> dict[str, Any]:
        """Return the result as `roborally scenario --json` prints it."""
        return {
            "file": self.file,
            "name": self.name,
            "ok": self.ok,
            "differences": [asdict(difference) for difference in self.differences],
        }
