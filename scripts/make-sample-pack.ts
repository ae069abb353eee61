/**
 * Writes sample/ from a folder of recorded registry responses:
 *
 *     node scripts/make-sample-pack.ts RECORDED [sample]
 *
 * RECORDED holds `mirror/<host>/<path>` and `datasets/fsds_2009q3.zip`. The pack has the registry's JSON formats with
 * figures, dates, forms, accession numbers and identifiers only: no labels, descriptions or addresses. sample/README.md
 * states sources and dates.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FactSet } from '../server/src/domain/filings/facts/model/facts.ts';
import type { Filing, Issuer } from '../server/src/domain/filings/issuers/model/issuer.ts';
import { toIsoDate } from '../server/src/kernel/dates.ts';
import { type DataSetCompany, readSmallDataSet } from '../server/src/sources/sec-edgar/facts/read-data-set.ts';

/** Companies with a recorded full history. */
const WHOLE_HISTORY = [320187, 320193, 789019, 865941, 909832, 1045810, 1640147, 1997711];

/**
 * Companies of other industries from the data set of 2009's third quarter. The set rounds period ends to month ends, so
 * only filers whose quarters end with the month are taken.
 */
const FROM_DATA_SET = [
  // banks, insurers, brokers
  70858, 19617, 72971, 36104, 713676, 80661, 1099219, 4977, 86312, 316709, 895421, 886982,
  // real estate
  915912, 1037540, 906107, 1063761, 1393311,
  // utilities, energy
  4904, 1326160, 92122, 715957, 1109357, 93410, 1163165, 34088,
  // health, industry, consumers, technology, telecommunication, transport, services
  78003, 59478, 1800, 318154, 40545, 18230, 63908, 1018724, 1065088, 1065280, 51143, 97476, 732717, 732712, 100885,
  1090727, 1141391, 823768,
];

/** The columns of a submission list that hold figures, dates, forms and identifiers. */
const COLUMNS = [
  'accessionNumber',
  'filingDate',
  'reportDate',
  'acceptanceDateTime',
  'form',
  'items',
  'size',
  'isXBRL',
  'isInlineXBRL',
  'primaryDocument',
] as const;

const [recorded, sample = 'sample'] = process.argv.slice(2);
if (recorded === undefined) throw new Error('usage: node scripts/make-sample-pack.ts RECORDED [sample]');

const mirror = join(recorded, 'mirror');
const FACTS = 'data.sec.gov/api/xbrl/companyfacts';
const SUBMISSIONS = 'data.sec.gov/submissions';
const wanted = new Set([...WHOLE_HISTORY, ...FROM_DATA_SET]);

for (const host of ['data.sec.gov', 'www.sec.gov']) rmSync(join(sample, host), { recursive: true, force: true });
const names = writeTickers();
for (const cik of WHOLE_HISTORY) writeWholeHistory(cik);
const dataSet = await readSmallDataSet(join(recorded, 'datasets/fsds_2009q3.zip'), '2009q3');
for (const cik of FROM_DATA_SET) {
  const company = dataSet.records.get(`cik:${cik}`);
  if (company === undefined) throw new Error(`The data set has no company ${cik}.`);
  writeDataSetCompany(cik, company);
}

type TickerRow = [cik: number, name: string, ticker: string, exchange: string | null];

function writeTickers(): Map<number, { name: string; rows: TickerRow[] }> {
  const path = 'www.sec.gov/files/company_tickers_exchange.json';
  const all = readJson(path) as { fields: string[]; data: TickerRow[] };
  const data = all.data.filter(row => wanted.has(row[0]));
  write(path, { fields: all.fields, data });
  write(
    'www.sec.gov/files/company_tickers.json',
    Object.fromEntries(data.map(([cik_str, title, ticker], index) => [index, { cik_str, ticker, title }])),
  );
  const byCik = new Map<number, { name: string; rows: TickerRow[] }>();
  for (const row of data) {
    const known = byCik.get(row[0]) ?? { name: row[1], rows: [] };
    known.rows.push(row);
    byCik.set(row[0], known);
  }
  return byCik;
}

