"""`--sample` chooses a bounded part of the tests by a key."""

from tests.conftest import SAMPLE, SAMPLE_OF_ONE, sample

NAMES = [f"tests/test_{test}.py::test_it[{case}]" for test in range(30) for case in range(test)]


def test_it_is_bounded_and_follows_from_the_key() -> None:
    assert len(sample(NAMES, "a")) == SAMPLE
    assert sample(NAMES, "a") == sample(NAMES[::-1], "a") != sample(NAMES, "b")
    assert sample(NAMES[:2], "a") == set(NAMES[:2])


def test_a_test_with_many_cases_is_not_more_likely() -> None:
    tests = [name.partition("[")[0] for name in sample(NAMES, "a")]
    assert max(map(tests.count, tests)) == SAMPLE_OF_ONE


def test_everything_has_its_turn() -> None:
    """Each of the 435 cases comes in at least one of 150 samples."""
    assert {name for key in range(150) for name in sample(NAMES, str(key))} == set(NAMES)
