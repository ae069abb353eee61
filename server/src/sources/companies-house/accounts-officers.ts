import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import { type Relation, type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { kindOfName } from '../kit/kinds-of-names.ts';
import { withoutFormOfAddress } from './officers.ts';

/** Someone whom accounts name as holding an office in their period. */
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

const RELATIONS: Readonly<Record<AccountsOfficer['role'], Relation>> = {
  director: 'director',
  secretary: 'officer',
  member: 'officer',
  other: 'officer',
};

/** What accounts state of the officers in their period. */
export function stateAccountsOfficers(report: FilingReport): RoleStatement[] {
  return readAccountsOfficers(report).map(({ name, role, asOf }) =>
    roleStatement({
      name: withoutFormOfAddress(name),
      nameAsFiled: name,
      kind: kindOfName(name),
      relation: RELATIONS[role],
      roleTitle: role === 'other' ? null : role,
      asOf,
      confirmation: 'annual',
    }),
  );
}
