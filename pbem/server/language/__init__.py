"""What players write to the server: its commands, yes and no, names, how people introduce themselves."""
