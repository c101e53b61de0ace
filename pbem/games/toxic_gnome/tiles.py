"""The 48 tiles (TOXIC-GNOME-1): rows of five spaces, each a letter or wild (`*`)."""

RED = ("MAMBO", "SLIDE", "TWERK")
EASY = "STOR* ALIEN ROAST INERT OCEAN L*NER TREAD SOLAR ENTRY IRATE RA*SE SNORE EAT*R LEAST *RISE"
UNMARKED = "BREAD CHIM* GROUP PLANT FLOUR MARCH CLO*D SPIRE GNOME BLEND HOUSE P*INT CANDY *LOVE WA*ER"
DIFFICULT = "TOXIC JUMBO QU*CK FJORD PIXEL WALTZ KAYAK *UZZY VODKA NYM*H SQUIB WHELK CIVIC PUPPY J*ZZY"

WILD = "*"
COLUMNS = "abcde"


def tile_set(difficulty: str) -> list[str]:
    """The tiles of a game, sorted: `normal` all, `easy` without the difficult ones, `hard` without the easy ones."""
    tiles = [*RED, *UNMARKED.split()]
    if difficulty != "hard":
        tiles += EASY.split()
    if difficulty != "easy":
        tiles += DIFFICULT.split()
    return sorted(tiles)
