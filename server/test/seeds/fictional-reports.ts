import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/db/database.ts';
import {
  type FictionalReport,
  fictionalFacts,
  fictionalInput,
} from '../../src/domain/figures/financials/rules/fictional-filer.ts';
import { packFinancials } from '../../src/domain/figures/financials/rules/financials.ts';
import { encodeIssuerFinancials, replaceFinancials } from '../../src/domain/figures/financials/store.ts';
import { seedFacts, seedFilings } from './issuers.ts';

export interface StoredFiler {
  /** Canonical key. */
  key: string;
  issuerId: string;
  reports: readonly FictionalReport[];
}

/** Stores the first reports of a fictional filer as a load does, each known at 21:00 UTC of its day. */
export async function storeReports(db: Database, { key, issuerId, reports }: StoredFiler, count = reports.length) {
  const set = fictionalFacts(reports.slice(0, count));
  const filings = await db.query<{ native_id: string }>(sql`
    select native_id from filings where issuer_id = ${issuerId}`);
  const known = new Set(filings.map(filing => filing.native_id));
  await seedFilings(
    db,
    issuerId,
    set.filings
      .filter(({ accession }) => !known.has(accession))
      .map(({ accession, form, filed }) => ({ nativeId: accession, form, filed })),
  );
  await db.execute(sql`delete from fact_sources where issuer_id = ${issuerId}`);
  await db.execute(sql`delete from fact_series where issuer_id = ${issuerId}`);
  await seedFacts(db, issuerId, set);
  const knownAt = Object.fromEntries(set.filings.map(({ accession, filed }) => [accession, `${filed}T21:00:00Z`]));
  const packed = packFinancials(fictionalInput([set], { canonicalKey: key, knownAt }));
  const encoded = encodeIssuerFinancials(packed, { issuerId, version: `v${count}`, dataAsOf: null });
  await db.transaction(tx => replaceFinancials(tx, [encoded]));
}
