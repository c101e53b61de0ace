"""O9: told to stop in the middle of anything, the server finishes or hands back what it has, and is back soon."""

import contextlib
import smtplib
import socket
import time

from pbem.server.core.config import Config
from pbem.store import Store
from tests.mail.mta import SILENCE, mta_beside
from tests.operation.parts import Part, serve
from tests.operation.sending import listening, port_of, post_until_taken, until
from tests.server.running import ANN, letter

RESTART_SECONDS = 5.0


def in_data(port: int) -> socket.socket:
    """A client that has sent half of a letter."""
    client = socket.create_connection(("127.0.0.1", port), 60)
    talk = client.makefile("rwb", buffering=0)
    talk.readline()
    for line in (b"HELO x", b"MAIL FROM:<ann@localhost>", b"RCPT TO:<pbem@localhost>", b"DATA"):
        talk.write(line + b"\r\n")
        assert talk.readline().startswith(b"354" if line == b"DATA" else b"250")
    raw = letter(ANN, "help", "half")
    talk.write(raw[: len(raw) // 2])
    return client


def restart(config: Config, running: Part) -> tuple[float, Part]:
    """Stop the server as systemd does, and start it; returns how long nobody could reach it."""
    began = time.monotonic()
    assert running.stop() == 0
    again = Part(serve, config)
    until(lambda: listening(port_of(config)))
    return time.monotonic() - began, again


def kept(config: Config) -> int:
    store = Store(config.db)
    found = len(store.post.inbox(None, 100))
    store.close()
    return found


def test_o09_sigterm_in_data_and_the_client_goes_on(config: Config) -> None:
    """The letter is finished: 250, and it is on disk."""
    with Part(serve, config) as server:
        until(lambda: listening(port_of(config)))
        with in_data(port_of(config)) as client:
            server.process.terminate()
            until(lambda: not listening(port_of(config)))
            raw = letter(ANN, "help", "half")
            client.sendall(raw[len(raw) // 2 :] + b".\r\n")
            assert client.recv(100).startswith(b"250 ")
            assert server.wait() == 0
    assert kept(config) == 1


def test_o09_sigterm_in_data_and_the_client_does_nothing(config: Config) -> None:
    """421, nothing is kept, the sender comes again; the others do not wait for it."""
    with Part(serve, config) as server:
        until(lambda: listening(port_of(config)))
        with in_data(port_of(config)) as client, contextlib.ExitStack() as idle:
            for _ in range(3):
                idle.enter_context(socket.create_connection(("127.0.0.1", port_of(config)), 60))
            seconds, again = restart(config, server)
            with again:
                assert seconds < RESTART_SECONDS
                assert client.recv(100) in (b"421 4.3.2 closing, come again later\r\n", b"")
                assert kept(config) == 0
                post_until_taken(port_of(config), letter(ANN, "help", "half"), ANN)


def test_o09_a_relay_that_takes_its_time_does_not_hold_up_a_restart(config: Config) -> None:
    """What it has not answered is offered again at once, under the same name."""
    with mta_beside() as relay:
        relay.says["."] = [SILENCE]
        config = Config(
            db=config.db, listen=config.listen, relay=f"127.0.0.1:{relay.port}", believe_from=True
        )
        with Part(serve, config) as server:
            post_until_taken(port_of(config), letter(ANN, "help", 1), ANN)
            until(lambda: len(relay.handed) == 1)
            seconds, again = restart(config, server)
            with again:
                assert seconds < RESTART_SECONDS
                until(lambda: len(relay.handed) == 2)
        assert relay.handed[0] == relay.handed[1]


def test_o09_what_has_come_is_done_before_the_end(config: Config) -> None:
    """Told to stop right behind a 250: the letter's answer is out when the process has ended."""
    with Part(serve, config) as server:
        until(lambda: listening(port_of(config)))
        client = smtplib.SMTP("127.0.0.1", port_of(config))
        for number in range(5):
            client.sendmail(ANN, ["pbem@localhost"], letter(ANN, "help", number))
        assert server.stop() == 0
        client.close()
    store = Store(config.db)
    assert store.post.counts() == {"inbox done": 5, "outbox sent": 5}
    store.close()
