import type { InjectOptions } from 'fastify';
import type { Plan } from '../src/accounts/account.ts';
import { createKey } from '../src/accounts/api-keys.ts';
import { OPERATIONS } from '../src/capabilities/operations.ts';
import type { Database } from '../src/db/database.ts';
import { createLog } from '../src/kernel/log.ts';
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../src/transports/http/create-http-server.ts';

/** An answer as tests look at it. */
export interface ApiAnswer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** The parsed body; tests assert on members of it. */
  json: Record<string, unknown>;
}

/** The server in memory with a key of a plan at hand. */
export interface TestApi {
  server: HttpServer;
  key: string;
  accountId: string;
  get(url: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  ask(request: InjectOptions): Promise<ApiAnswer>;
}

/** Wide enough that no test meets it by accident. */
const GENEROUS = { perSecond: 100_000, burst: 100_000 };

export async function createTestApi(
  db: Database,
  options: Partial<HttpServerOptions> = {},
  plan: Plan = 'business',
): Promise<TestApi> {
  const server = await createHttpServer({
    db,
    operations: OPERATIONS,
    log: createLog('silent'),
    unauthenticatedRate: GENEROUS,
    ...options,
  });
  const { key, accountId } = await createKey(db, { email: `${plan}@example.org`, plan, name: 'test' });
  const ask = async (request: InjectOptions): Promise<ApiAnswer> => {
    const answer = await server.app.inject(request);
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: parsed(answer.body) };
  };
  return {
    server,
    key,
    accountId,
    ask,
    get: (url, headers = {}) => ask({ method: 'GET', url, headers: { 'x-api-key': key, ...headers } }),
  };
}

function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
