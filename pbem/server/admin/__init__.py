"""What the host does beside the server: matches, players, damaged databases, the doctor."""
