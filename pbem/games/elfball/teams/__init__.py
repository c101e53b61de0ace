"""Teams off the field: rosters, leagues, potions, set-up and replacements."""
