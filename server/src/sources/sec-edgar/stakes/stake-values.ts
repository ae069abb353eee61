import type { Filer } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { DisclosedStake } from '../../../domain/ownership/holders/model/disclosed-stake.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { isCusip } from '../../../kernel/identifiers/check-digits.ts';
import { nameKey } from '../../../kernel/identifiers/name-key.ts';
import { plainCik } from '../identifiers.ts';

/** Central index keys (without leading zeros) of filers, by their folded names. */
export type KnownHolders = ReadonlyMap<string, string>;

/** The filers named in a header, if no two of them have the same name. */
export function knownHolders(filers: readonly Filer[]): KnownHolders {
  const known = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { canonicalKey, companyName, role } of filers) {
    if (role !== 'filed_by') continue;
    const key = nameKey(companyName);
    const cik = canonicalKey.replace(/^cik:/, '');
    if (known.has(key) && known.get(key) !== cik) ambiguous.add(key);
    known.set(key, cik);
  }
  for (const key of ambiguous) known.delete(key);
  return known;
}

/**
 * The reporting person: by the stated number, or else by the number of the filer of this name. Others are identified by
 * position.
 */
export function readHolder(of: {
  accession: string;
  /** 1-based. */
  place: number;
  nameAsFiled: string | null;
  /** As the document states it; ten digits. */
  cik: string | null;
  known: KnownHolders;
}): Pick<DisclosedStake, 'holder' | 'nameAsFiled'> {
  const cik = of.cik === null ? of.known.get(nameKey(of.nameAsFiled ?? '')) : plainCik(of.cik);
  const unnamed = cik === undefined ? 'Unnamed holder' : `CIK ${cik}`;
  return {
    holder:
      cik === undefined
        ? { scheme: 'sec_edgar_holder', identifier: `${of.accession}/${of.place}` }
        : { scheme: 'cik', identifier: cik },
    nameAsFiled: of.nameAsFiled ?? unnamed,
  };
}

/** A CUSIP as filed, without blanks and hyphens; null with an anomaly if invalid. */
export function cusipOf(text: string, log: AnomalyLog): string | null {
  const cusip = text.toUpperCase().replace(/[\s-]+/g, '');
  if (isCusip(cusip)) return cusip;
  if (!/^(?:0*|N\/?A|NONE|NOTAPPLICABLE)$/.test(cusip)) log.add('bad_cusip', 'cover page', text);
  return null;
}

const REPORTABLE_PERCENT = 5;

/** True if every stated percentage is five percent or less. */
export function isExit(stakes: readonly DisclosedStake[]): boolean {
  const stated = stakes.flatMap(stake => (stake.percent === null ? [] : [Number(stake.percent)]));
  return stated.length > 0 && stated.every(percent => percent <= REPORTABLE_PERCENT);
}
