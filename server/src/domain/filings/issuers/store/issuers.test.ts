import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { upsertStatements } from './issuers.ts';

const database = useTestDatabase();

it('keeps the last statement of a source that states an issuer twice at once, as two imported files of one address', async () => {
  const { db } = database;
  const issuerId = await seedIssuer(db, { key: 'dart:00990001', name: 'Twice' });
  const statement = {
    ...{ issuerId, registry: 'opendart', source: 'company', precedence: 0, issuer: null, damage: null },
    ...{ filingsCount: 0, factsCount: 0 },
  };
  const [first, second] = ['["first"]', '["second"]'].map(documents => ({ ...statement, documents }));
  const rows = [first, { ...statement, source: 'list', documents: '[]' }, second].filter(row => row !== undefined);
  await db.transaction(tx => upsertStatements(tx, rows));
  const stored = await db.query(sql`
    select source, documents from issuer_statements
    where issuer_id = ${issuerId} and registry = 'opendart' order by source`);
  expect(stored).toEqual([
    { source: 'company', documents: '["second"]' },
    { source: 'list', documents: '[]' },
  ]);
});
