"""Who wrote a letter: players, registration, addresses, bounces, letters that prove nothing."""
