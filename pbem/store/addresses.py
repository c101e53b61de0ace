"""The key of a mailbox: under it whatever is known of an address is stored and found, however it is written."""


def mailbox(address: str) -> str:
    """The mailbox behind a normalised address: providers deliver `ann+anything@` to `ann@`, Gmail ignores dots, and
    googlemail.com is another name of gmail.com."""
    local, _, domain = address.rpartition("@")
    local = local.partition("+")[0] or local
    if domain in ("gmail.com", "googlemail.com"):
        return f"{local.replace('.', '')}@gmail.com"
    return f"{local}@{domain}"
