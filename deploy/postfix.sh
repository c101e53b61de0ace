#!/bin/sh
# Set Postfix up for the game server DOMAIN, by the lines of docs/hosts/mail-server.md, and run it.
set -eu
: "${DOMAIN:?}" "${MAIL_HOST:?}"

pattern=$(printf %s "$DOMAIN" | sed 's/[.]/\\./g')
cat >/etc/postfix/pbem_recipients <<END
/^(pbem|postmaster|abuse)@$pattern\$/      ok
/^pbem(-b)?\\+[a-z2-7]+@$pattern\$/   ok
END

DEBIAN_FRONTEND=noninteractive make-ssl-cert generate-default-snakeoil # for STARTTLS; nothing, where there is one
postconf -F '*/*/chroot = n'
postconf -e \
    "myhostname = $MAIL_HOST" \
    'mydestination =' \
    'alias_maps =' \
    'notify_classes =' \
    'mynetworks = 127.0.0.0/8' \
    'inet_interfaces = all' \
    "relay_domains = $DOMAIN" \
    'relay_recipient_maps = regexp:/etc/postfix/pbem_recipients' \
    "transport_maps = inline:{ $DOMAIN=lmtp:inet:pbem:8024 }" \
    'lmtp_host_lookup = native' \
    'message_size_limit = 1000000' \
    'smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination' \
    'smtpd_tls_security_level = may' \
    'smtpd_tls_cert_file = /etc/ssl/certs/ssl-cert-snakeoil.pem' \
    'smtpd_tls_key_file = /etc/ssl/private/ssl-cert-snakeoil.key' \
    'smtp_tls_security_level = may' \
    'maillog_file = /dev/stdout'
# Outgoing mail of the game server comes in by a port that compose.yaml does not publish.
postconf -M '10025/inet = 10025 inet n - n - - smtpd'
postconf -P \
    '10025/inet/mynetworks=0.0.0.0/0,[::]/0' \
    '10025/inet/smtpd_relay_restrictions=permit_mynetworks,reject' \
    '10025/inet/smtpd_tls_security_level=none'
exec postfix start-fg
