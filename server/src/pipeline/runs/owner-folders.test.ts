import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { type FictionalOwnership, ownershipSubmission } from '../../../test/fictional/ownership.ts';
import { fictionalCompany, listed, placeOf, writeFiles } from '../../../test/fictional/registry.ts';
import { JANE, sale } from '../../../test/seeds/insiders.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingest, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const company = fictionalCompany();
const everything = { kind: 'everything', since: null } as const;
const ACCESSION = '0009100001-24-000001';
const REPORT: FictionalOwnership = { company, form: '4', period: '2024-05-01', owners: [JANE], rows: [sale()] };

const worker = useTestWorker(database, folder);
let mirror: string;

beforeAll(async () => {
  mirror = join(folder.path, 'mirror');
  writeFiles(mirror, {
    ...listed([company]),
    [placeOf(JANE, ACCESSION)]: ownershipSubmission(REPORT, ACCESSION, '2024-05-03'),
  });
});

test('a report in its owner’s folder is stored under the issuer, and a re-run changes nothing', async () => {
  expect(await ingest(worker, everything, { mirror })).toMatchObject({ failed: 0 });
  const lines = await database.db.query(sql`
    select n.transaction_id, i.canonical_key from insider_lines n join issuers i using (issuer_id)`);
  expect(lines).toEqual([{ transaction_id: `sec-edgar:${ACCESSION}:001`, canonical_key: 'cik:9000001' }]);
  const issuers = await database.db.query(sql`select canonical_key from issuers`);
  expect(issuers).toEqual([{ canonical_key: 'cik:9000001' }]);
  const before = await exportText(database.db);
  expect(await ingest(worker, everything, { mirror })).toMatchObject({ failed: 0 });
  expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
  expect(await exportText(database.db)).toBe(before);
});