interface RecordedFacts {
  cik: number;
  entityName: string;
  facts: Record<string, Record<string, { units: Record<string, RecordedFact[]> }>>;
}
interface RecordedFact {
  start?: string;
  end: string;
  val: number;
  accn: string;
  fy: number | null;
  fp: string | null;
  form: string;
  filed: string;
}

function writeWholeHistory(cik: number): void {
  const path = `${FACTS}/${file(cik)}`;
  const { entityName, facts } = readJson(path) as RecordedFacts;
  const bare: RecordedFacts['facts'] = {};
  for (const [taxonomy, concepts] of Object.entries(facts)) {
    for (const [concept, { units }] of Object.entries(concepts)) {
      bare[taxonomy] ??= {};
      bare[taxonomy][concept] = wordless(
        Object.fromEntries(Object.entries(units).map(([unit, list]) => [unit, list.map(withoutFrame)])),
      );
    }
  }
  write(path, { cik, entityName, facts: bare });
  const submissions = `${SUBMISSIONS}/${file(cik)}`;
  write(submissions, isRecorded(submissions) ? bareSubmissions(readJson(submissions)) : submissionsOfFacts(cik, bare));
}

function withoutFrame({ start, end, val, accn, fy, fp, form, filed }: RecordedFact): RecordedFact {
  return { ...(start === undefined ? {} : { start }), end, val, accn, fy, fp, form, filed };
}

function wordless<T>(units: T): { label: null; description: null; units: T } {
  return { label: null, description: null, units };
}

function bareSubmissions(response: unknown): unknown {
  const {
    cik,
    entityType,
    sic,
    name,
    tickers,
    exchanges,
    ein,
    lei,
    fiscalYearEnd,
    stateOfIncorporation,
    formerNames,
    filings,
  } = response as Record<string, unknown> & { filings: { recent: Record<string, unknown> } };
  const recent = Object.fromEntries(COLUMNS.map(column => [column, filings.recent[column]]));
  return {
    ...{ cik, entityType, sic, name, tickers, exchanges, ein, lei, fiscalYearEnd, stateOfIncorporation, formerNames },
    filings: { recent, files: [] },
  };
}

/** Without a recorded submission list, filings are taken from the facts. */
function submissionsOfFacts(cik: number, facts: RecordedFacts['facts']): unknown {
  const filings = new Map<string, RecordedFact>();
  for (const concepts of Object.values(facts)) {
    for (const { units } of Object.values(concepts)) {
      for (const fact of Object.values(units).flat()) filings.set(fact.accn, fact);
    }
  }
  const newestFirst = [...filings.values()].sort(
    (a, b) => b.filed.localeCompare(a.filed) || b.accn.localeCompare(a.accn),
  );
  return submissions(
    cik,
    { sic: null, ein: null, fiscalYearEnd: null, formerNames: [] },
    newestFirst.map(fact => ({
      accessionNumber: fact.accn,
      filingDate: fact.filed,
      reportDate: '',
      acceptanceDateTime: '',
      form: fact.form,
    })),
  );
}

function writeDataSetCompany(cik: number, { issuer, filings, set }: DataSetCompany): void {
  if (issuer === null) throw new Error(`The data set does not describe ${cik}.`);
  const facts = toCompanyFacts(set);
  if (facts['us-gaap'] === undefined) throw new Error(`The data set has no facts without dimensions for ${cik}.`);
  write(`${FACTS}/${file(cik)}`, { cik, entityName: issuer.companyName, facts });
  write(`${SUBMISSIONS}/${file(cik)}`, submissions(cik, industryOf(issuer, cik), filings.map(toSubmission)));
}

