#!/bin/sh
# Backs up an Upvigil server: creates a backup there, fetches and checks a copy, keeps the newest ones on both sides.
# Says nothing when all went well, so that cron sends mail only when something did not; ends with 1 then.
#
# Reads from the environment, or from the crontab that calls it:
#   UPVIGIL_SERVER             address of the server (default http://127.0.0.1:8080)
#   UPVIGIL_TOKEN              made by: upvigil token create 'Nightly backup' --scope backup
#   UPVIGIL_BACKUP_FOLDER      where the copies go (default ./upvigil-backups)
#   UPVIGIL_BACKUP_KEEP        how many are kept, there and here (default 10; 3 at least)
#   UPVIGIL                    the command (default upvigil)
set -eu

upvigil=${UPVIGIL:-upvigil}
folder=${UPVIGIL_BACKUP_FOLDER:-./upvigil-backups}
keep=${UPVIGIL_BACKUP_KEEP:-10}

umask 077
mkdir -p "$folder"

# Waits until the backup is whole. Another night that is still at work makes this one fail, and say so.
name=$($upvigil backup create --yes)

# The copy gets its name only after it was read whole and found good.
$upvigil backup download "$name" --output "$folder/" --yes >/dev/null

# Older ones go only after the new one is safe.
$upvigil backup cleanup --keep "$keep" --yes >/dev/null
ls -1t "$folder"/*.tar.gz | tail -n "+$((keep + 1))" | while IFS= read -r old; do
  rm -- "$old"
done
