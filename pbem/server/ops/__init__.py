"""What runs: the server, delivery, reminders, tidying up; and the application put together."""
