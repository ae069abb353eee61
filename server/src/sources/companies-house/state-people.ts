import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import { type Relation, type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { kindOfName } from '../kit/kinds-of-names.ts';
import { companyNumber } from './company-number.ts';
import type { BirthMonth, ControlEntry, Officer } from './parse-persons.ts';
import { type AccountsOfficer, readAccountsOfficers } from './read-officers.ts';

/** The register's list of officers: what it says holds until it says otherwise. */
export function stateOfficers(officers: readonly Officer[]): RoleStatement[] {
  return officers.map(one => {
    const isCompany = /^corporate-/.test(one.role) || kindOfName(one.name) === 'institution';
    return roleStatement({
      name: isCompany ? one.name : inReadingOrder(one.name),
      nameAsFiled: one.name,
      kind: isCompany ? 'institution' : 'person',
      identifier: one.officerId === null ? null : { scheme: 'ch_officer', identifier: one.officerId },
      born: bornIn(one.born),
      relation: /director/.test(one.role) ? 'director' : 'officer',
      roleTitle: one.role.replaceAll('-', ' '),
      // A post that came to an end is told of for ever: what it says is of its last day.
      asOf: one.resignedOn,
      sinceDate: one.appointedOn,
      untilDate: one.resignedOn,
      confirmation: 'live',
    });
  });
}

/** `STEVENSON, Elizabeth Mary` or `SMITH, John, Sir` → `Elizabeth Mary Stevenson`. */
function inReadingOrder(name: string): string {
  const [surname = '', given] = name.split(/,\s*/);
  if (given === undefined) return name;
  const mixed = surname.replace(/\p{Lu}+/gu, word => word.slice(0, 1) + word.slice(1).toLowerCase());
  return `${given} ${surname === surname.toUpperCase() ? mixed : surname}`;
}

function bornIn(born: BirthMonth | null): string | null {
  return born === null ? null : `${born.year}-${String(born.month).padStart(2, '0')}`;
}

const FORM_OF_ADDRESS = /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lord|lady|rev|the hon)\.?\s+/i;
const NAMED_KINDS: ReadonlySet<ControlEntry['kind']> = new Set(['individual', 'corporate', 'legal_person']);

/**
 * Persons with significant control. Those who are protected have no name in the register, and statements that there are none
 * name nobody: they are left out.
 */
export function stateControl(entries: readonly ControlEntry[]): RoleStatement[] {
  return entries.flatMap(one => {
    if (one.name === null || !NAMED_KINDS.has(one.kind)) return [];
    const isHuman = one.kind === 'individual';
    return [
      roleStatement({
        name: isHuman ? one.name.replace(FORM_OF_ADDRESS, '') : one.name,
        nameAsFiled: one.name,
        kind: isHuman ? 'person' : 'institution',
        identifier: isHuman ? null : registeredNumber(one),
        born: bornIn(one.born),
        relation: 'significant_control',
        asOf: one.ceasedOn,
        sinceDate: one.notifiedOn,
        untilDate: one.ceasedOn,
        ...bandOf(one.naturesOfControl),
        naturesOfControl: one.naturesOfControl,
        confirmation: 'live',
      }),
    ];
  });
}

const UNITED_KINGDOM = /england|wales|scotland|northern ireland|united kingdom|great britain|^uk$|companies house/i;

/** Of companies that stand in this register themselves. */
function registeredNumber({ registeredIn: { country, place, number } }: ControlEntry): RoleStatement['identifier'] {
  const own = companyNumber(number);
  if (own === null || !UNITED_KINGDOM.test(`${country ?? ''} ${place ?? ''}`.trim())) return null;
  return { scheme: 'uk', identifier: own };
}

/** The band of the shares held, else of the votes: `ownership-of-shares-75-to-100-percent`. */
function bandOf(natures: readonly string[]): Pick<RoleStatement, 'ownershipMinPct' | 'ownershipMaxPct'> {
  for (const what of ['ownership-of-shares', 'voting-rights', 'right-to-share-surplus-assets']) {
    for (const nature of natures) {
      const band = new RegExp(`^${what}-(?:more-than-)?(\\d+)(?:-to-(\\d+))?-percent`).exec(nature);
      if (band !== null) return { ownershipMinPct: band[1] ?? null, ownershipMaxPct: band[2] ?? null };
    }
  }
  return { ownershipMinPct: null, ownershipMaxPct: null };
}

const RELATIONS: Readonly<Record<AccountsOfficer['role'], Relation>> = {
  director: 'director',
  secretary: 'officer',
  member: 'officer',
  other: 'officer',
};

/** Whom accounts name as holding an office in their period. */
export function stateAccountsOfficers(report: FilingReport): RoleStatement[] {
  return readAccountsOfficers(report).map(({ name, role, asOf }) =>
    roleStatement({
      name: name.replace(FORM_OF_ADDRESS, ''),
      nameAsFiled: name,
      kind: kindOfName(name),
      relation: RELATIONS[role],
      roleTitle: role === 'other' ? null : role,
      asOf: asOf satisfies IsoDate,
      confirmation: 'annual',
    }),
  );
}
