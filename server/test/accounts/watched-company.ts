import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Database, sql } from '../../src/db/database.ts';
import type { IngestResult } from '../../src/pipeline/ingest.ts';
import type { Worker } from '../../src/pipeline/worker.ts';
import { useTestDatabase } from '../database.ts';
import { type FictionalSubmission, submissionText } from '../fictional/filing.ts';
import { type RecentFiling, submissionsWith } from '../fictional/recent-filings.ts';
import { type FictionalCompany, fictionalCompanies, memberOf, tickersOf, writeFiles } from '../fictional/registry.ts';
import { useTemporaryFolder } from '../temporary-folder.ts';
import { ingest, startTestWorker } from '../worker.ts';
import { createWatcher } from './watch.ts';

/** A fictional company at a fictional registry, whose filings a worker loads as a test publishes them. */
export interface WatchedCompany {
  company: FictionalCompany;
  readonly db: Database;
  readonly worker: Worker;
  /** Makes filings the newest of the registry's list of the company. */
  publish(filings: readonly RecentFiling[]): void;
  /** Publishes the documents of one of them. */
  publishDocuments(filing: RecentFiling, documents: FictionalSubmission['documents'], items?: string[]): void;
  /** Loads all that is published. */
  load(): Promise<IngestResult>;
  /** Reads again what was loaded, from the bytes or from the facts. */
  replay(from: 'parse' | 'normalise'): Promise<IngestResult>;
  issuerId(): Promise<string>;
  /** An account that is told of some events of the company; returns its id. */
  watch(email: string, eventTypes: string[]): Promise<string>;
}

/** The same for the tests of a file, with a database and a worker of its own. */
export function useWatchedCompany(): WatchedCompany {
  const database = useTestDatabase();
  const folder = useTemporaryFolder();
  const [company] = fictionalCompanies(1) as [FictionalCompany];
  const mirror = () => join(folder.path, 'mirror');
  let worker: Worker;
  beforeAll(async () => {
    worker = await startTestWorker(database.connection, join(folder.path, 'data'));
  });
  afterAll(() => worker.stop());
  const issuerId = async () => {
    const row = await database.db.queryOne<{ issuer_id: string }>(sql`select issuer_id from issuers`);
    return row?.issuer_id ?? '';
  };
  return {
    company,
    get db() {
      return database.db;
    },
    get worker() {
      return worker;
    },
    publish: filings =>
      writeFiles(mirror(), {
        'www.sec.gov/files/company_tickers_exchange.json': tickersOf([company]),
        [`data.sec.gov/submissions/${memberOf(company)}`]: submissionsWith(company, filings),
      }),
    publishDocuments({ accession, form, acceptedAt }, documents, items) {
      const filed = acceptedAt.slice(0, 10).replaceAll('-', '');
      const about = { company, accession, form, filed, period: filed, documents };
      const place = `www.sec.gov/Archives/edgar/data/${company.cik}/${accession.replaceAll('-', '')}/${accession}.txt`;
      writeFiles(mirror(), { [place]: submissionText(items === undefined ? about : { ...about, items }) });
    },
    load: () => ingest(worker, { kind: 'everything', since: null }, { mirror: mirror() }),
    replay: from => ingest(worker, { kind: 'replay', from }, { force: true }),
    issuerId,
    async watch(email, eventTypes) {
      return createWatcher(database.db, email, [{ issuerId: await issuerId(), ticker: company.ticker, eventTypes }]);
    },
  };
}
