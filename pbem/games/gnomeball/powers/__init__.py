"""What each race can do, in a module of its own: all modules of this folder are found. The numbers are in `races`."""

import importlib
import pkgutil
from collections.abc import Mapping

from pbem.games.gnomeball.races import RACES, RaceName
from pbem.games.gnomeball.verbs import CURSES, TRAITS, Power

_FOUND: list[Power] = [
    importlib.import_module(module.name).POWER for module in pkgutil.iter_modules(__path__, f"{__name__}.")
]
POWERS: Mapping[RaceName, Power] = {
    power.race: power for power in sorted(_FOUND, key=lambda power: [*RACES].index(power.race))
}
"""In the order of the table of races."""

CURSES.extend(power.curse for power in POWERS.values() if power.curse is not None)
TRAITS.update(
    {(race, moment): hook for race, power in POWERS.items() for moment, hook in power.traits.items()}
)
