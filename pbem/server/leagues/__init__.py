"""Teams: what outlives a match. What a team is made of, its game alone knows (`pbem.play.leagues`)."""
