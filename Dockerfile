# Strongroom with an embedded PostgreSQL of its own; with DATABASE_URL it uses yours. Runs with a read-only root: only /data is written to.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ormconfig.ts ./
COPY scripts ./scripts
COPY console ./console
COPY src ./src
COPY bench ./bench
COPY soak ./soak
COPY test ./test
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
# initdb wants an account that has a name.
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin strongroom \
  && mkdir -m 700 /data && chown strongroom:strongroom /data
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY --chmod=755 deploy/strongroom /usr/local/bin/strongroom
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=8080
# Freed memory goes back to the system (docs/operations.md, "Memory"); threads for names that the system looks up.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 UV_THREADPOOL_SIZE=6
USER 10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["strongroom"]
