"""Using an ordinary mailbox: letters are fetched from it, and mails go out within what its provider allows."""
