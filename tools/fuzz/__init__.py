"""`make fuzz`: what comes from outside, made up by the thousand, until something breaks.

`targets` says what is fed with bytes and what must hold whatever they are; `seeds` where the first bytes come from: the
dialogues, letters and scenarios of the tests. The targets need nothing but the project, so the tests run each of them
for a moment; the long run is guided by coverage, with atheris.
"""
