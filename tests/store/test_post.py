"""Letters in and out, and people, in the database."""

import pytest

from pbem.store import Store
from tests.store.mails import finished


@pytest.fixture
def store() -> Store:
    """An empty database in memory."""
    return Store(":memory:")


def test_letters_come_in_and_are_dealt_with_in_order(store: Store) -> None:
    post = store.post
    numbers = [post.receive(raw, "x@y", ("pbem@z",), 7) for raw in (b"one", b"\xff\x00two")]
    assert [row.raw for row in post.waiting(10)] == [b"one", b"\xff\x00two"]
    assert [row.id for row in post.waiting(1)] == numbers[:1]
    post.attempt(numbers[0])
    post.close(numbers[0], "done", "fine")
    row = post.incoming(numbers[0])
    assert row is not None
    assert (row.status, row.note, row.attempts, row.recipients) == ("done", "fine", 1, ("pbem@z",))
    assert [row.id for row in post.inbox(None, 10)] == numbers[::-1]
    assert [row.id for row in post.inbox("new", 10)] == numbers[1:]
    assert post.incoming(99) is post.incoming(10**30) is None
    assert post.outgoing(99) is post.outgoing(10**30) is None


def test_a_letter_is_heard_once(store: Store) -> None:
    assert [store.post.hear(key, 1, 1) for key in ("a", "b", "a")] == [True, True, False]


def test_letters_go_out_once_under_their_name(store: Store) -> None:
    post = store.post
    for raw in (b"first", b"second"):
        finished(post, "a@x", "<1@z>", raw, 10, kind="match", match=3)
    finished(post, "b@x", "<2@z>", b"third", 10, kind="answer")
    assert [row.raw for row in post.to_deliver(10, 9)] == [b"first", b"third"]
    assert post.to_deliver(9, 9) == []
    assert [row.recipient for row in post.outbox("new", 1)] == ["b@x"]
    for names, readers, raw in (
        (["<0@z>", "<2@z>", "<1@z>"], ["a@x", "b@x"], b"third"),
        (["<0@z>", "<2@z>", "<1@z>"], ["a@x"], b"first"),
        (["<1@z>"], ["a@x"], b"first"),
    ):
        found = post.latest_of(names, readers)
        assert found is not None
        assert found.raw == raw
    assert post.latest_of([], ["a@x"]) is post.latest_of(["<0@z>"], ["a@x"]) is None
    assert post.latest_of(["<1@z>"], ["b@x"]) is None
    assert post.counts() == {"outbox new": 2}


def test_a_leased_letter_is_nobody_elses_until_its_server_is_dead(store: Store) -> None:
    post = store.post
    number = finished(post, "a@x", "<1@z>", b"raw", 10, kind="answer")
    post.lease([number], 600)
    assert post.to_deliver(599, 9) == []
    assert post.next_due() == 600
    post.release(20)
    (row,) = post.to_deliver(20, 9)
    assert row.attempts == 1
    post.delivered(number, "new", "450 later", 900)
    post.release(30)
    assert post.to_deliver(899, 9) == []
    post.delivered(number, "sent", "250 fine")
    row_sent = post.outgoing(number)
    assert row_sent is not None
    assert (row_sent.status, row_sent.reply, row_sent.due) == ("sent", "250 fine", 900)
    assert post.next_due() is None


def test_letters_of_a_kind_are_counted_by_address_and_time(store: Store) -> None:
    post = store.post
    for number, (to, kind, match, now) in enumerate(
        [("a@x", "held", None, 5), ("a@x", "held", None, 9), ("a@x", "held", 3, 9), ("b@x", "held", None, 9)]
    ):
        finished(post, to, f"<{number}@z>", b"", now, kind=kind, match=match)
    assert [post.count_since("a@x", "held", since) for since in (4, 5, 9)] == [2, 1, 0]
    assert post.count_since("a@x", "confirm", 0) == 0


def test_people(store: Store) -> None:
    people = store.people
    ann = people.add("Ann", "ann@x", 5)
    assert people.named("aNN") == people.at("ann@x") == people.player(1) == ann
    for handle, address in (("ANN", "other@x"), ("Other", "ann@x")):
        with pytest.raises(ValueError, match="is taken"), store.transaction():
            people.add(handle, address, 5)
    assert people.at("other@x") is people.named("other") is people.player(9) is None
    people.change(1, zone="Europe/Berlin")
    people.change(1, text_only=True)
    people.disable(1)
    changed = people.player(1)
    assert changed is not None
    assert (changed.zone, changed.text_only, changed.disabled) == ("Europe/Berlin", True, True)
    assert people.handles_like("an") == []
    people.disable(1, False)
    assert people.handles_like("an") == ["Ann"]
    assert [player.handle for player in people.all()] == ["Ann"]


def test_registrations_replace_one_another_and_never_share_a_number(store: Store) -> None:
    people = store.people
    first = people.register("Ann", "ann@x", 5)
    second = people.register("Annie", "ann@x", 6)
    assert people.registration(first.id) is None
    assert people.registration(second.id) == people.registration_at("ann@x") == second
    people.add("Annie", "ann@x", 7)
    assert people.registration_at("ann@x") is None
    third = people.register("Ben", "ben@x", 8)
    assert len({first.id, second.id, third.id}) == 3


def test_what_another_process_has_put_into_words_is_not_merged(store: Store) -> None:
    post = store.post
    first, second = (post.send("a@x", f"<{n}@z>", b"{}", 10, kind="match", match=1) for n in (1, 2))
    post.put_into_words(first, b"words")
    post.merge(first, second, 11)
    post.merge(second, first, 11)
    assert [(row.id, row.status, row.reply) for row in post.outbox(None, 9)] == [
        (second, "merged", f"told in letter {first}"),
        (first, "new", ""),
    ]
