import { type Instant, toInstant } from '../kernel/dates.ts';
import { knownAtOf } from './figures/financials/rules/periods/visible-filings.ts';
import type { FactFiling } from './filings/facts/model/facts.ts';
import type { IssuerRecords } from './filings/filings/model/issuer-records.ts';
import type { Filing } from './filings/issuers/model/issuer.ts';

/** A filing with the precedence of its source; the lowest value is the most trusted. */
export interface RankedFiling {
  filing: Filing;
  precedence: number;
}

/** Each filing once, as its most trusted source states it. */
export function chooseFilings(rankOf: (source: string) => number, records: readonly IssuerRecords[]): RankedFiling[] {
  const chosen = new Map<string, RankedFiling>();
  for (const one of records) {
    const precedence = rankOf(one.source);
    for (const filing of one.filings) {
      const standing = chosen.get(filing.nativeId);
      if (standing === undefined || precedence < standing.precedence)
        chosen.set(filing.nativeId, { filing, precedence });
    }
  }
  return [...chosen.values()];
}

/** When the newest filing became known; null if there are none. */
export function newestOf(filings: readonly RankedFiling[]): Instant | null {
  let newest: Instant | null = null;
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const { knownAt } of filings.map(({ filing }) => filing)) {
    const knownMs = Date.parse(knownAt);
    if (knownMs > newestMs) [newest, newestMs] = [knownAt, knownMs];
  }
  return newest;
}

/** When each filing with XBRL became known, in epoch seconds, including the filings of this task. */
export function overlayKnown(stored: string, filings: readonly RankedFiling[]): Map<string, number> {
  const known = new Map<string, number>();
  const ranks = new Map<string, number>();
  for (const entry of stored === '' ? [] : stored.split(' ')) {
    const [accession = '', seconds, precedence] = entry.split('=');
    known.set(accession, Number(seconds));
    ranks.set(accession, Number(precedence));
  }
  for (const { filing, precedence } of filings) {
    if ((ranks.get(filing.nativeId) ?? Number.POSITIVE_INFINITY) < precedence) continue;
    if (filing.hasXbrl) known.set(filing.nativeId, Math.floor(Date.parse(filing.knownAt) / 1_000));
    else known.delete(filing.nativeId);
  }
  return known;
}

/** When the newest filing of some lists became known; null if there are none. `known` holds epoch seconds by accession. */
export function newestKnown(
  filings: readonly (readonly FactFiling[])[],
  known: ReadonlyMap<string, number>,
): Instant | null {
  let newest = Number.NEGATIVE_INFINITY;
  for (const filing of filings.flat()) {
    const seconds = known.get(filing.accession) ?? Math.floor(Date.parse(knownAtOf(filing, {})) / 1_000);
    if (seconds > newest) newest = seconds;
  }
  return Number.isFinite(newest) ? toInstant(newest * 1_000) : null;
}
