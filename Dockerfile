# Two images, for amd64 and arm64: `slim`, and `full` with Chromium for screenshots and browser checks.
#   docker build --target slim -t upvigil:slim .

# The tarball is the same for every machine, so the machine that builds makes it, whatever it builds for.
FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS tarball
WORKDIR /build
COPY package.json package-lock.json tsconfig.json tsconfig.base.json ./
COPY LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY docs docs
COPY examples examples
COPY packages packages
COPY scripts scripts
# npm ci wants the manifest of every workspace.
COPY lab/package.json lab/
RUN npm ci --ignore-scripts && npm run pack

FROM node:22-bookworm-slim AS installed
COPY --from=tarball /build/dist/upvigil-[0-9]*.tgz /tmp/upvigil.tgz
RUN npm install --prefix /opt/upvigil --ignore-scripts --no-audit --no-fund /tmp/upvigil.tgz

FROM node:22-bookworm-slim AS slim
COPY --from=installed /opt/upvigil /opt/upvigil
# Nothing but /data and /tmp is written to, so the rest may be read-only.
# `upvigil login` in the container stores its session beside the data: the user has no other folder to write to.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data UPVIGIL_CONFIG_DIR=/data/cli
RUN mkdir /data && chown 1000:1000 /data && ln -s /opt/upvigil/node_modules/.bin/upvigil /usr/local/bin/upvigil
WORKDIR /data
VOLUME /data
# By number, so that Kubernetes can see that it is not root
USER 1000:1000
EXPOSE 8080
# An upgrade of a large database answers late.
HEALTHCHECK --start-period=60s --interval=30s --timeout=5s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT??8080)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["upvigil", "serve"]

FROM slim AS full
USER root
# Fonts for what Chromium's own do not have: Chinese, Japanese and Korean, Thai, Hindi, Arabic and Hebrew, emoji
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-wqy-zenhei fonts-ipafont-gothic fonts-tlwg-loma-otf fonts-lohit-deva fonts-freefont-ttf fonts-noto-color-emoji && rm -rf /var/lib/apt/lists/*
USER 1000:1000
