"""An ordinary mailbox as the door: letters are fetched from it, and mails go out within what its provider allows."""
