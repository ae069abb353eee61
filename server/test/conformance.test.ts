import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../src/accounts/authenticator.ts';
import { createKey } from '../src/accounts/keys/api-keys.ts';
import { RateLimiter } from '../src/accounts/limits/rate-limiter.ts';
import { DEFAULT_PLANS, type PlanTable } from '../src/accounts/plans.ts';
import { createLog } from '../src/kernel/log.ts';
import { toErrorResponse } from '../src/transports/http/error-responses.ts';
import { addMcpTransport } from '../src/transports/mcp/mcp-routes.ts';
import { authorize, authorizeClient, Browser, register, useOAuthService } from './accounts/oauth.ts';
import { createConformanceServer } from './conformance/fixture.ts';
import { INAPPLICABLE, OF_THE_SERVICE, toBaseline } from './conformance/inapplicable.ts';
import { runSuite, SUITE } from './conformance/run-suite.ts';
import { startWithToken } from './conformance/stand-in-token.ts';
import { useTestDatabase } from './database.ts';

/** The official MCP conformance suite. `npm run conformance` runs only this file. */
const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
const EMAIL = 'ada@example.org';
const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'asfiled-conformance-'));
const service = useOAuthService(database, [EMAIL]);
afterAll(async () => {
  await service.server.close();
  rmSync(folder, { recursive: true });
});

describe.each(REVISIONS)('a server of revision %s', revision => {
  it('passes every applicable scenario with the tools of the suite behind our transport', async () => {
    const fixture = await startFixture();
    const baseline = join(folder, `${revision}.yaml`);
    writeFileSync(baseline, toBaseline(INAPPLICABLE[revision]));
    const args = ['--requirements', revision, '--expected-failures', baseline, '-o', join(folder, revision)];
    const { output, exit } = await runSuite(['server', '--url', fixture.url, ...args]);
    console.log(output.slice(output.indexOf('=== SUMMARY')));
    expect(exit, output).toBe(0);
    await fixture.close();
  });

  it('passes as the service itself, with a token of an OAuth client', async () => {
    const client = await register(service.base);
    const { access_token: token } = await authorizeClient(service.base, client, EMAIL, {
      scope: 'data:read',
      resource: `${service.base}/mcp`,
    });
    const front = await startWithToken(service.base, token);
    for (const scenario of OF_THE_SERVICE[revision]) {
      const args = ['--scenario', scenario, '--spec-version', revision, '-o', join(folder, 'own')];
      const { output, exit } = await runSuite(['server', '--url', front.url, ...args]);
      expect(exit, output).toBe(0);
    }
    front.close();
  });
});

it('the authorization server passes every scenario', async () => {
  const port = await freePort();
  const redirect = `http://127.0.0.1:${port}/callback`;
  const { client_id: clientId } = await register(service.base, {
    redirect_uris: [redirect, redirect.replace('127.0.0.1', 'localhost')],
  });
  const results = join(folder, 'authorization');
  const child = spawn(process.execPath, [
    SUITE,
    ...['authorization', '--url', service.base, '--client-id', clientId, '--resource', `${service.base}/mcp`],
    ...['--port', String(port), '--verbose', '-o', results],
  ]);
  let said = '';
  const visited = new Set<string>();
  const visit = async (chunk: Buffer) => {
    said += chunk;
    for (const [address] of said.matchAll(/https?:\/\/\S+\/oauth\/authorize\?\S+/g)) {
      if (visited.has(address)) continue;
      visited.add(address);
      const landed = await authorize(new Browser(service.base), address, EMAIL);
      await fetch(landed);
    }
  };
  child.stdout.on('data', visit);
  child.stderr.on('data', visit);
  const exit = await new Promise(done => child.once('close', done));
  expect(exit, said).toBe(0);
  expect(visited.size).toBeGreaterThan(0);
});

it('the agents guide lists the inapplicable scenarios', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guides/agents.md'), 'utf8');
  for (const { reason } of Object.values(INAPPLICABLE).flat()) expect(page).toContain(reason);
});

/** The suite receives the code itself, on a port given to it. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise(done => server.close(done));
  return port;
}

/** Our transport with the tools that the suite calls. */
async function startFixture(): Promise<{ url: string; close: () => Promise<void> }> {
  const now = () => new Date();
  const generous = { perSecond: 100_000, burst: 100_000 };
  const plan = { ...DEFAULT_PLANS.pro, requestsPerSecond: generous.perSecond, burst: generous.burst };
  const plans: PlanTable = { free: plan, pro: plan, business: plan };
  const app = Fastify();
  app.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = toErrorResponse(error, request.id, now());
    return reply.code(status).headers(headers).send(body);
  });
  const rules = {
    authenticator: createAuthenticator({ db: database.db, now }),
    limiter: new RateLimiter(now),
    plans,
    unauthenticatedRate: generous,
  };
  addMcpTransport(app, { ...rules, isBehindProxy: false }, createConformanceServer, createLog('silent'));
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const { key } = await createKey(database.db, { email: 'suite@example.org', plan: 'pro', name: 'suite' });
  const front = await startWithToken(base, key);
  return {
    url: front.url,
    async close() {
      front.close();
      await app.close();
    },
  };
}
