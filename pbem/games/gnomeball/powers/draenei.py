"""Draenei: they land last, see `setup` (GNOMEBALL-20, 77, 111)."""

from pbem.games.gnomeball.verbs import Power

POWER = Power(
    race="draenei",
    help={
        "draenei": (
            "Comes down last, after everybody else has been placed, on any square that holds neither a"
            ' character nor the gnome: "place A2 h7". That is so at the beginning only.'
        ),
        "land": (
            "The Draenei land when everybody else has been placed; their owners choose the squares, as in"
            ' "place A2 h7".'
        ),
    },
)
