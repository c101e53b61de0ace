"""The office of the tests itself: what it copies is what it would have made."""

from tests.server.office import ORDINARY, Office


def test_the_beginning_that_is_copied_is_the_one_that_letters_lead_to() -> None:
    copied, written = Office(), Office()
    boards = copied.begin()
    by_letters = written._begin(ORDINARY, (), "dodgeball")
    assert {to: mail.raw for to, mail in boards.items()} == {to: mail.raw for to, mail in by_letters.items()}
    assert copied.dump() == written.dump()
    assert (copied.letters, copied.written, copied.seen) == (written.letters, written.written, written.seen)


def test_whoever_has_begun_or_is_set_up_otherwise_begins_by_letters() -> None:
    begun = Office()
    begun.begin()
    begun.begin()
    assert len(begun.store.matches.all()) == 2
    known = Office()
    known.register("Cat")
    known.begin()
    assert known.store.people.named("Cat") is not None
    strict = Office(believe_from=False)
    strict.register("Ann")
    assert not strict._is_untouched()
