#!/bin/sh
# Deploys in maintenance, and marks the version when that went well:
#
#   deploy.sh v1.4.2 ./deploy-to-production --all
#
# Nobody is woken by what the deployment itself takes down; what is still down 2 minutes after it is told. An outage that begins
# in the half hour after it says 'DOWN 42 s after v1.4.2'. Ends with the exit code of the command. Where Upvigil cannot be
# reached it deploys all the same.
#
# Reads from the environment:
#   UPVIGIL_WEBSITE            id of the website that is deployed (its name, if the token may read); required
#   UPVIGIL_MAINTENANCE        how long the deployment takes at most (default 30m)
#   UPVIGIL_SERVER             address of the server (default http://127.0.0.1:8080)
#   UPVIGIL_TOKEN              made by: upvigil token create Deployments --scope deploy
#   UPVIGIL                    the command (default upvigil)
set -eu

if [ $# -lt 2 ]; then
  echo "usage: $0 VERSION COMMAND [ARGUMENT...]" >&2
  exit 2
fi
version=$1
shift
upvigil=${UPVIGIL:-upvigil}

# A command that fails ends this script, with its exit code and without a mark.
$upvigil maintenance run --website "${UPVIGIL_WEBSITE:?}" --for "${UPVIGIL_MAINTENANCE:-30m}" \
  --title "Deployment of $version" --anyway -- "$@"

# A mark that cannot be made does not make the deployment a failure.
$upvigil mark "$version" --website "$UPVIGIL_WEBSITE" >/dev/null || true
