import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { Plan } from '../src/accounts/account.ts';
import { createKey } from '../src/accounts/keys/api-keys.ts';
import { DEFAULT_PLANS, type PlanTable } from '../src/accounts/plans.ts';
import type { Database } from '../src/db/database.ts';
import type { AnyOperation } from '../src/domain/kit/operation.ts';
import { createLog } from '../src/kernel/log.ts';
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../src/transports/http/create-http-server.ts';
import { OPERATIONS } from '../src/transports/operations.ts';
import { useForFile } from './use-for-file.ts';

/** A response, as tests inspect it. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** The parsed body. */
  json: Record<string, unknown>;
}

/** An in-process server with an API key of a plan. */
export interface TestApi {
  server: HttpServer;
  key: string;
  accountId: string;
  get(url: string, headers?: Record<string, string>): Promise<ApiResponse>;
  /** The successful response of an operation, which has the shape that its definition states. */
  read(operation: Pick<AnyOperation, 'output'>, url: string): Promise<ApiResponse>;
  /** A request with the key and, if given, a body. */
  send(method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<ApiResponse>;
  ask(request: InjectOptions): Promise<ApiResponse>;
}

/** High enough that no test reaches the rate limit by accident; credits are those of the plans. */
const GENEROUS = { perSecond: 100_000, burst: 100_000 };
const UNHURRIED_PLANS: PlanTable = {
  free: { ...DEFAULT_PLANS.free, requestsPerSecond: GENEROUS.perSecond, burst: GENEROUS.burst },
  pro: { ...DEFAULT_PLANS.pro, requestsPerSecond: GENEROUS.perSecond, burst: GENEROUS.burst },
  business: { ...DEFAULT_PLANS.business, requestsPerSecond: GENEROUS.perSecond, burst: GENEROUS.burst },
};

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
    plans: UNHURRIED_PLANS,
    ...options,
  });
  const { key, accountId } = await createKey(db, { email: `${plan}@example.org`, plan, name: 'test' });
  const ask = async (request: InjectOptions): Promise<ApiResponse> => {
    const response = await server.app.inject(request);
    return { status: response.statusCode, headers: response.headers, text: response.body, json: parsed(response.body) };
  };
  const get: TestApi['get'] = (url, headers = {}) =>
    ask({ method: 'GET', url, headers: { 'x-api-key': key, ...headers } });
  return {
    server,
    key,
    accountId,
    ask,
    get,
    async read({ output }, url) {
      const response = await get(url);
      expect(response.status, response.text).toBe(200);
      expect(output.safeParse(response.json).error).toBeUndefined();
      return response;
    },
    send: (method, url, payload) =>
      ask({ method, url, headers: { 'x-api-key': key }, ...(payload === undefined ? {} : { payload }) }),
  };
}

/** The API over the database of a test file: `const api = useTestApi(database);` and then `api.get` inside tests. */
export function useTestApi(
  database: { readonly db: Database },
  options?: Partial<HttpServerOptions>,
  plan?: Plan,
): TestApi {
  return useForFile(
    () => createTestApi(database.db, options, plan),
    ({ server }) => server.close(),
  );
}

function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
