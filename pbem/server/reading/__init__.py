"""A letter becomes lines: commands, orders, talk. Nothing here changes anything or mails anybody."""
