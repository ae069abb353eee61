import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ReportedFact } from '../../server/src/domain/filings/filings/model/filing-contents.ts';
import { AnomalyLog } from '../../server/src/kernel/anomaly-log.ts';
import { executives } from '../../server/src/sources/cninfo/executives.ts';
import { parseControlSnapshot } from '../../server/src/sources/companies-house/control.ts';
import { parseOfficers as parseRegisteredOfficers } from '../../server/src/sources/companies-house/officers.ts';
import { readAccountsOfficers } from '../../server/src/sources/companies-house/open-accounts.ts';
import { readPage } from '../../server/src/sources/companies-house/read-response.ts';
import {
  readLargeHolding,
  readMajorShareholders,
  readOfficers,
} from '../../server/src/sources/edinet/filings/read-holders.ts';
import { loadSource } from '../../server/src/sources/load-source.ts';
import {
  parseRelatedHoldings,
  parseReportedHoldings,
  parseOfficers as parseReportedOfficers,
} from '../../server/src/sources/opendart/people/parse-persons.ts';
import { readResponse } from '../../server/src/sources/opendart/read-response.ts';
import { readTable } from './companies.ts';
import { type Comparison, newComparison, skip } from './comparison.ts';

/** A person, holder or officer as a parser returns it, with the values of the table; null or absent if not stated. */
interface ReadPerson {
  name: string | null;
  /** The account and the representative that the document's cell names with a holder abroad. */
  account?: string | null;
  standingProxy?: string | null;
  title?: string | null;
  /** Percent, as digits. */
  sharePct?: string | null;
  shares?: string | null;
  from?: string | null;
  until?: string | null;
  asOf?: string | null;
  natures?: readonly string[];
  birthYear?: number | null;
}

interface PeopleReader {
  files: RegExp;
  read(name: string, bytes: Buffer): ReadPerson[] | Promise<ReadPerson[]>;
}

