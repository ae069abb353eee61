import { join } from 'node:path';
import { type Database, sql } from '../../src/db/database.ts';
import type { IngestResult } from '../../src/pipeline/runs/ingest.ts';
import type { Worker } from '../../src/pipeline/worker.ts';
import { useTestDatabase } from '../database.ts';
import { type FictionalSubmission, submissionText } from '../fictional/filing.ts';
import { type RecentFiling, submissionsWith } from '../fictional/recent-filings.ts';
import { type FictionalCompany, fictionalCompany, listed, placeOf, writeFiles } from '../fictional/registry.ts';
import { useTemporaryFolder } from '../temporary-folder.ts';
import { ingest, useTestWorker } from '../worker.ts';
import { createWatcher } from './watch.ts';

/** A fictional company at a stand-in registry. A worker loads its filings as a test publishes them. */
export interface WatchedCompany {
  company: FictionalCompany;
  readonly db: Database;
  readonly worker: Worker;
  /** Adds filings to the top of the registry's list of the company. */
  publish(filings: readonly RecentFiling[]): void;
  /** Publishes the documents of a filing. */
  publishDocuments(filing: RecentFiling, documents: FictionalSubmission['documents'], items?: string[]): void;
  /** Ingests everything published. */
  load(): Promise<IngestResult>;
  /** Reprocesses the loaded filings, from the bytes or from the facts. */
  replay(from: 'parse' | 'normalise'): Promise<IngestResult>;
  issuerId(): Promise<string>;
  /** Creates an account with alerts for some events of the company; returns its id. */
  watch(email: string, eventTypes: string[]): Promise<string>;
}

/** A watched company for a test file, with its own database and worker. */
export function useWatchedCompany(): WatchedCompany {
  const database = useTestDatabase();
  const folder = useTemporaryFolder();
  const company = fictionalCompany();
  const mirror = () => join(folder.path, 'mirror');
  const worker = useTestWorker(database, folder);
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
      writeFiles(
        mirror(),
        listed([company], () => submissionsWith(company, filings)),
      ),
    publishDocuments({ accession, form, acceptedAt }, documents, items) {
      const filed = acceptedAt.slice(0, 10).replaceAll('-', '');
      const about = { company, accession, form, filed, period: filed, documents };
      const place = placeOf(company, accession);
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
