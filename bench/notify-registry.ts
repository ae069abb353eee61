import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionSettings } from '../server/src/db/connection.ts';
import { type Database, sql } from '../server/src/db/database.ts';
import { JobSystem } from '../server/src/jobs/job-system.ts';
import { createLog } from '../server/src/kernel/log.ts';
import { startRun } from '../server/src/pipeline/runs/start-run.ts';
import { mirrorPath } from '../server/src/sources/kit/http/mirror-path.ts';
import { currentFilingsUrl } from '../server/src/sources/sec-edgar/endpoints.ts';
import { submissionsWith } from '../server/test/fictional/recent-filings.ts';
import {
  type FictionalCompany,
  fictionalCompanies,
  memberOf,
  submissionsOf,
} from '../server/test/fictional/registry.ts';
import { notificationOf, type Probe } from './notify-store.ts';

const ROUNDS = 15;
const WAIT_LIMIT_MS = 60_000;

/**
 * Milliseconds from polling a registry's list with one new filing to the notification of that filing. A running service
 * discovers, fetches from a stand-in registry, parses and stores it.
 */
export async function measureFromRegistry(
  db: Database,
  connection: ConnectionSettings,
  folder: string,
  { accountId }: Probe,
): Promise<number[]> {
  const jobs = await JobSystem.start({ db, connection, log: createLog('error'), firesSchedules: false });
  const mirror = join(folder, 'mirror');
  const companies = fictionalCompanies(ROUNDS);
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(mirror, path)), { recursive: true });
    writeFileSync(join(mirror, path), content);
  };
  const start = (wanted: Parameters<typeof startRun>[2]['wanted']) =>
    startRun(db, jobs, {
      runId: randomUUID(),
      registry: 'sec-edgar',
      command: 'bench',
      options: { mirror, record: null, force: false },
      wanted,
    });
  try {
    for (const one of companies) write(`data.sec.gov/submissions/${memberOf(one)}`, submissionsOf(one));
    await start({ kind: 'everything', since: null });
    const known = () => db.query(sql`select from listings where ticker like 'FICT%'`);
    await until(async () => (await known()).length === ROUNDS);
    await db.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
      select ${accountId}, 'us', ticker_key, ticker, issuer_id from listings where ticker like 'FICT%'`);
    const times: number[] = [];
    for (const [round, company] of companies.entries()) {
      const accession = `000${company.cik}-26-000777`;
      const at = new Date(Date.now() - 60_000 + round * 1_000).toISOString();
      const filing = { accession, form: '8-K', acceptedAt: at };
      write(`data.sec.gov/submissions/${memberOf(company)}`, submissionsWith(company, [filing]));
      write(mirrorPath({ url: currentFilingsUrl(0) }), feedOf(company, accession, at));
      const from = performance.now();
      await start({ kind: 'channel', channel: 'current', position: null, forms: [] });
      const id = notificationOf(`sec-edgar:${accession}`);
      const reported = () =>
        db.query(sql`select from notifications where account_id = ${accountId} and event_id = ${id}`);
      await until(async () => (await reported()).length === 1);
      times.push(performance.now() - from);
    }
    return times;
  } finally {
    await jobs.stop(1_000);
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_LIMIT_MS; !(await isSo()); await sleep(5)) {
    if (Date.now() > end) throw new Error('Timed out waiting for the service.');
  }
}

/** A page of the registry's feed of current filings, in its format, with one filing. */
function feedOf({ cik, name }: FictionalCompany, accession: string, at: string): string {
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Latest Filings</title><entry>
<title>8-K - ${name} (000${cik}) (Filer)</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${cik}/x-index.htm"/>
<summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; ${at.slice(0, 10)}</summary><updated>${at}</updated>
<category scheme="https://www.sec.gov/" label="form type" term="8-K"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id></entry></feed>`;
}