/** The parsers of the documents in the table. */
const READERS: readonly PeopleReader[] = [
  { files: /^jp\/edinet\//, read: readEdinet },
  { files: /^uk\/companies-house\/accounts\//, read: readAccounts },
  { files: /^uk\/companies-house\/api\/officers/, read: readRegister },
  { files: /^uk\/companies-house\/psc\//, read: readControl },
  { files: /^kr\/opendart\//, read: readDart },
  { files: /^cn\/cninfo\/executives/, read: readCninfo },
];

/** Why rows of other documents are not compared. */
const NOT_READ: readonly [RegExp, string][] = [
  [/^eu\/de-bafin\//, 'pages of BaFin, which has no connector'],
  [/^uk\/fca-nsm\//, 'a page of the FCA National Storage Mechanism, which has no interface for programs'],
  [/^hk\/di\//, 'a third party’s copy of pages behind a captcha'],
];

/**
 * Compares persons, holders and officers that people read from documents with the result of the parsers: name, office,
 * holding, dates, natures of control and year of birth must equal those that the table states. Whether somebody is a
 * person, a company or a custodian is not compared, because the documents do not state it.
 */
export async function comparePeople(folder: string): Promise<Comparison> {
  const comparison = newComparison(
    'intl_people.tsv',
    'Persons, holders and officers that people read in documents, compared with the results of the parsers: name with account and standing proxy, office, shares and percentage, dates, natures of control, year of birth. Whether a holder is a company or a custodian is not compared, because the documents do not state it.',
  );
  const rows = readTable(join(folder, 'truth/intl_people.tsv'));
  for (const [file, own] of Map.groupBy(rows, row => row.source_file ?? '')) {
    const reader = READERS.find(reader => reader.files.test(file));
    if (reader === undefined) {
      const reason = NOT_READ.find(([pattern]) => pattern.test(file))?.[1] ?? `no parser reads ${file}`;
      for (const _ of own) skip(comparison, reason);
      continue;
    }
    const bytes = readFileSync(join(folder, file));
    const plain = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const people = await reader.read(basename(file, '.gz'), plain);
    for (const row of own) compareRow(comparison, row, people);
  }
  return comparison;
}

type Row = Record<string, string>;

function compareRow(comparison: Comparison, row: Row, people: readonly ReadPerson[]): void {
  comparison.compared++;
  const named = people.filter(person => fold(wholeName(person)) === fold(row.person_name ?? ''));
  const faults = named.map(person => faultsOf(row, person));
  const fewest = faults.toSorted((a, b) => a.length - b.length)[0];
  if (fewest?.length === 0) {
    comparison.agreeing++;
    return;
  }
  const entry = {
    issuer: `${row.issuer} ${row.source_file}`,
    period: row.as_of ?? '',
    code: row.relation ?? '',
    expected: [row.person_name, row.title, row.share_pct, row.shares, row.start_date, row.end_date].join(' | '),
    found: fewest === undefined ? '–' : fewest.join('; '),
    where: row.note ?? '',
  };
  if (fewest === undefined) comparison.missing.push(entry);
  else comparison.wrong.push(entry);
}

/** Name, account and standing proxy as one cell of the table has them. */
function wholeName({ name, account, standingProxy }: ReadPerson): string {
  return `${name ?? ''}${account ?? ''}${standingProxy == null ? '' : `(常任代理人${standingProxy})`}`;
}

/** Differences between a parser's result and the table. Empty cells of the table are not compared. */
function faultsOf(row: Row, person: ReadPerson): string[] {
  const faults: string[] = [];
  const expect = (field: string, stated: string | undefined, found: string | null | undefined): void => {
    if (stated !== undefined && stated !== '' && fold(stated) !== fold(found ?? '')) faults.push(`${field} ${found}`);
  };
  expect('title', row.title, person.title);
  if (row.share_pct !== '' && Number(person.sharePct).toFixed(2) !== Number(row.share_pct).toFixed(2))
    faults.push(`percentage ${person.sharePct}`);
  // A zero in the table may be blank in the document if the registry defines it so.
  if (row.shares !== '' && Number(person.shares ?? 0) !== Number(row.shares)) faults.push(`shares ${person.shares}`);
  expect('start', row.start_date, person.from);
  expect('end', row.end_date, person.until);
  if (person.asOf !== undefined) expect('as of', row.as_of, person.asOf);
  expect('natures', row.natures_of_control, (person.natures ?? []).join('; '));
  const born = /born (\d{4})/.exec(row.note ?? '')?.[1];
  if (born !== undefined && person.birthYear !== undefined) expect('born', born, String(person.birthYear));
  return faults;
}

/** Folds full-width letters, ligature characters and spaces, which depend on who typed them. */
function fold(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '');
}

async function readEdinet(name: string, bytes: Buffer): Promise<ReadPerson[]> {
  const edinet = await loadSource('edinet');
  const { records } = await edinet.parse([{ url: edinet.identifyImport(name, bytes), bytes, sha256: '' }]);
  return records.flatMap(({ contents }) => edinetPeople(contents?.report?.facts ?? []));
}

function edinetPeople(facts: readonly ReportedFact[]): ReadPerson[] {
  const percent = (ratio: string | null): string | null => (ratio === null ? null : String(Number(ratio) * 100));
  const holding = readLargeHolding(facts);
  const title = 'large holding change report';
  const joint = (holding?.holders ?? []).map(holder => ({
    name: holder.name,
    title,
    shares: holder.shares,
    sharePct: percent(holder.ratio),
  }));
  const total = holding === null ? [] : [{ name: '(total of the group)', title, ...sharesOf(holding.total) }];
  function sharesOf(item: { shares: string | null; ratio: string | null }) {
    return { shares: item.shares, sharePct: percent(item.ratio) };
  }
  return [
    ...readMajorShareholders(facts).map(shareholder => ({
      name: shareholder.name,
      account: shareholder.account,
      standingProxy: shareholder.standingProxy,
      title: `major shareholder ${shareholder.rank}`,
      ...sharesOf(shareholder),
      asOf: shareholder.date,
    })),
    ...readOfficers(facts).map(({ name, title: office, shares }) => ({ name, title: office, shares })),
    ...joint,
    ...total,
  ];
}

async function readAccounts(name: string, bytes: Buffer): Promise<ReadPerson[]> {
  const companiesHouse = await loadSource('companies-house');
  const url = companiesHouse.identifyImport(name, bytes);
  const { records } = await companiesHouse.parse([{ url, bytes, sha256: '' }]);
  return records.flatMap(({ contents }) =>
    contents?.report == null
      ? []
      : readAccountsOfficers(contents.report).map(account => ({
          name: account.name,
          title: account.role,
          asOf: account.asOf,
        })),
  );
}

function readRegister(name: string, bytes: Buffer): ReadPerson[] {
  const log = new AnomalyLog('companies-house', name);
  return parseRegisteredOfficers(readPage(bytes, log)?.items ?? [], log).map(officer => ({
    name: officer.name,
    title: officer.role,
    from: officer.appointedOn,
    until: officer.resignedOn,
    birthYear: officer.born?.year ?? null,
  }));
}

/** Names of the kinds of control in the register. */
const CONTROL_TITLES: Readonly<Record<string, string>> = {
  individual: 'individual-person-with-significant-control',
  corporate: 'corporate-entity-person-with-significant-control',
  legal_person: 'legal-person-person-with-significant-control',
  super_secure: 'super-secure-person-with-significant-control',
};

function readControl(name: string, bytes: Buffer): ReadPerson[] {
  const text = bytes.toString('utf8');
  const lines = text.trimStart().startsWith('[')
    ? (JSON.parse(text) as unknown[]).map(item => JSON.stringify(item))
    : text.split('\n');
  return parseControlSnapshot(lines, new AnomalyLog('companies-house', name)).entries.map(entry => ({
    name: entry.name,
    title: CONTROL_TITLES[entry.kind] ?? entry.kind,
    from: entry.notifiedOn,
    until: entry.ceasedOn,
    natures: entry.naturesOfControl,
    birthYear: entry.born?.year ?? null,
  }));
}

function readDart(name: string, bytes: Buffer): ReadPerson[] {
  const log = new AnomalyLog('opendart', name);
  const { rows } = readResponse(bytes, log);
  if (/exctvSttus/.test(name)) {
    return parseReportedOfficers(rows, log).map(officer => ({
      name: officer.name,
      title: [officer.position, officer.registration, officer.duties].filter(part => part !== null).join(', '),
      until: officer.termEnd,
      asOf: officer.asOf,
    }));
  }
  if (/majorstock|elestock/.test(name)) {
    return parseReportedHoldings(rows, log).map(holding => ({
      name: holding.name,
      // For the first of the two lists, the table states the subject in English.
      title: /majorstock/.test(name) ? `${holding.capacity} 5% report` : holding.capacity,
      shares: holding.shares,
      sharePct: holding.sharePct,
      asOf: holding.reportedOn,
    }));
  }
  return parseRelatedHoldings(rows, log).map(holding => ({
    name: holding.name,
    title: `${holding.relation ?? ''} / ${holding.shareKind ?? ''}`,
    shares: holding.shares,
    sharePct: holding.sharePct,
    asOf: holding.asOf,
  }));
}

function readCninfo(name: string, bytes: Buffer): ReadPerson[] {
  return (executives.read(bytes, new AnomalyLog('cninfo', name), { code: '' }) ?? []).map(executive => ({
    name: executive.name,
    title: executive.posts.join(','),
    shares: executive.shares,
    birthYear: executive.birthYear,
  }));
}

/** Whether the documents are available. */
export function hasPeople(folder: string): boolean {
  return existsSync(join(folder, 'truth/intl_people.tsv'));
}
