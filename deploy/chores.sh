#!/bin/sh
# What timers or cron do elsewhere: reminders and deadlines twice an hour; once a day a look at everything, and a copy of
# the database, kept for 30 days.
trap 'exit 0' INT TERM
while :; do
    pbem remind
    copy=/var/backups/pbem/pbem-$(date +%F).db
    if [ ! -e "$copy" ]; then
        pbem check
        pbem doctor
        pbem backup "$copy"
        find /var/backups/pbem -name 'pbem-*.db' -mtime +30 -delete
    fi
    sleep 1800 &
    wait $!
done
