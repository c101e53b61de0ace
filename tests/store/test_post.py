"""Letters in and out, and people, in the database."""

import pytest

from pbem.store import Store
from pbem.store.rows import Confirmation
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
    assert [store.post.note_first(key, 1, 1) for key in ("a", "b", "a")] == [True, True, False]


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


def test_people(store: Store) -> None:
    people = store.people
    ann = people.add("Ann", "ann@x", 5)
    assert people.named("aNN") == people.at("ann@x") == people.player(1) == ann
    for handle, address in (("ANN", "other@x"), ("Other", "ann@x")):
        with pytest.raises(ValueError, match="is taken"), store.transaction():
            people.add(handle, address, 5)
    assert people.at("other@x") is people.named("other") is people.find(9) is None
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


def test_a_question_waits_until_its_term_is_over_and_its_number_is_never_used_again(store: Store) -> None:
    questions, ann = store.confirmations, store.people.add("Ann", "ann@x", 1)
    first = questions.add("quiet", ann.id, "", "", 5, None)
    second = questions.add("address", ann.id, "ann@y", "", 6, 20)
    asked = Confirmation(second, "address", ann.id, "ann@y", "", 6, 20)
    assert questions.find(second) == asked
    assert questions.pending("address", 19, player=ann.id) == [asked]
    assert questions.pending("address", 19, address="ann@z") == []
    assert questions.pending("address", 20, player=ann.id) == []
    questions.clear(6, 30)
    assert (questions.find(first), questions.find(second)) == (None, asked)
    questions.clear(7, 19)
    assert questions.find(second) == asked
    questions.delete(asked)
    assert questions.add("quiet", ann.id, "", "", 7, None) > second


def test_whose_an_address_is_need_not_confirm_it(store: Store) -> None:
    questions = store.confirmations
    for kind, about in (("confirm", "Ann"), ("confirm", "Annie"), ("moved", "")):
        questions.add(kind, None, "ann@x", about, 5, None)
    assert [each.about for each in questions.pending("confirm", 6, address="ann@x")] == ["Ann", "Annie"]
    store.people.add("Ann", "ann@x", 7)
    assert questions.pending("confirm", 7, address="ann@x") == []
    assert len(questions.pending("moved", 7, address="ann@x")) == 1


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


def test_letters_of_one_lane_are_done_in_their_order() -> None:
    """Whoever does them: another server may have accepted the earlier one."""
    post = Store(":memory:").post
    first, second, other, none = (
        post.receive(b"", "", (), 1, lane=lane) for lane in ("match 1", "match 1", "match 2", "")
    )
    assert post.claim(first, "match 1")
    assert not post.claim(second, "match 1")
    assert post.claim(other, "match 2")
    assert post.claim(none, "")
    post.close(first, "done")
    assert not post.claim(first, "match 1")
    assert post.claim(second, "match 1")
    assert [letter.lane for letter in post.waiting(9)] == ["match 1", "match 2", ""]


def test_a_letter_that_waits_for_its_hour_holds_nobody_up() -> None:
    post = Store(":memory:").post
    first, second = (post.receive(b"", "", (), 1, lane="a@x") for _ in range(2))
    post.throttle(first, 99, "a@x")
    assert post.claim(first, "a@x")
    assert post.claim(second, "a@x")
