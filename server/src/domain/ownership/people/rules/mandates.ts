import { uuidV5 } from '../../../../kernel/ids.ts';
import type { RoleTerm, SourcedStatement } from './role-terms.ts';

/** A mandate of a person at an issuer, with its ids. */
export interface Mandate extends Omit<RoleTerm, 'evidence'> {
  issuerId: string;
  roleId: string;
  personId: string;
  /** JSON. */
  evidence: string;
}

/** Removes duplicates: a mandate is stated twice if a person has a number in one statement and not in another. */
export function withoutDuplicates(roles: readonly Mandate[]): Mandate[] {
  return [...new Map(roles.map(role => [`${role.issuerId} ${role.roleId}`, role])).values()];
}

/** The mandates of a person at an issuer. */
export function toMandates(
  terms: readonly RoleTerm[],
  { issuerId, personId, issuerKey }: { issuerId: string; personId: string; issuerKey: string },
): Mandate[] {
  const seen = new Map<string, number>();
  return terms.map(({ evidence, ...term }) => {
    // The start distinguishes two mandates of one relation; mandates without a stated start are numbered.
    const place = `${issuerKey} ${personId} ${term.relation} ${term.sinceDate ?? ''}`;
    const count = (seen.get(place) ?? 0) + 1;
    seen.set(place, count);
    return {
      ...term,
      issuerId,
      personId,
      roleId: uuidV5(`role:${place}${count === 1 ? '' : `#${count}`}`),
      evidence: JSON.stringify(evidence.map(toEvidence)),
    };
  });
}

/** Evidence in the form of responses. */
function toEvidence({ filingId, url, quote }: SourcedStatement) {
  return {
    filing_id: filingId,
    section_key: quote?.sectionKey ?? null,
    quote: quote?.text ?? null,
    char_start: quote?.charStart ?? null,
    char_end: quote?.charEnd ?? null,
    url,
  };
}
