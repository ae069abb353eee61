import type { CompanyType } from '../../../../filings/issuers/model/issuer.ts';
import { knownConcept } from '../checks/chart.ts';
import { TYPE_EVIDENCE, type TypeEvidence } from './company-type-evidence.ts';

/** The type of an issuer in one fiscal year, with its evidence for people. */
export interface TypeFinding {
  readonly companyType: CompanyType;
  readonly evidence: readonly string[];
}

const GROUPS = new Map(
  TYPE_EVIDENCE.map(evidence => [
    evidence,
    evidence.groups.map(group => ({ sign: group.sign, concepts: group.concepts.map(knownConcept) })),
  ]),
);

/** Finds the type of one year from the industry code and the concepts in its statements. */
export function findCompanyType(sic: string | null, has: (concept: number) => boolean): TypeFinding {
  const code = sic === null ? Number.NaN : Number(sic);
  for (const evidence of TYPE_EVIDENCE) {
    const isClaimed = evidence.sic.some(([from, to]) => code >= from && code <= to);
    if (!isClaimed && !Number.isNaN(code)) continue;
    const signs = signsOf(evidence, has);
    const needed = isClaimed ? evidence.needed : evidence.neededWithoutSic;
    if (signs.length < needed) continue;
    // A mortgage REIT earns interest and owns no property: the lines of a bank describe it.
    if (evidence.companyType === 'reit' && signs.length === 0) {
      const bank = TYPE_EVIDENCE.find(other => other.companyType === 'bank' && other.sic.length > 0);
      const bankSigns = bank ? signsOf(bank, has) : [];
      if (bankSigns.length >= 3) return { companyType: 'bank', evidence: [`sic ${sic}`, 'no property', ...bankSigns] };
    }
    return { companyType: evidence.companyType, evidence: [...(isClaimed ? [`sic ${sic}`] : []), ...signs] };
  }
  return { companyType: 'commercial', evidence: sic === null ? [] : [`sic ${sic}`] };
}

function signsOf(evidence: TypeEvidence, has: (concept: number) => boolean): string[] {
  const groups = GROUPS.get(evidence) ?? [];
  return groups.filter(group => group.concepts.some(has)).map(group => group.sign);
}

/**
 * Smooths types by year, oldest first: a year that differs from the previous one counts only if the next year agrees,
 * and a difference at the end only after two years in a row.
 */
export function smoothTypes(found: readonly TypeFinding[]): TypeFinding[] {
  const settled: TypeFinding[] = [];
  for (const [at, finding] of found.entries()) {
    const before = settled.at(-1);
    const next = found[at + 1];
    const isChange = before !== undefined && before.companyType !== finding.companyType;
    settled.push(isChange && next?.companyType !== finding.companyType ? before : finding);
  }
  return settled;
}
