"""DKIM: a signature that others can check, and the record that they need for it."""

import asyncio
import re
import sys
from base64 import b64encode
from pathlib import Path

import dkim
import pytest
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)

from pbem.mail.delivery import Outcome
from pbem.mail.signing import Signed, Signer, SigningError
from pbem.mail.writing import compose
from tests.mail.test_writing import LETTER


def verified(raw: bytes, signer: Signer) -> bool:
    """Whether a letter passes with the record that the signer asks to be published."""

    def lookup(name: bytes, timeout: float = 5) -> bytes:
        return signer.record.encode() if name == f"{signer.name}.".encode() else b""

    return bool(dkim.verify(raw, dnsfunc=lookup))  # type: ignore[no-untyped-call]  # dkimpy has no types


def test_a_signed_letter_passes_and_a_changed_one_does_not(key: str) -> None:
    signer = Signer("example.com", "pbem1", key)
    raw = signer.signed(compose(LETTER))
    assert raw.endswith(compose(LETTER))
    assert verified(raw, signer)
    assert not verified(raw.replace(b"red pawn", b"blue pawn"), signer)
    assert not verified(raw.replace(b"turn 4: your move", b"turn 5: your move"), signer)


def test_what_could_be_put_in_front_is_signed_too(key: str) -> None:
    """A second From would change who seems to have written it."""
    signer = Signer("example.com", "pbem1", key)
    assert not verified(b"From: eve@example.org\r\n" + signer.signed(compose(LETTER)), signer)


def test_the_headers_of_a_thread_and_of_the_list_are_covered(key: str) -> None:
    signed = Signer("example.com", "pbem1", key).signed(compose(LETTER)).decode()
    names = "".join(re.findall(r"h=([^;]*);", signed, re.S)[0].split()).split(":")
    wanted = ["from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references"]
    assert {*wanted, "list-id", "list-unsubscribe", "mime-version", "content-type"} <= set(names)
    assert names.count("from") == 2


def test_the_record_is_the_public_half_of_the_key(key: str) -> None:
    signer = Signer("example.com", "pbem1", key)
    private = load_pem_private_key(Path(key).read_bytes(), None)
    public = private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert signer.record == f"v=DKIM1; k=rsa; p={b64encode(public).decode()}"
    strings = re.findall(r'"([^"]*)"', signer.zone_line)
    assert "".join(strings) == signer.record
    assert max(map(len, strings)) <= 255
    assert signer.zone_line.startswith("pbem1._domainkey.example.com. IN TXT (")


def test_letters_are_signed_on_their_way_out(key: str) -> None:
    signer = Signer("example.com", "pbem1", key)
    taken: list[bytes] = []

    class Way:
        async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
            taken.append(raw)
            return Outcome("sent", to)

        async def close(self) -> None:
            taken.append(b"closed")

    async def run() -> Outcome:
        way = Signed(Way(), signer)
        outcome = await way.deliver("b@example.com", "ann@example.org", compose(LETTER))
        await way.close()
        return outcome

    assert asyncio.run(run()) == Outcome("sent", "ann@example.org")
    assert verified(taken[0], signer)
    assert taken[1:] == [b"closed"]


def test_mistakes_of_the_host_are_sentences(key: str, tmp_path: Path) -> None:
    (tmp_path / "no.pem").write_text("no key\n")
    for selector, file, reason in (
        ("pbem1", str(tmp_path / "missing.pem"), "is not an RSA key in PEM form: .*No such file"),
        ("pbem1", str(tmp_path / "no.pem"), "is not an RSA key in PEM form"),
        ("a b", key, "'a b' is not a DKIM selector"),
        ("", key, "'' is not a DKIM selector"),
    ):
        with pytest.raises(SigningError, match=reason):
            Signer("example.com", selector, file)


def test_without_the_library_it_is_named(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dkim", None)
    with pytest.raises(SigningError, match=r"pip install 'pbem\[dkim\]'"):
        Signer("example.com", "pbem1", key)
