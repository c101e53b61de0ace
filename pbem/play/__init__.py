"""The frame every game runs in. Pure: no files, no network, no clock, no chance of its own.

`requests` is the vocabulary of rules, `game` the interface of a game, `match` the driver, `record` the log and the
snapshots, `dice` the source of faces, `orders` the tidying and refusing of lines, `scenario` and `conformance` the
two test tools, `grid` and `hexgrid` geometry that several games share.
"""
