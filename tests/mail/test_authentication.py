"""What our own mail server says about a From, and what others would like us to believe."""

import pytest

from pbem.mail.authentication import verdict_of_provider, verdict_on_from

ANN = "ann@example.org"


def verdict(*fields: str, server: str = "mx.example") -> str:
    return verdict_on_from(fields, server, ANN)


@pytest.mark.parametrize(
    "field",
    [
        "mx.example; dmarc=pass",
        "mx.example 1; spf=pass smtp.mailfrom=ann@example.org; dmarc=pass (p=reject dis=none) header.from=example.org",
        "MX.Example; DMARC = PASS header.from=Example.ORG",
        "mx.example; dmarc/1=pass; dkim=fail",
        "mx.example (our own (front) server); dmarc=pass",
    ],
)
def test_i03_a_pass_of_our_own_server_vouches_for_from(field: str) -> None:
    assert verdict(field) == "true"


@pytest.mark.parametrize(
    "field",
    [
        "mx.example; dmarc=fail (p=reject dis=none) header.from=example.org",
        "mx.example; dmarc=fail (p=quarantine) header.from=example.org",
        "mx.example; dmarc=fail reason=x policy.dmarc=reject",
        "mx.example; dmarc=fail (SPF not aligned, DKIM not aligned; policy=reject)",
        "mx.example; dmarc=pass; dmarc=fail (p=reject)",
    ],
)
def test_i03_a_fail_counts_where_the_domain_publishes_a_policy(field: str) -> None:
    assert verdict(field) == "false"


@pytest.mark.parametrize(
    "field",
    [
        "",
        "mx.example",
        "mx.example; none",
        "mx.example; dmarc=none (p=reject)",
        "mx.example; dmarc=fail (p=none)",
        "mx.example; dmarc=fail",
        "mx.example; dmarc=passable",
        "mx.example; dmarc=pass-ish",
        "mx.example; xdmarc=pass",
        "mx.example; dmarc=pass header.from=evil.example",
        "mx.example; spf=pass smtp.mailfrom=dmarc=pass@evil.example; dmarc=none",
        "evil.example; dmarc=pass",
        "mx.example.evil.example; dmarc=pass",
    ],
)
def test_i04_what_says_nothing(field: str) -> None:
    assert verdict(field) == ""


@pytest.mark.parametrize(
    "field",
    [
        "mx.example; spf=pass (a comment; dmarc=pass); dmarc=none",
        "mx.example; spf=pass (a (nested) one; dmarc=pass ); dmarc=none",
        "mx.example; spf=pass (a \\) bracket; dmarc=pass); dmarc=none",
        "mx.example; spf=pass (open; dmarc=pass",
        "mx.example; spf=pass closed) ; dmarc=pass",
        'mx.example; spf=pass smtp.mailfrom="x; dmarc=pass"@evil.example',
        'mx.example; spf=pass smtp.mailfrom="x\\"; dmarc=pass"@evil.example',
        'mx.example; spf=pass smtp.mailfrom="open; dmarc=pass',
        "(mx.example;) evil.example; dmarc=pass",
    ],
)
def test_i04_comments_and_strings_may_hold_anything(field: str) -> None:
    assert verdict(field) == ""


def test_i04_only_the_topmost_field_is_ours() -> None:
    assert verdict("evil.example; dmarc=pass", "mx.example; dmarc=pass") == ""
    assert verdict("mx.example; dmarc=none", "mx.example; dmarc=pass") == ""


def test_i04_without_a_server_of_our_own_nobody_is_believed() -> None:
    assert verdict("; dmarc=pass", server="") == ""
    assert verdict(" ; dmarc=pass", server="") == ""
    assert verdict() == ""


# A provider's own.

PASS = "mx7.p.example; dmarc=pass header.from=example.org"
FAIL = "mx8.p.example; dmarc=fail (p=reject) header.from=example.org"
SIGNED = "mx7.p.example; dkim=pass header.d=example.org"


@pytest.mark.parametrize(
    ("fields", "above", "expected"),
    [
        ([PASS], [1], "true"),
        ([PASS], [2], ""),  # below the provider's own Received fields
        (["gmx.example; dmarc=pass"], [0], ""),
        ([SIGNED], [0], "true"),
        (["mx7.p.example; dkim=pass header.i=@example.org; spf=fail"], [0], "true"),
        (["mx7.p.example; dkim=pass header.d=evil.example"], [0], ""),
        (["mx7.p.example; dkim=pass header.d=org"], [0], ""),
        (["mx7.p.example; dkim=pass header.d=example.org header.i=@evil.example"], [0], ""),
        (["mx7.p.example; dkim=fail header.d=example.org"], [0], ""),
        (["mx7.p.example; spf=pass", PASS], [0, 0], "true"),  # several fields
        ([PASS, FAIL], [0, 1], "false"),  # a fail beats a pass
        ([PASS, FAIL], [0, 2], "true"),  # but not a forged one
        ([SIGNED, FAIL], [0, 0], "false"),
        (["mx7.p.example; dmarc=fail header.from=example.org", SIGNED], [0, 0], ""),
        (["mx7.p.example; dmarc=none", SIGNED], [0, 0], ""),
        ([], [], ""),
        (['mx7.p.example; "dmarc=pass'], [0], ""),
    ],
)
def test_p30_the_fields_of_a_provider(fields: list[str], above: list[int], expected: str) -> None:
    assert verdict_of_provider(fields, above, lambda name: name.startswith("mx"), 2, ANN) == expected
