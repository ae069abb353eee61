import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Relation, RoleStatement } from '../../server/src/domain/ownership/people/model/role.ts';
import { matchNames, readPersonName } from '../../server/src/domain/ownership/people/rules/person-names.ts';
import { placeImport } from '../../server/src/sources/sec-edgar/filings/filings.ts';
import { openFiling } from '../../server/src/sources/sec-edgar/filings/open-filing.ts';
import { readTable } from './companies.ts';

const TABLE = 'truth/people_gold.tsv';
const FOLDERS = ['periodic', '8k', 'ownership', 'other-forms'];

const KINDS = [
  'annual reports: signatures',
  'annual reports: executive officers in text',
  'current reports: elections (5.07)',
  'current reports: who comes and goes (5.02)',
  'current reports: others',
  'Forms 3, 4 and 5',
  'Schedules 13D and 13G',
] as const;
type Kind = (typeof KINDS)[number];

/** Roles parsed from one kind of document compared with human labels. */
export interface RoleComparison {
  kind: Kind;
  labelled: number;
  found: number;
  /** Number of found dated roles with the labelled date. */
  onDay: number;
  stated: number;
  right: number;
  misses: string[];
  wrong: string[];
}

interface Seen {
  name: string;
  relation: Relation;
  isEnd: boolean;
  day: string;
}

/** Whether the labelled rows are available. */
export function hasRoles(data: string): boolean {
  return existsSync(join(data, TABLE));
}

/** People and their roles as labelled, compared with the result for the same documents: name, relation, start or end. */
export function compareRoles(data: string): RoleComparison[] {
  const comparisons = KINDS.map(
    (kind): RoleComparison => ({ kind, labelled: 0, found: 0, onDay: 0, stated: 0, right: 0, misses: [], wrong: [] }),
  );
  const of = (kind: Kind): RoleComparison => comparisons[KINDS.indexOf(kind)] as RoleComparison;
  for (const [file, rows] of Map.groupBy(readTable(join(data, TABLE)), row => row.file ?? '')) {
    const seen = readFile(data, file, accessionOf(rows));
    for (const row of rows) {
      const comparison = of(kindOfRow(row));
      const wanted = toSeen(row);
      const found = seen.filter(({ one }) => isSame(one, wanted));
      comparison.labelled += 1;
      if (found.length === 0) comparison.misses.push(`${file}: ${describe(wanted)}`);
      else comparison.found += 1;
      if (found.some(({ one }) => one.day === wanted.day)) comparison.onDay += 1;
    }
    for (const { kind, one } of seen) {
      const comparison = of(kind);
      comparison.stated += 1;
      if (rows.some(row => isSame(one, toSeen(row)))) comparison.right += 1;
      else comparison.wrong.push(`${file}: ${describe(one)}`);
    }
  }
  return comparisons;
}

type Row = Record<string, string>;

function toSeen(row: Row): Seen {
  return {
    name: row.person_normalised ?? '',
    relation: row.relation as Relation,
    isEnd: /^(?:resigned|retired)$/.test(row.event ?? ''),
    day: row.date ?? '',
  };
}

function kindOfRow({ file = '', event = '', note = '' }: Row): Kind {
  if (/13[dg]/i.test(file)) return 'Schedules 13D and 13G';
  if (/form[345]|-4-|wf-form|\.nc$|^0000320193-22|^0001127602/.test(file)) return 'Forms 3, 4 and 5';
  if (/10-K|^0000950153/.test(file) && /in_office/.test(event)) return 'annual reports: signatures';
  if (/10-K|^0001062993/.test(file)) return 'annual reports: executive officers in text';
  if (note.startsWith('5.07')) return 'current reports: elections (5.07)';
  return /appointed|resigned|retired/.test(event)
    ? 'current reports: who comes and goes (5.02)'
    : 'current reports: others';
}

/** Signatures are dated by the year of the accession number: a document without one gets one of its labelled year. */
function accessionOf(rows: readonly Row[]): string {
  const stated = rows[0]?.accession ?? '';
  const year = rows.find(row => row.event === 'in_office')?.date?.slice(2, 4) ?? '00';
  return stated === '' ? `0000000001-${year}-000001` : stated;
}

/** Labelled names omit generations (Jr., III). */
function isSame(a: Seen, b: Seen): boolean {
  const plain = (name: string) => ({ ...readPersonName(name, 'person'), generation: null });
  return a.relation === b.relation && a.isEnd === b.isEnd && matchNames(plain(a.name), plain(b.name)) !== null;
}

