"""Time per turn: calendars with pauses, deadlines, vacations, and the time that an outage gives back."""
