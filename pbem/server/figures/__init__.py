"""What the host looks at: the status on one screen, and metrics for monitoring."""
