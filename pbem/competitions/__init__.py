"""Competitions as pure values: who meets whom, who leads, what a result does to a rating.

Nothing here knows a clock, a database or mail; chance comes from the competition's committed seed (`lots`), so anybody
can compute every pairing and every table again. `pbem.server.competitions` stores competitions and starts their
matches.
"""
