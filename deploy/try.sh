#!/bin/sh
# In the image of the server: start it as the container does, hand a letter over by LMTP, and look whether it is answered.
set -eu
openssl genrsa -out /var/lib/pbem/dkim.pem 2048 2>/dev/null
pbem serve &
server=$!
trap 'kill $server; wait $server' EXIT
python - <<'END'
import smtplib, subprocess, time

LETTER = "From: Ann <ann@example.org>\r\nTo: pbem@play.example\r\nMessage-ID: <1@example.org>\r\n\r\nregister Ann\r\n"
for _ in range(100):
    try:
        with smtplib.LMTP("127.0.0.1", 8024, timeout=5) as front:
            print("LMTP:", front.sendmail("ann@example.org", ["pbem@play.example"], LETTER) or "taken")
        break
    except OSError:
        time.sleep(0.1)
for _ in range(100):
    listed = subprocess.run(["pbem", "outbox", "list"], capture_output=True, text=True, check=True).stdout
    if "ann@example.org" in listed and "confirm" in listed:
        break
    time.sleep(0.1)
else:
    raise SystemExit(f"the letter is not answered: {listed}")
print("answered: a mail to ann@example.org waits in the outbox")
END
