"""Questions and wishes: what is told of a match, a word or a command, and which command a sentence wishes for."""