/** Without the person, because the report names nobody. */
function describe({ relation, isEnd, day }: Seen): string {
  return `${relation}${isEnd ? ', leaves' : ''} ${day}`;
}

function readFile(data: string, file: string, accession: string): { kind: Kind; one: Seen }[] {
  const path = FOLDERS.map(folder => join(data, folder, file)).find(existsSync);
  if (path === undefined) return [];
  const bytes = file.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);
  const year = /_8K_(\d{4})_/.exec(file)?.[1];
  const form = /8K/.test(file) ? '8-K' : /10-K|^0000950153/.test(file) ? '10-K' : '';
  const row = { path: file, form, cik: '1', accession, period: '' };
  const filed = year === undefined ? '' : `${year}-12-31`;
  const isNamed = /\.(?:xml|nc|txt)(?:\.gz)?$/.test(file);
  const named = isNamed && /\.(?:nc|txt)/.test(file) ? '0000000001-00-000001.txt' : file;
  const documents = isNamed
    ? [{ url: `https://www.sec.gov/Archives/edgar/data/1/000000000100000001/${named}`, bytes }]
    : placeImport([{ row: { ...row, filed }, bytes }]);
  const { records } = openFiling(documents.map(document => ({ ...document, sha256: '' })));
  return records.flatMap(({ people = [], contents }) => [
    ...people.map(person => ({ kind: kindOfStatement(person), one: seenIn(person) })),
    ...(contents?.insiderReport?.owners ?? []).flatMap(({ name, isDirector, isOfficer, isTenPercentOwner }) => {
      const relations: Relation[] = [
        ...(isDirector ? (['director'] as const) : []),
        ...(isOfficer ? (['officer'] as const) : []),
        ...(isTenPercentOwner ? (['major_shareholder'] as const) : []),
      ];
      return relations.map(relation => ({
        kind: 'Forms 3, 4 and 5' as const,
        one: { name, relation, isEnd: false, day: contents?.filing?.periodEnd ?? '' },
      }));
    }),
    ...(contents?.stakeReport?.stakes ?? []).map(({ name }) => ({
      kind: 'Schedules 13D and 13G' as const,
      one: { name, relation: 'major_shareholder' as const, isEnd: false, day: contents?.stakeReport?.eventDate ?? '' },
    })),
  ]);
}

function kindOfStatement({ quote, sinceDate }: RoleStatement): Kind {
  if (quote?.sectionKey === 'item_5.07') return 'current reports: elections (5.07)';
  if (quote?.sectionKey === 'item_5.02') return 'current reports: who comes and goes (5.02)';
  return sinceDate === null ? 'annual reports: signatures' : 'annual reports: executive officers in text';
}

function seenIn({ name, relation, untilDate, sinceDate, asOf }: RoleStatement): Seen {
  return { name, relation, isEnd: untilDate !== null, day: untilDate ?? sinceDate ?? asOf ?? '' };
}

/** Each line once, with its number of occurrences if more than one. */
function tallied(title: string, lines: readonly string[]): string[] {
  return [...Map.groupBy(lines, line => line)].map(
    ([line, same]) => `- ${title}: ${line}${same.length === 1 ? '' : ` (${same.length})`}`,
  );
}

/** Renders the comparisons as a part of the report. */
export function renderRoles(comparisons: readonly RoleComparison[]): string {
  const percent = (part: number, whole: number) => (whole === 0 ? 'n/a' : `${((100 * part) / whole).toFixed(1)} %`);
  return `${[
    '## Directors, officers and owners',
    '',
    'Positions in the documents of people_gold.tsv, by kind of document. Recall: labelled rows that are found, by name, relation, and arrival or departure. Precision: results confirmed by a labelled row. Unlabelled results count as wrong, among them the elections of one meeting, the officer tables of two reports and the funds that join a schedule. Officers in tables without a start date count with signatures.',
    '',
    '| kind | labelled | found | recall | on the labelled day | stated | right | precision |',
    '|---|---|---|---|---|---|---|---|',
    ...comparisons.map(
      ({ kind, labelled, found, onDay, stated, right }) =>
        `| ${kind} | ${labelled} | ${found} | ${percent(found, labelled)} | ${onDay} | ${stated} | ${right} | ${percent(right, stated)} |`,
    ),
    '',
    ...comparisons.flatMap(({ misses, wrong }) => [...tallied('missed', misses), ...tallied('not labelled', wrong)]),
  ].join('\n')}\n`;
}
