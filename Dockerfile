FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY client/package.json client/
COPY web/package.json web/
RUN npm ci
COPY . .
RUN npm run build:web && npm prune --omit=dev

# npm ci installed Node.js and PostgreSQL; they need no more than the C and C++ libraries of Debian.
FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin asfiled && install -d -o asfiled -g asfiled /data
WORKDIR /app
COPY --from=build /app/LICENSE /app/NOTICE /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/server server
COPY --from=build /app/client client
COPY --from=build /app/web/package.json web/package.json
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/sample sample
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production ASFILED_DATA=/data ASFILED_HOST=0.0.0.0
USER 10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ASFILED_PORT ?? 8080}/readyz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/src/main.js"]
CMD ["serve"]
