import { randomUUID } from 'node:crypto';
import { type Database, sql } from '../../src/db/database.ts';
import type { AnnualAmounts } from '../../src/domain/figures/financials/model/financials.ts';
import { AMOUNT_CODES, AMOUNTS_LAYOUT } from '../../src/domain/figures/financials/rules/periods/annual-amounts.ts';
import { ANNUAL_COLUMNS, annualLine } from '../../src/domain/figures/financials/store.ts';
import { parseDay } from '../../src/kernel/dates.ts';

/** A fiscal year with amounts by code. */
export type SeededYear = Partial<AnnualAmounts> & { fiscalYear: number; of: Record<string, number> };

/** Writes fiscal years of one issuer, newest first. */
export async function seedYears(db: Database, issuerId: string, years: readonly SeededYear[]): Promise<void> {
  await db.transaction(tx =>
    tx.copy(
      'annual_amounts',
      ANNUAL_COLUMNS,
      years.map(({ of, ...year }, at) =>
        annualLine(issuerId, {
          periodStart: parseDay(`${year.fiscalYear}-01-01`) ?? 0,
          periodEnd: parseDay(`${year.fiscalYear}-12-31`) ?? 0,
          isNewest: at === 0,
          isStandAlone: false,
          currency: 'USD',
          status: 'published',
          accession: `9999900001-${year.fiscalYear}-000001`,
          layout: AMOUNTS_LAYOUT,
          amounts: AMOUNT_CODES.map(code => of[code] ?? null),
          ...year,
        }),
      ),
    ),
  );
}

/** Replaces the figures of an issuer by one fiscal year that a filing of `knownAt` stated. */
export async function seedFiledYear(
  db: Database,
  issuerId: string,
  of: Record<string, number>,
  knownAt: string,
): Promise<void> {
  await db.execute(sql`delete from annual_amounts where issuer_id = ${issuerId}`);
  await seedYears(db, issuerId, [{ fiscalYear: 2025, of }]);
  await db.execute(sql`
    insert into issuer_financials (issuer_id, version, dictionary, data_as_of)
    values (${issuerId}, ${randomUUID()}, '{}', ${knownAt})
    on conflict (issuer_id) do update set version = excluded.version, data_as_of = excluded.data_as_of`);
}
