import { pack } from '../../../../kernel/packed-json.ts';
import type { FilingReport, ReportedFact } from '../../filings/model/filing-contents.ts';
import { ColumnWriter } from './filing-facts-codec.ts';
import { toStoredStatement } from './filing-statements-codec.ts';

/** Changes whenever stored reports must be rewritten to be readable. */
export const REPORT_CODEC_VERSION = '1';

/** A report as stored: JSON of columns and dictionaries, compressed with zstd. */
export interface PackedReport {
  /** Numbers and nils without dimensions: the facts that canonical values use. */
  plainFacts: Uint8Array;
  /** Texts, and facts with dimensions. */
  otherFacts: Uint8Array;
  statements: Uint8Array;
}

/**
 * Packs a report; the same report gives the same bytes. Throws if a date is invalid or a statement refers to a missing
 * fact.
 */
export function packReport({ facts, statements, statementsReason, labels }: FilingReport): PackedReport {
  const plain = new ColumnWriter();
  const other = new ColumnWriter();
  for (const [position, fact] of facts.entries()) (isPlain(fact) ? plain : other).add(fact, position);
  return {
    plainFacts: pack(plain.stored(NO_LABELS)),
    otherFacts: pack(other.stored(labels ?? NO_LABELS)),
    statements: pack(
      statements.length === 0
        ? (statementsReason ?? null)
        : statements.map(statement => toStoredStatement(statement, facts.length)),
    ),
  };
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();

function isPlain(fact: ReportedFact): boolean {
  return fact.unit !== null && Object.keys(fact.dimensions).length === 0;
}
