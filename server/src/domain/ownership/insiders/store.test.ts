import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import {
  FUND,
  holding,
  JANE,
  readSeededReport,
  sale,
  seedInsiders,
  storeInsiders,
} from '../../../../test/seeds/insiders.ts';
import { seedFilings, seedIssuer } from '../../../../test/seeds/issuers.ts';
import { exportText } from '../../../../test/worker.ts';
import { sql } from '../../../db/database.ts';
import { claimPersons } from '../people/store/persons.ts';
import { redateInsiderReports, replaceInsiderReports } from './store.ts';

const database = useTestDatabase();
const ORIGINAL = {
  nativeId: 'a-1',
  form: '4',
  filed: '2024-05-03',
  owners: [JANE],
  rows: [sale(), holding('By trust')],
} as const;
const AMENDMENT = {
  nativeId: 'b-1',
  form: '4/A',
  filed: '2024-05-10',
  original: '2024-05-03',
  owners: [JANE],
  rows: [sale({ price: '12.6' })],
} as const;

let issuerId: string;
let count = 0;

beforeEach(async () => {
  await database.db.execute(sql`truncate insider_reports, insider_owners, insider_lines, filings, persons cascade`);
  count++;
  issuerId = await seedIssuer(database.db, { key: `cik:90100${count}`, name: `Insiders ${count} Inc`, listings: [] });
});

const standing = async () =>
  (
    await database.db.query<{ id: string }>(sql`
      select transaction_id as id from insider_lines where superseded_by is null order by transaction_id`)
  ).map(row => row.id);

describe('replaceInsiderReports', () => {
  it('stores lines, owners and persons, and changes nothing when repeated', async () => {
    expect(await seedInsiders(database.db, issuerId, [ORIGINAL])).toHaveLength(1);
    const before = await exportText(database.db);
    expect(before).toContain('"transaction_id": "sec-edgar:a-1:001"');
    expect(before).toContain('"identifiers": ["cik:9100001"]');
    expect(await storeInsiders(database.db, issuerId, [ORIGINAL])).toEqual([]);
    expect(await exportText(database.db)).toBe(before);
  });

  it('marks lines that an amendment replaced, independent of the order of storing', async () => {
    await seedInsiders(database.db, issuerId, [AMENDMENT]);
    expect(await standing()).toEqual(['sec-edgar:b-1:001']);
    await seedInsiders(database.db, issuerId, [ORIGINAL]);
    expect(await standing()).toEqual(['sec-edgar:a-1:002', 'sec-edgar:b-1:001']);
    const amends = await database.db.query(sql`select amends from insider_reports order by native_id`);
    expect(amends).toEqual([{ amends: null }, { amends: 'a-1' }]);
  });

  it('restores lines if the amendment is removed or no longer matches by date', async () => {
    await seedInsiders(database.db, issuerId, [ORIGINAL, AMENDMENT]);
    const key = { issuerId, registry: 'sec-edgar', nativeId: 'b-1' };
    await database.db.transaction(tx => replaceInsiderReports(tx, [{ ...key, insiderReport: null }]));
    expect(await standing()).toEqual(['sec-edgar:a-1:001', 'sec-edgar:a-1:002']);
    await storeInsiders(database.db, issuerId, [AMENDMENT]);
    expect(await standing()).toEqual(['sec-edgar:a-1:002', 'sec-edgar:b-1:001']);
    await database.db.execute(sql`
      update filings set filing_date = '2024-04-03', known_at = '2024-04-03T21:00:00Z' where native_id = 'a-1'`);
    await database.db.transaction(tx => redateInsiderReports(tx, [issuerId]));
    expect(await standing()).toEqual(['sec-edgar:a-1:001', 'sec-edgar:a-1:002', 'sec-edgar:b-1:001']);
    const known = await database.db.query(sql`select distinct known_at from insider_lines where native_id = 'a-1'`);
    expect(known).toEqual([{ known_at: '2024-04-03T21:00:00Z' }]);
  });

  it('names a person as the newest filing does and keeps every name as filed', async () => {
    const married = { ...JANE, name: 'SAMPLE JANE' };
    await seedInsiders(database.db, issuerId, [{ ...AMENDMENT, owners: [married, FUND] }]);
    await seedInsiders(database.db, issuerId, [ORIGINAL]);
    const people = await database.db.query(sql`
      select name, kind, array(select n.name from person_names n where n.person_id = p.person_id order by 1) as names
      from persons p order by kind, name`);
    expect(people).toEqual([
      { name: 'Example Partners, L.P.', kind: 'institution', names: ['Example Partners, L.P.'] },
      { name: 'Jane Sample', kind: 'person', names: ['DOE JANE Q', 'SAMPLE JANE'] },
    ]);
  });

  it('rejects a report of a filing that is not stored', async () => {
    await expect(storeInsiders(database.db, issuerId, [ORIGINAL])).rejects.toThrow('not stored');
  });

  it('stores text with NUL escapes and lone surrogates', async () => {
    const filed = { ...ORIGINAL, rows: [sale({ title: 'Common\\u0000 "A" \ud83d' })] };
    await seedFilings(database.db, issuerId, [{ nativeId: 'a-1', form: '4', filed: '2024-05-03' }]);
    await storeInsiders(database.db, issuerId, [filed]);
    expect(await standing()).toHaveLength(1);
    expect(readSeededReport(filed).lines).toHaveLength(1);
  });
});

describe('claimPersons', () => {
  it('assigns another id if the first digits are taken', async () => {
    const named = {
      scheme: 'cik',
      name: 'A',
      nameAsFiled: 'A',
      kind: 'person',
      knownAt: '2024-01-01T00:00:00Z',
      namedBy: 'x',
    } as const;
    const claim = (identifier: string) => database.db.transaction(tx => claimPersons(tx, [{ ...named, identifier }]));
    const first = (await claim('1')).get('cik:1') ?? '';
    await database.db.execute(sql`update person_identifiers set identifier = '2' where identifier = '1'`);
    const second = (await claim('1')).get('cik:1') ?? '';
    expect(second).not.toBe('');
    expect(second.slice(0, 8)).not.toBe(first.slice(0, 8));
    expect(await claim('1')).toEqual(new Map([['cik:1', second]]));
  });
});
