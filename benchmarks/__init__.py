"""What things cost: `make bench`, never part of the tests.

Machines differ, so every figure is a ratio of two things measured in turns within one run, on loopback, with durable
commits. The measuring process plays all clients; the servers it measures are processes of their own, ours started
as a host starts it. What runs inside the measuring process (breakdown, whole matches) counts its own CPU.

    letters.py   letters that are legal moves, without end
    stock.py     databases with any number of running matches
    client.py    many SMTP clients in one loop
    null.py      the bare aiosmtpd listener that everything is compared with
    servers.py   server processes: start, CPU, memory
    rounds.py    servers against each other, in turns
    inside.py    one desk in this process
    matches.py   whole matches of every game in this process
    figures.py   what is to be reached, the table, bench.json

Needs Linux: CPU and memory of the servers are read from /proc.
"""
