import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Database, sql } from '../../db/database.ts';
import { readMigrations } from '../../db/migrate.ts';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { memoizeFor } from '../../kernel/memoize-for.ts';
import { presentedSecret } from './caller.ts';
import type { HttpMetrics } from './metrics.ts';
import { isLoopbackRequest } from './request-origin.ts';

/** Whether the service can serve requests, and the result of each check: `ok` or a word for the problem. */
export interface Readiness {
  isReady: boolean;
  checks: Record<string, string>;
}

export interface HealthServices {
  db: Database;
  log: Log;
  metrics: HttpMetrics;
  /** Allows reading /metrics from other machines; absent or null = loopback only. */
  metricsToken?: string | null;
  readiness?: () => Promise<Readiness>;
  /** True once the server is closing, so that load balancers stop sending requests. */
  isDraining: () => boolean;
}

/** `/healthz`: the process runs; `/readyz`: it can serve requests; `/metrics`: Prometheus text, for loopback or a token. */
export function addHealthRoutes(app: FastifyInstance, services: HealthServices): void {
  // Cached, because the route needs no credentials and has no rate limit.
  const readiness = memoizeFor(READY_FOR_MS, readinessOf);
  app.get('/healthz', { config: { operation: 'healthz' } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { operation: 'readyz' } }, async (_request, reply) => {
    const { isReady, checks } = services.isDraining() ? DRAINING : await readiness(services);
    if (!isReady) reply.code(503).header('retry-after', '5');
    return { status: isReady ? 'ready' : 'not_ready', checks };
  });

  app.get('/metrics', { config: { operation: METRICS } }, async (request, reply) => {
    requireMetricsAccess(request, services.metricsToken ?? null);
    const { text, contentType } = await services.metrics.render();
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(text);
  });
}

/** The name of the route; its responses lack the headers that let any page read them. */
export const METRICS = 'metrics';

function requireMetricsAccess(request: FastifyRequest, token: string | null): void {
  const given = presentedSecret(request.headers);
  const isToken = token !== null && given !== null && timingSafeEqual(digestOf(given), digestOf(token));
  if (isToken || isLoopbackRequest(request)) return;
  throw new AsfiledError(
    'unauthorized',
    'This route serves loopback only. From elsewhere, send ASFILED_METRICS_TOKEN as Authorization: Bearer.',
  );
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const READY_FOR_MS = 1_000;
const DRAINING: Readiness = { isReady: false, checks: { process: 'draining' } };

async function readinessOf({ readiness, db, log }: HealthServices): Promise<Readiness> {
  try {
    return await (readiness ?? (() => databaseIsMigrated(db)))();
  } catch (error) {
    log.warn({ err: error }, `not ready: ${messageOf(error)}`);
    return { isReady: false, checks: { database: 'unreachable' } };
  }
}

async function databaseIsMigrated(db: Database): Promise<Readiness> {
  const applied = await db.queryOne<{ count: string }>(sql`select count(*) from schema_migrations`);
  const isMigrated = Number(applied?.count) === readMigrations().length;
  return { isReady: isMigrated, checks: { database: 'ok', migrations: isMigrated ? 'ok' : 'pending' } };
}
