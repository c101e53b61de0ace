"""The frame every game runs in. Pure: no files, no network, no clock, no chance of its own.

`requests` is the vocabulary of rules, `game` the door through which a set of rules enters, `match` the driver,
`record` what it writes down, `dice` where faces come from, `orders` how lines are tidied and refused, `scenario` and
`conformance` the two test tools, `grid` and `hexgrid` geometry that several games share.
"""
