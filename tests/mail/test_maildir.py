"""Delivery into Maildirs."""

import asyncio
import mailbox
import os
from pathlib import Path

import pytest

from pbem.mail.delivery import Delivery, Maildir, Outcome

RAW = b"Subject: x\r\nDate: Sat, 21 Nov 2026 10:00:00 +0100\r\n\r\n.dot\r\nFrom\r\n"


async def send(way_out: Delivery, raw: bytes = RAW) -> Outcome:
    return await way_out.deliver("pbem-b+x@example.com", "alice@example.org", raw)


def test_a_letter_lies_in_its_readers_maildir(tmp_path: Path) -> None:
    outcome = asyncio.run(send(Maildir(tmp_path)))
    assert outcome.status == "sent"
    (message,) = mailbox.Maildir(tmp_path / "alice@example.org", create=False)
    assert message["Subject"] == "x"
    (file,) = (tmp_path / "alice@example.org" / "new").iterdir()
    assert file.read_bytes() == RAW.replace(b"\r\n", b"\n")
    assert file.name.startswith("1795251600.")  # the letter's date: names sort by age
    assert list((tmp_path / "alice@example.org" / "tmp").iterdir()) == []


def test_the_same_bytes_twice_are_one_letter(tmp_path: Path) -> None:
    async def run() -> None:
        for way_out in (Maildir(tmp_path), Maildir(tmp_path)):
            await send(way_out)
            await send(way_out, RAW + b"another\r\n")

    asyncio.run(run())
    assert len(list((tmp_path / "alice@example.org" / "new").iterdir())) == 2


def test_o01_a_letter_that_counts_as_sent_is_found_after_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is on the disk before it has its name, and the folder with that name before `deliver` returns."""
    synced: list[tuple[str, int]] = []
    new = tmp_path / "mail" / "alice@example.org" / "new"

    def fsync(descriptor: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}")).relative_to(tmp_path)
        synced.append((str(path), len(list(new.iterdir()))))

    monkeypatch.setattr(os, "fsync", fsync)
    assert asyncio.run(send(Maildir(tmp_path / "mail"))).status == "sent"
    (file,) = new.iterdir()
    assert synced == [
        ("mail/alice@example.org", 0),
        ("mail", 0),
        (".", 0),
        (f"mail/alice@example.org/tmp/{file.name}", 0),
        ("mail/alice@example.org/new", 1),
    ]


@pytest.mark.parametrize(
    "address", ["../../etc/passwd", "..", ".hidden@x", "a/b@x", "a\0b@x", "", "x" * 400 + "@x", "ü@x", "A@X"]
)
def test_no_address_leaves_the_root(tmp_path: Path, address: str) -> None:
    way_out = Maildir(tmp_path / "mail")
    assert way_out.folder(address).parent == tmp_path / "mail"
    assert asyncio.run(way_out.deliver("", address, RAW)).status == "sent"
    (folder,) = (tmp_path / "mail").iterdir()
    assert not folder.name.startswith(".")
    assert folder.name == folder.name.lower().replace("%2e", "%2E").replace("%2f", "%2F").replace(
        "%c3%bc", "%C3%BC"
    )


def test_different_addresses_have_different_folders() -> None:
    way_out = Maildir("mail")
    addresses = ["a/b@x", "a%2Fb@x", "a_b@x", "x" * 300 + "@x", "x" * 301 + "@x", "", "%00"]
    assert len({way_out.folder(address) for address in addresses}) == len(addresses)


def test_o02_a_disk_that_cannot_be_written_means_later(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("a file, not a folder")
    assert asyncio.run(send(Maildir(tmp_path / "mail"))).status == "later"


def test_letters_without_a_date_have_names_too(tmp_path: Path) -> None:
    for raw in (
        b"x\r\n",
        b"x: y\r\nDate: yesterday\r\n",
        b"x: y\r\nDate: Sat, 21 Nov 99999 10:00:00 +0100\r\n",
    ):
        assert asyncio.run(send(Maildir(tmp_path), raw)).status == "sent"
    assert len(list((tmp_path / "alice@example.org" / "new").iterdir())) == 3
