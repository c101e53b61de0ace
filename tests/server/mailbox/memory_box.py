"""A mailbox without a network, whose talk may be cut off before or after each thing that is done."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pbem.mail.mailbox import BoxError, Denied, Listed
from tests.mail.imap import FakeImap, Folder


class MemoryBox:
    """See `pbem.mail.mailbox.Box`. `step` is called before and after each call, and may raise."""

    idles = True

    def __init__(self, server: FakeImap, step: Callable[[str], None]) -> None:
        self._server = server
        self._step = step
        self._folder = Folder(0)
        step("open")

    def select(self, folder: str) -> int:
        self._step("select")
        if folder not in self._server.folders:
            raise Denied(folder)
        self._folder = self._server.folders[folder]
        return self._folder.validity or 0

    def uids(self) -> list[int]:
        self._step("uids")
        if self._folder not in self._server.folders.values():
            raise BoxError("UIDVALIDITY has changed")
        return [message.uid for message in self._folder.messages]

    def peek(self, uids: Sequence[int]) -> dict[int, Listed]:
        self._step("peek")
        return {
            each.uid: Listed(each.uid, len(each.raw), _id(each.raw), each.arrived)
            for each in self._folder.messages
            if each.uid in uids
        }

    def addressed(self, uids: Sequence[int]) -> dict[int, bytes]:
        return {each.uid: each.raw for each in self._folder.messages if each.uid in uids}

    def header(self, uid: int) -> bytes | None:
        return self.whole(uid)

    def whole(self, uid: int) -> bytes | None:
        self._step("whole")
        return next((each.raw for each in self._folder.messages if each.uid == uid), None)

    def move(self, uids: Sequence[int], folder: str) -> bool:
        self._step("move")
        target = self._server.folders.setdefault(folder, Folder(9))
        for message in [each for each in self._folder.messages if each.uid in uids]:
            target.add(message.raw, message.arrived)
            self._folder.messages.remove(message)
            self._step("moved one")
        self._step("moved")
        return True

    def delete(self, uids: Sequence[int]) -> bool:
        self._folder.messages = [each for each in self._folder.messages if each.uid not in uids]
        return True

    def before(self, day: datetime) -> list[int]:
        return [each.uid for each in self._folder.messages if each.arrived < day.timestamp()]

    def junk(self) -> str:
        return ""

    def fullness(self) -> int:
        return 0

    def idle(self, seconds: float) -> None:
        self._server.heard.append("IDLE")
        self._step("idle")

    def abort(self) -> None:
        """Nothing to end."""

    def close(self) -> None:
        """Nothing to close."""


def _id(raw: bytes) -> str:
    return raw.partition(b"Message-ID: ")[2].partition(b"\r\n")[0].decode()
