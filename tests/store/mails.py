"""Mails in the outbox of a test."""

from typing import Any

from pbem.store.post import Post


def finished(post: Post, recipient: str, message_id: str, raw: bytes, now: int, **more: Any) -> int:
    """Put a mail into the outbox that is in words already; returns its number."""
    number = post.send(recipient, message_id, b"", now, **more)
    post.put_into_words(number, raw)
    return number
