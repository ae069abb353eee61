import { type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import { type JsonObject, objectOf, parseJsonObject } from '../../formats/json-object.ts';
import { splitLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { documentKind } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { companyPages, readEachPage } from './company-pages.ts';
import { type BirthMonth, birthMonthOf, bornIn, withoutFormOfAddress } from './officers.ts';
import { dateOf, numberOrNull, textOrNull } from './read-response.ts';

/** The persons with significant control of a company. */
export const control = companyPages({
  list: 'persons-with-significant-control',
  states: 'people: persons with significant control, with its nature and band',
  accepts: 'persons with significant control',
  parse: (number, pages) =>
    readEachPage({ number, source: 'persons-with-significant-control' }, pages, ({ items }, log) =>
      stateControl(parseControlList(number, items, log)),
    ),
});

const SNAPSHOT_FOLDER = 'control-snapshot/';

/** A snapshot of the persons with significant control of all companies, or a company's share of one. */
export const controlSnapshot = documentKind({
  address: {
    template: `${SNAPSHOT_FOLDER}{name}`,
    url: ({ name }: { name: string }) => SNAPSHOT_FOLDER + name,
    read: url => (/^control-snapshot\/[^/]+$/.test(url) ? { name: url.slice(SNAPSHOT_FOLDER.length) } : null),
  },
  source: 'control-snapshot',
  states: 'people: persons with significant control of all companies',
  isOnlyImported: true,
  task: 'control-snapshot',
  read: (bytes, log) => parseControlSnapshot(splitLines(bytes.toString('utf8')), log).entries,
  map: (entries, { source }) =>
    [...Map.groupBy(entries, entry => entry.companyNumber)].map(([number, own]) => ({
      ...emptyRecords(canonicalKeyOfNumber(number), source),
      people: stateControl(own),
    })),
  accepts: 'snapshots of persons with significant control',
  identify({ name, start }) {
    const line = parseJsonObject(start.split('\n', 1)[0] ?? '');
    const kind = textOrNull(objectOf(line?.data).kind) ?? '';
    const isEntry = textOrNull(line?.company_number) !== null && KINDS.some(([pattern]) => pattern.test(kind));
    return isEntry || kind.startsWith('totals#') ? { name } : null;
  },
});

/** True for a snapshot, or a part of one, among the members of a zip. */
export function isControlSnapshot(member: string): boolean {
  return /(?:^|\/)(?:persons-with-significant-control|psc)-snapshot[^/]*\.(?:txt|jsonl?)$/.test(member);
}

/** Someone with significant control, or what a company states instead. */
export interface ControlEntry {
  companyNumber: string;
  kind: ControlKind;
  /** Null if the person is protected, or if the entry names none. */
  name: string | null;
  naturesOfControl: string[];
  notifiedOn: IsoDate | null;
  ceasedOn: IsoDate | null;
  born: BirthMonth | null;
  nationality: string | null;
  /** The register that lists a legal entity, as stated. */
  registeredIn: { country: string | null; place: string | null; number: string | null };
  /** The code of a statement, such as `no-individual-or-entity-with-signficant-control`; null for other kinds. */
  statement: string | null;
  /** The registry's id of the notification. */
  notificationId: string | null;
}

type ControlKind = 'individual' | 'corporate' | 'legal_person' | 'super_secure' | 'statement' | 'exemptions';

const KINDS: readonly [RegExp, ControlKind][] = [
  [/^individual-/, 'individual'],
  [/^corporate-entity-/, 'corporate'],
  [/^legal-person-/, 'legal_person'],
  [/^super-secure-/, 'super_secure'],
  [/^persons-with-significant-control-statement$/, 'statement'],
  [/^exemptions$/, 'exemptions'],
];

/** The entries of a page. */
export function parseControlList(number: string, items: readonly JsonObject[], log: AnomalyLog): ControlEntry[] {
  return items.flatMap((item, at) => toEntry(number, item, `$.items[${at}]`, log) ?? []);
}

/** The contents of a snapshot of persons with significant control. */
export interface ControlSnapshot {
  entries: ControlEntry[];
  /** The totals of the last line; null if it is missing: the snapshot is cut off, or is a part of one. */
  totals: { persons: number; statements: number; exemptions: number } | null;
}

/** Reads the lines of a snapshot (`persons-with-significant-control-snapshot`), each with `company_number` and `data`. */
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

/** The names of a snapshot's parts on the page that offers them, without the file of the whole. */
export function parseSnapshotIndex(html: string): string[] {
  return [...html.matchAll(/href="(psc-snapshot-\d{4}-\d{2}-\d{2}_\d+of\d+\.zip)"/g)].map(match => match[1] ?? '');
}

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
    naturesOfControl: natures.flatMap(nature => textOrNull(nature) ?? []),
    notifiedOn: dateOf(item.notified_on),
    ceasedOn: dateOf(item.ceased_on),
    born: birthMonthOf(item.date_of_birth),
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

const NAMED_KINDS: ReadonlySet<ControlKind> = new Set(['individual', 'corporate', 'legal_person']);

/** What the register states of persons with significant control. Entries that name nobody are left out. */
export function stateControl(entries: readonly ControlEntry[]): RoleStatement[] {
  return entries.flatMap(entry => {
    if (entry.name === null || !NAMED_KINDS.has(entry.kind)) return [];
    const isHuman = entry.kind === 'individual';
    return [
      roleStatement({
        name: isHuman ? withoutFormOfAddress(entry.name) : entry.name,
        nameAsFiled: entry.name,
        kind: isHuman ? 'person' : 'institution',
        identifier: isHuman ? null : registeredNumber(entry),
        born: bornIn(entry.born),
        relation: 'significant_control',
        asOf: entry.ceasedOn,
        sinceDate: entry.notifiedOn,
        untilDate: entry.ceasedOn,
        ...bandOf(entry.naturesOfControl),
        naturesOfControl: entry.naturesOfControl,
        confirmation: 'live',
      }),
    ];
  });
}

const UNITED_KINGDOM = /england|wales|scotland|northern ireland|united kingdom|great britain|^uk$|companies house/i;

/** The number of a company that this register lists; null for others. */
function registeredNumber({ registeredIn: { country, place, number } }: ControlEntry): RoleStatement['identifier'] {
  const own = companyNumber(number);
  if (own === null || !UNITED_KINGDOM.test(`${country ?? ''} ${place ?? ''}`.trim())) return null;
  return { scheme: 'uk', identifier: own };
}

/** The band of the shares held, else of the votes: `ownership-of-shares-75-to-100-percent`. */
function bandOf(natures: readonly string[]): Pick<RoleStatement, 'ownershipMinPct' | 'ownershipMaxPct'> {
  for (const right of ['ownership-of-shares', 'voting-rights', 'right-to-share-surplus-assets']) {
    for (const nature of natures) {
      const band = new RegExp(`^${right}-(?:more-than-)?(\\d+)(?:-to-(\\d+))?-percent`).exec(nature);
      if (band !== null) return { ownershipMinPct: band[1] ?? null, ownershipMaxPct: band[2] ?? null };
    }
  }
  return { ownershipMinPct: null, ownershipMaxPct: null };
}
