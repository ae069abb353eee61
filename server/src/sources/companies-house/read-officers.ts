import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import type { IsoDate } from '../../kernel/dates.ts';

/** Someone whom accounts name as holding an office in the period that they are for. */
export interface AccountsOfficer {
  name: string;
  role: 'director' | 'secretary' | 'member' | 'other';
  /** Last day of the period. Accounts tag no appointments. */
  asOf: IsoDate;
}

const AXIS = /:EntityOfficersDimension$/;
/** Members of the axis, numbered: `Director1`, `CompanySecretary1`, `PartnerLLP3`. */
const ROLES: readonly [RegExp, AccountsOfficer['role']][] = [
  [/:(?:Director\d*|Chairman|ChiefExecutive)$/, 'director'],
  [/:CompanySecretary(?:Director)?\d*$/, 'secretary'],
  [/:PartnerLLP\d*$/, 'member'],
];

/** The officers that accounts name, each office once, in the order of the document. */
export function readAccountsOfficers({ facts }: FilingReport): AccountsOfficer[] {
  const officers = new Map<string, AccountsOfficer>();
  for (const { concept, value, dimensions, periodEnd } of facts) {
    if (!concept.endsWith(':NameEntityOfficer') || value === null) continue;
    const member = Object.entries(dimensions).find(([axis]) => AXIS.test(axis))?.[1];
    const name = value.replace(/\s+/g, ' ').trim();
    if (member === undefined || name === '' || officers.has(member)) continue;
    officers.set(member, {
      name,
      role: ROLES.find(([pattern]) => pattern.test(member))?.[1] ?? 'other',
      asOf: periodEnd,
    });
  }
  return [...officers.values()];
}
