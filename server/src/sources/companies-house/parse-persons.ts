import { type JsonObject, objectOf, objectsOf, parseJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { companyNumber } from './company-number.ts';
import { dateOf, numberOrNull, textOrNull } from './read-json.ts';

/** Month and year: the register does not publish the day. */
export interface BirthMonth {
  year: number;
  month: number;
}

/** A person or company that has, or had, a post. */
export interface Officer {
  name: string;
  /** `director`, `secretary`, `corporate-nominee-secretary` … */
  role: string;
  /** Null where the register says none, as for posts from before 1992. */
  appointedOn: IsoDate | null;
  resignedOn: IsoDate | null;
  born: BirthMonth | null;
  nationality: string | null;
  occupation: string | null;
  countryOfResidence: string | null;
  /** The registry's id of the person over all companies; null where the entry has none. */
  officerId: string | null;
}

/** Someone with significant control, or what a company states in place of one. */
export interface ControlEntry {
  companyNumber: string;
  kind: ControlKind;
  /** Null where a person is protected, or where there is none. */
  name: string | null;
  naturesOfControl: string[];
  notifiedOn: IsoDate | null;
  ceasedOn: IsoDate | null;
  born: BirthMonth | null;
  nationality: string | null;
  /** The register that a legal entity stands in, as stated. */
  registeredIn: { country: string | null; place: string | null; number: string | null };
  /** Of a statement: its code, such as `no-individual-or-entity-with-signficant-control`. */
  statement: string | null;
  /** The registry's id of the notification. */
  notificationId: string | null;
}

export type ControlKind = 'individual' | 'corporate' | 'legal_person' | 'super_secure' | 'statement' | 'exemptions';

/** A company's officers (`officer-list`). Entries without a name are anomalies; paging is told by `total_results`. */
export function parseOfficers(answer: JsonObject, log: AnomalyLog): Officer[] {
  return objectsOf(answer.items).flatMap((item, at) => {
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
        born: bornOf(item.date_of_birth),
        nationality: textOrNull(item.nationality),
        occupation: textOrNull(item.occupation),
        countryOfResidence: textOrNull(item.country_of_residence),
        officerId: /^\/officers\/([^/]+)\//.exec(appointments ?? '')?.[1] ?? null,
      },
    ];
  });
}

/** A company's persons with significant control, as the API lists them for one company. */
export function parseControlList(number: string, answer: JsonObject, log: AnomalyLog): ControlEntry[] {
  return objectsOf(answer.items).flatMap((item, at) => toEntry(number, item, `$.items[${at}]`, log) ?? []);
}

/** What a snapshot of persons with significant control holds. */
export interface ControlSnapshot {
  entries: ControlEntry[];
  /** The totals of the last line; null where it is not there: the snapshot is cut off, or a part of one. */
  totals: { persons: number; statements: number; exemptions: number } | null;
}

/** Lines of a snapshot (`persons-with-significant-control-snapshot`): an object with `company_number` and `data` each. */
export function parseControlSnapshot(lines: Iterable<string>, log: AnomalyLog): ControlSnapshot {
  const snapshot: ControlSnapshot = { entries: [], totals: null };
  let at = 0;
  for (const line of lines) {
    at++;
    if (line.trim() === '') continue;
    const value = parseJsonObject(line);
    if (value === null) {
      log.add('bad_line', `line ${at}`, line.slice(0, 100));
      continue;
    }
    const data = objectOf(value.data);
    if (textOrNull(data.kind)?.startsWith('totals#') === true) {
      snapshot.totals = {
        persons: numberOrNull(data.persons_of_significant_control_count) ?? 0,
        statements: numberOrNull(data.statements_count) ?? 0,
        exemptions: numberOrNull(data.exemptions_count) ?? 0,
      };
      continue;
    }
    const number = companyNumber(textOrNull(value.company_number));
    if (number === null) {
      log.add('bad_line', `line ${at}`, `no company_number: ${textOrNull(data.kind)}`);
      continue;
    }
    const entry = toEntry(number, data, `line ${at}`, log);
    if (entry !== null) snapshot.entries.push(entry);
  }
  return snapshot;
}

/** The names of the snapshot's parts on the page that offers them; the whole file is not among them. */
export function parseSnapshotIndex(html: string): string[] {
  return [...html.matchAll(/href="(psc-snapshot-\d{4}-\d{2}-\d{2}_\d+of\d+\.zip)"/g)].map(match => match[1] ?? '');
}

const KINDS: readonly [RegExp, ControlKind][] = [
  [/^individual-/, 'individual'],
  [/^corporate-entity-/, 'corporate'],
  [/^legal-person-/, 'legal_person'],
  [/^super-secure-/, 'super_secure'],
  [/^persons-with-significant-control-statement$/, 'statement'],
  [/^exemptions$/, 'exemptions'],
];

function toEntry(number: string, item: JsonObject, locator: string, log: AnomalyLog): ControlEntry | null {
  const stated = textOrNull(item.kind) ?? '';
  const kind = KINDS.find(([pattern]) => pattern.test(stated))?.[1];
  if (kind === undefined) {
    log.add('unknown_kind', locator, stated);
    return null;
  }
  const identification = objectOf(item.identification);
  const natures = Array.isArray(item.natures_of_control) ? item.natures_of_control : [];
  return {
    companyNumber: number,
    kind,
    name: textOrNull(item.name) ?? nameOf(objectOf(item.name_elements)),
    naturesOfControl: natures.flatMap(one => textOrNull(one) ?? []),
    notifiedOn: dateOf(item.notified_on),
    ceasedOn: dateOf(item.ceased_on),
    born: bornOf(item.date_of_birth),
    nationality: textOrNull(item.nationality),
    registeredIn: {
      country: textOrNull(identification.country_registered),
      place: textOrNull(identification.place_registered),
      number: textOrNull(identification.registration_number),
    },
    statement: kind === 'statement' ? textOrNull(item.statement) : null,
    notificationId: /\/([^/]+)$/.exec(textOrNull(objectOf(item.links).self) ?? '')?.[1] ?? null,
  };
}

function nameOf(elements: JsonObject): string | null {
  const parts = [elements.title, elements.forename, elements.middle_name, elements.surname];
  return textOrNull(parts.flatMap(part => textOrNull(part) ?? []).join(' '));
}

function bornOf(value: unknown): BirthMonth | null {
  const { year, month } = objectOf(value);
  return typeof year === 'number' && typeof month === 'number' ? { year, month } : null;
}
