"""What is known of a letter while its lines are carried out, and their results."""
