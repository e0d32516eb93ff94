import pytest

from roborally.base.errors import GameError
from roborally.bots.budget import Budget


@pytest.mark.parametrize(
    ("written", "budget"), [("200ms", Budget(seconds=0.2)), ("2s", Budget(seconds=2.0)), ("400", Budget(samples=400))]
)
def test_a_budget_is_written_as_a_time_or_a_number(written: str, budget: Budget) -> None:
    assert Budget.parse(written) == budget


@pytest.mark.parametrize("written", ["", "0", "0s", "-3", "2.5s", "2 s", "ms", "1m"])
def test_what_is_no_budget_is_refused(written: str) -> None:
    with pytest.raises(GameError, match="is not a time to think"):
        Budget.parse(written)


def test_samples_are_counted_whatever_the_clock_says() -> None:
    running = Budget(samples=2).begin(iter(range(0, 10_000, 1000)).__next__)
    spent = []
    for _ in range(4):
        spent.append(running.is_spent())
        running.count_sample()
    assert spent == [False, False, True, True]


def test_a_time_ends_by_the_clock_whatever_was_spent() -> None:
    times = iter([10.0, 10.1, 10.19, 10.2, 10.3])
    running = Budget(seconds=0.2).begin(times.__next__)
    running.count_sample()
    assert [running.is_spent() for _ in range(4)] == [False, False, True, True]
