import { beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { storeReports } from '../../../../../test/seeds/fictional-reports.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { randomNumbers, restatingFiler } from '../../../../../test/seeds/restating-filer.ts';
import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { VOCABULARY } from '../../measures/rules/measures.ts';
import { computeHistories } from '../compute-histories.ts';
import { FiguresOfDays } from './company-figures.ts';

const database = useTestDatabase();
const DAY = '2022-06-30';
let issuerId: string;
let companies = 0;

beforeEach(async () => {
  const key = `cik:${++companies}`;
  issuerId = await seedIssuer(database.db, { key, name: key, listings: [{ ticker: `T${companies}` }] });
  await storeReports(database.db, {
    key,
    issuerId,
    reports: restatingFiler(`f${companies}`, randomNumbers(companies)),
  });
});

/** Reads a figure of years and one of the day; `meanwhile` runs after the first statement. */
async function readFigures(meanwhile: () => Promise<unknown> = async () => undefined) {
  let statements = 0;
  const db: Database = Object.assign(Object.create(database.db), {
    async query(statement: Sql) {
      const rows = await database.db.query(statement);
      if (++statements === 1) await meanwhile();
      return rows;
    },
  });
  const columns = ['revenue', 'market_cap'].map(key => ({
    key,
    expression: VOCABULARY.lookUp(key) ?? ({ kind: 'number', value: 0 } as const),
  }));
  const figures = new FiguresOfDays(db, { columns, explains: false });
  await figures.advance(DAY);
  return figures.read([issuerId]);
}

const compute = () => computeHistories(database.db, { forMs: 60_000 });

it('reads no figures of a company whose history is computed meanwhile', async () => {
  expect((await readFigures(compute)).size).toBe(0);
  expect((await readFigures()).get(issuerId)?.values).toEqual([expect.any(Number), null]);
});

it('reads no figures of a company whose history is withdrawn meanwhile', async () => {
  await compute();
  expect((await readFigures()).size).toBe(1);
  const withdraw = () => database.db.execute(sql`delete from annual_history where issuer_id = ${issuerId}`);
  expect((await readFigures(withdraw)).size).toBe(0);
});
