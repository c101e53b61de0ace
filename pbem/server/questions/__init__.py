"""What somebody is asked and may answer with yes or no: one object for each kind, in a file of its own."""
