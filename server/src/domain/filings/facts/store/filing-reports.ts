import { createHash } from 'node:crypto';
import { sql, type Transaction } from '../../../../db/database.ts';
import type { FilingKey } from '../../../kit/store/filing-keys.ts';
import type { FilingReport } from '../../filings/model/filing-contents.ts';
import { packReport, REPORT_CODEC_VERSION } from '../model/filing-report-codec.ts';

/** A report ready to store. */
export interface EncodedFilingReport extends FilingKey {
  digest: string;
  factsCount: number;
  statementsCount: number;
  /** Null if empty. */
  plainFacts: Uint8Array | null;
  otherFacts: Uint8Array | null;
  statements: Uint8Array | null;
}

/** Packs the tagged facts of an opened filing; null = none. Throws if a statement refers to a missing fact. */
export function encodeFilingReport(report: FilingReport | null, filing: FilingKey): EncodedFilingReport {
  const packed = report === null || report.facts.length === 0 ? null : packReport(report);
  const statementsCount = packed === null ? 0 : (report?.statements.length ?? 0);
  const parts = {
    plainFacts: packed?.plainFacts ?? null,
    otherFacts: packed?.otherFacts ?? null,
    statements: statementsCount === 0 && !report?.statementsReason ? null : (packed?.statements ?? null),
  };
  return {
    ...filing,
    ...parts,
    digest: digestOf(Object.values(parts)),
    factsCount: packed === null ? 0 : (report?.facts.length ?? 0),
    statementsCount,
  };
}

/** A digest of the packed bytes: reading a document again with the same result writes nothing. */
function digestOf(parts: readonly (Uint8Array | null)[]): string {
  const hash = createHash('sha256').update(REPORT_CODEC_VERSION);
  for (const part of parts) hash.update(`${part?.length ?? -1}:`).update(part ?? '');
  return hash.digest('hex');
}

/** Replaces the report of a filing. Returns false and writes nothing if it is unchanged. */
export async function replaceFilingReport(tx: Transaction, report: EncodedFilingReport): Promise<boolean> {
  const { issuerId, registry, nativeId } = report;
  const before = await tx.queryOne<{ digest: string; facts_count: number }>(sql`
    select digest, facts_count from filing_reports
    where issuer_id = ${issuerId} and registry = ${registry} and native_id = ${nativeId} for update`);
  if (before?.digest === report.digest) return false;
  const written = await tx.execute(sql`
    insert into filing_reports as kept (issuer_id, registry, native_id, digest, facts_count, statements_count, plain_facts,
      other_facts, statements)
    values (${issuerId}, ${registry}, ${nativeId}, ${report.digest}, ${report.factsCount}, ${report.statementsCount},
      ${report.plainFacts}, ${report.otherFacts}, ${report.statements})
    on conflict (issuer_id, registry, native_id) do update set
      digest = excluded.digest, facts_count = excluded.facts_count, statements_count = excluded.statements_count,
      plain_facts = excluded.plain_facts, other_facts = excluded.other_facts, statements = excluded.statements,
      stored_at = now()
    where kept.digest <> excluded.digest`);
  const hasFacts = report.factsCount > 0 || (before?.facts_count ?? 0) > 0;
  if (written > 0 && hasFacts) await incrementVersion(tx, issuerId);
  return written > 0;
}

async function incrementVersion(tx: Transaction, issuerId: string): Promise<void> {
  await tx.execute(sql`
    insert into issuer_reports as kept (issuer_id, version) values (${issuerId}, 1)
    on conflict (issuer_id) do update set version = kept.version + 1`);
}
