import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { sql } from '../../../../db/database.ts';
import { upsertStandings } from '../../../filings/filings/store/filing-standings.ts';
import { gatherAllPeople } from '../gather-people.ts';
import { findWaitingRoles, markPeopleOfFilings } from './role-statements.ts';

const database = useTestDatabase();

const roles = () =>
  database.db.query<{ name: string; company_name: string; until_date: string | null }>(sql`
    select p.name, i.company_name, r.until_date from person_roles r
    join persons p using (person_id) join issuers i using (issuer_id) order by p.name`);

it('retains statements about another issuer until that issuer is stored', async () => {
  const { db } = database;
  const holder = await seedIssuer(db, { key: 'jcn:1', name: 'Fictional Holder KK', marketId: 'jp' });
  const about = { scheme: 'sec_code', identifier: '99990' };
  const stake = stated('Fictional Holder KK', 'major_shareholder', {
    kind: 'institution',
    about,
    ownershipPct: '12.5',
  });
  await seedPeople(db, holder, { 'filing/S1': [stake] }, 'edinet');
  expect(await roles()).toEqual([]);
  const mill = await seedIssuer(db, {
    key: 'jcn:2',
    name: 'Fictional Mill KK',
    marketId: 'jp',
    identifiers: { sec_code: '99990' },
  });
  await db.transaction(tx => findWaitingRoles(tx, [mill]));
  await gatherAllPeople(db);
  expect(await roles()).toEqual([{ name: 'Fictional Holder KK', company_name: 'Fictional Mill KK', until_date: null }]);
});

it('stores text without the characters that PostgreSQL rejects', async () => {
  const { db } = database;
  const issuerId = await seedIssuer(db, { key: 'cik:990041', name: 'Fictional Odd Inc' });
  const name = 'Odd\u0000 Na\ud800me';
  await seedPeople(db, issuerId, { 'filing/a': [stated(name, 'director', { roleTitle: '\udfff' })] });
  expect((await roles()).map(role => role.name)).toContain('Odd\ufffd Na\ufffdme');
});

it('removes the statements of a withdrawn filing', async () => {
  const { db } = database;
  const issuerId = await seedIssuer(db, { key: 'cik:990042', name: 'Fictional Back Inc' });
  await seedFilings(db, issuerId, [{ nativeId: 'w-1', form: '10-K', filed: '2024-05-01', hasXbrl: false }]);
  await seedPeople(db, issuerId, { 'filing/w-1': [stated('Pat Back', 'director')] });
  expect((await roles()).map(role => role.name)).toContain('Pat Back');
  const standing = { nativeId: 'w-1', status: 'withdrawn' as const, since: '2024-06-01T00:00:00Z' };
  await db.transaction(async tx => {
    await upsertStandings(tx, 'sec-edgar', [standing]);
    await markPeopleOfFilings(tx, 'sec-edgar', ['w-1']);
  });
  await gatherAllPeople(db);
  expect((await roles()).map(role => role.name)).not.toContain('Pat Back');
});
