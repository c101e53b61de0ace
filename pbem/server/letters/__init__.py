"""What is known of a letter while its lines are done, and what comes of them."""
