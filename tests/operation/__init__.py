"""What can go wrong around the server: mail.md's cases O1 to O12, one by one."""