function industryOf(issuer: Issuer, cik: number): CompanyMembers {
  const name = names.get(cik)?.name;
  const wasCalled = issuer.companyName;
  const changed = name !== undefined && name.toUpperCase() !== wasCalled.toUpperCase();
  return {
    sic: issuer.industry?.code ?? null,
    ein: issuer.identifiers.find(identifier => identifier.scheme === 'ein')?.identifier ?? null,
    fiscalYearEnd: issuer.fiscalYearEnd?.replace('-', '') ?? null,
    formerNames: changed ? [{ name: wasCalled, from: null, to: null }] : [],
  };
}

function toSubmission(filing: Filing): SubmissionRow {
  return {
    accessionNumber: filing.nativeId,
    filingDate: filing.filingDate,
    reportDate: filing.periodEnd ?? '',
    acceptanceDateTime: filing.acceptedAt === null ? '' : filing.acceptedAt.replace('Z', '.000Z'),
    form: filing.formType,
  };
}

interface CompanyMembers {
  sic: string | null;
  ein: string | null;
  fiscalYearEnd: string | null;
  formerNames: unknown[];
}
interface SubmissionRow {
  accessionNumber: string;
  filingDate: string;
  reportDate: string;
  acceptanceDateTime: string;
  form: string;
}

function submissions(cik: number, company: CompanyMembers, rows: SubmissionRow[]): unknown {
  const known = names.get(cik);
  if (known === undefined) throw new Error(`No ticker row names ${cik}.`);
  return {
    cik: String(cik).padStart(10, '0'),
    entityType: 'operating',
    name: known.name,
    tickers: known.rows.map(row => row[2]),
    exchanges: known.rows.map(row => row[3]),
    ...company,
    filings: {
      recent: {
        accessionNumber: rows.map(row => row.accessionNumber),
        filingDate: rows.map(row => row.filingDate),
        reportDate: rows.map(row => row.reportDate),
        acceptanceDateTime: rows.map(row => row.acceptanceDateTime),
        form: rows.map(row => row.form),
        items: rows.map(() => ''),
        size: rows.map(() => 0),
        isXBRL: rows.map(() => 1),
        isInlineXBRL: rows.map(() => 0),
        primaryDocument: rows.map(() => ''),
      },
      files: [],
    },
  };
}

/** Facts without dimensions, of standard taxonomies, over at most a year, as in the registry's summary. */
function toCompanyFacts(set: FactSet): RecordedFacts['facts'] {
  const facts: RecordedFacts['facts'] = {};
  for (const series of set.series) {
    const [taxonomy = '', concept = ''] = series.concept.split(':');
    if (series.dimensions !== '' || !['us-gaap', 'dei'].includes(taxonomy)) continue;
    facts[taxonomy] ??= {};
    facts[taxonomy][concept] ??= wordless({});
    const { units } = facts[taxonomy][concept];
    const observations = series.values.flatMap((val, index) => {
      const filing = set.filings[series.filings[index] ?? -1];
      const start = series.starts[index] ?? null;
      const end = series.ends[index];
      if (val === null || filing === undefined || end === undefined || (start !== null && end - start > 366)) return [];
      return [
        {
          ...(start === null ? {} : { start: toIsoDate(start) }),
          end: toIsoDate(end),
          val,
          accn: filing.accession,
          fy: filing.fiscalYear,
          fp: filing.fiscalPeriod,
          form: filing.form,
          filed: filing.filed,
        },
      ];
    });
    if (observations.length > 0) units[series.unit] = observations;
  }
  return facts;
}

function file(cik: number): string {
  return `CIK${String(cik).padStart(10, '0')}.json`;
}

function isRecorded(path: string): boolean {
  return existsSync(join(mirror, path)) || existsSync(join(mirror, `${path}.gz`));
}

function readJson(path: string): unknown {
  const plain = join(mirror, path);
  const bytes = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(`${plain}.gz`));
  return JSON.parse(bytes.toString());
}

function write(path: string, response: unknown): void {
  const target = join(sample, `${path}.gz`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, gzipSync(JSON.stringify(response), { level: 9 }));
}
