import { type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import { type JsonObject, objectOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { kindOfName } from '../kit/kinds-of-names.ts';
import { companyPages, readEachPage } from './company-pages.ts';
import { dateOf, textOrNull } from './read-response.ts';

/** The officers of a company, past and present. */
export const officers = companyPages({
  list: 'officers',
  states: 'people: officers with the dates of their appointments',
  accepts: 'lists of officers',
  parse: (number, pages) =>
    readEachPage({ number, source: 'officers' }, pages, ({ items }, log) => stateOfficers(parseOfficers(items, log))),
});

/** A person or company that holds or held an office. */
export interface Officer {
  name: string;
  /** `director`, `secretary`, `corporate-nominee-secretary` … */
  role: string;
  /** Null if the register states none, as for appointments from before 1992. */
  appointedOn: IsoDate | null;
  resignedOn: IsoDate | null;
  born: BirthMonth | null;
  nationality: string | null;
  occupation: string | null;
  countryOfResidence: string | null;
  /** The registry's id of the person at all companies; null if the entry has none. */
  officerId: string | null;
}

/** Month and year: the register does not publish the day. */
export interface BirthMonth {
  year: number;
  month: number;
}

/** The officers of a page (`officer-list`). Entries without name or role are anomalies. */
export function parseOfficers(items: readonly JsonObject[], log: AnomalyLog): Officer[] {
  return items.flatMap((item, at) => {
    const name = textOrNull(item.name);
    const role = textOrNull(item.officer_role);
    if (name === null || role === null) {
      log.add('bad_officer', `$.items[${at}]`, `no ${name === null ? 'name' : 'officer_role'}`);
      return [];
    }
    const appointments = textOrNull(objectOf(objectOf(item.links).officer).appointments);
    return [
      {
        name,
        role,
        appointedOn: dateOf(item.appointed_on),
        resignedOn: dateOf(item.resigned_on),
        born: birthMonthOf(item.date_of_birth),
        nationality: textOrNull(item.nationality),
        occupation: textOrNull(item.occupation),
        countryOfResidence: textOrNull(item.country_of_residence),
        officerId: /^\/officers\/([^/]+)\//.exec(appointments ?? '')?.[1] ?? null,
      },
    ];
  });
}

/** What the register states of a company's officers. It holds until the register states otherwise. */
export function stateOfficers(officers: readonly Officer[]): RoleStatement[] {
  return officers.map(officer => {
    const isCompany = /^corporate-/.test(officer.role) || kindOfName(officer.name) === 'institution';
    return roleStatement({
      name: isCompany ? officer.name : inReadingOrder(officer.name),
      nameAsFiled: officer.name,
      kind: isCompany ? 'institution' : 'person',
      identifier: officer.officerId === null ? null : { scheme: 'ch_officer', identifier: officer.officerId },
      born: bornIn(officer.born),
      relation: /director/.test(officer.role) ? 'director' : 'officer',
      roleTitle: officer.role.replaceAll('-', ' '),
      // The register lists ended appointments for ever: what it states is of their last day.
      asOf: officer.resignedOn,
      sinceDate: officer.appointedOn,
      untilDate: officer.resignedOn,
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

/** The month of birth in an entry; null if it states none. */
export function birthMonthOf(value: unknown): BirthMonth | null {
  const { year, month } = objectOf(value);
  return typeof year === 'number' && typeof month === 'number' ? { year, month } : null;
}

/** `1970-05` */
export function bornIn(born: BirthMonth | null): string | null {
  return born === null ? null : `${born.year}-${String(born.month).padStart(2, '0')}`;
}

/** A name without `Mr`, `Dr`, `Sir` … in front. */
export function withoutFormOfAddress(name: string): string {
  return name.replace(/^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lord|lady|rev|the hon)\.?\s+/i, '');
}
