/**
 * Measures the share of authentication in the cost of a request: `node bench/key-check.ts URL KEY_OR_TOKEN PID [PATH]`,
 * with a running service whose process id is PID. Both costs are processor time.
 */
import { readFileSync } from 'node:fs';
import { createAuthenticator } from '../server/src/accounts/authenticator.ts';
import type { Database } from '../server/src/db/database.ts';

const [base = '', secret = '', pid = '', path = '/api/v1/markets'] = process.argv.slice(2);
const CHECKS = 500_000;
const REQUESTS = 3_000;
const AT_ONCE = 16;
const TICKS_PER_SECOND = 100;

const check = await checkMicroseconds();
const { cpu, requests } = await serve();
const request = (cpu / requests) * 1e6;
const share = ((check / request) * 100).toFixed(1);
console.log(
  `check ${check.toFixed(2)} µs, ${share} % of the ${request.toFixed(0)} µs of a request of ${path} (${requests})`,
);

/** The check of a cached key, as in nearly every call. */
async function checkMicroseconds(): Promise<number> {
  const row = {
    key_id: 'k',
    account_id: 'a',
    email: 'a@example.org',
    plan: 'pro',
    expires_at: null,
    last_used_at: new Date().toISOString(),
    scopes: ['data:read'],
  };
  const authenticator = createAuthenticator({
    db: { queryOne: async () => row } as unknown as Database,
    now: () => new Date(),
    cacheMs: 3_600_000,
  });
  const key = `afk_${'x'.repeat(43)}`;
  await authenticator.authenticate(key);
  for (let at = 0; at < CHECKS / 10; at++) authenticator.known(key);
  const from = process.cpuUsage();
  for (let at = 0; at < CHECKS; at++) authenticator.known(key);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / CHECKS;
}

async function serve(): Promise<{ cpu: number; requests: number }> {
  const before = processorSeconds();
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) {
      const response = await fetch(base + path, { headers: { authorization: `Bearer ${secret}` } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} returned status ${response.status}. Raise the limits of the plan.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { cpu: processorSeconds() - before, requests: REQUESTS };
}

/** proc(5): fields 12 and 13 after the program name are user and system time. */
function processorSeconds(): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
