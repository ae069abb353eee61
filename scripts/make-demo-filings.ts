/**
 * Writes the filings of fictional issuers to sample/, in the registry's formats:
 *
 *     node scripts/make-demo-filings.ts [sample]
 *
 * - for each issuer full submissions of a 10-K and a 10-Q in inline XBRL, of 8-Ks and a proxy statement;
 * - for the first issuer also the 10-K of the year before and insider reports (Forms 4 and 4/A);
 * - a plain-text 10-K of 1996, and an issuer whose 8-Ks and late notices match signal patterns;
 * - Forms 13F and Schedules 13G of fictional managers;
 * - the list of filings of each filer.
 *
 * Everything comes from scripts/demo-filings/. Output is reproducible.
 * Run it after scripts/make-sample-pack.ts, which empties sample/.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fromNewYorkClock } from '../server/src/kernel/dates.ts';
import { FICTIONAL_EXCHANGE } from '../server/src/sources/sec-edgar/lists/map-listing.ts';
import { type Company, modelCompany } from './demo-filings/company-model.ts';
import { earningsReport, otherReport } from './demo-filings/current-reports.ts';
import { INSIDER_REPORTS, insiderFiling } from './demo-filings/insider-reports.ts';
import { type DemoIssuer, ISSUERS, ROBOTICS_YEAR_BEFORE } from './demo-filings/issuers.ts';
import { drawLogo } from './demo-filings/logo.ts';
import { MANAGERS, managerFilings, managerHeader } from './demo-filings/managers.ts';
import { annualReport, quarterlyReport } from './demo-filings/periodic-reports.ts';
import { proxyStatement } from './demo-filings/proxy-statement.ts';
import {
  type DemoFiling,
  type HeaderIssuer,
  inMailWrapper,
  type SubmissionRow,
  submissionRow,
  submissionText,
} from './demo-filings/submission.ts';
import { TEXT_ERA_ISSUER, textEraReport } from './demo-filings/text-era-report.ts';
import { TROUBLED_ISSUER, troubledFilings } from './demo-filings/troubled-issuer.ts';

const [sample = 'sample'] = process.argv.slice(2);
/** The registry's folder of filings. */
const ARCHIVES = 'www.sec.gov/Archives/edgar/data';

const COLOURS = [
  [0x1f, 0x4e, 0x79],
  [0x7a, 0x1f, 0x3d],
  [0x2e, 0x6b, 0x34],
] as const;

for (const [n, issuer] of ISSUERS.entries()) writeIssuer(issuer, drawLogo(COLOURS[n] ?? COLOURS[0]));
writeTextEra();
writeTroubled();
for (const manager of MANAGERS) {
  const header = managerHeader(manager);
  rmSync(folderOf(header), { recursive: true, force: true });
  const rows = managerFilings(manager).map(({ about, filing }) =>
    writeFiling(header, filing, submissionText(about, filing)),
  );
  writeSubmissions(header, [], rows, 'fictional');
}

function writeIssuer(issuer: DemoIssuer, logo: Buffer): void {
  rmSync(folderOf(issuer), { recursive: true, force: true });
  const rows = filingsOf(issuer, logo).map(filing => writeFiling(issuer, filing, submissionText(issuer, filing)));
  writeSubmissions(issuer, [issuer.ticker], rows);
}

function writeTextEra(): void {
  rmSync(folderOf(TEXT_ERA_ISSUER), { recursive: true, force: true });
  const filing = textEraReport();
  const text = inMailWrapper(submissionText(TEXT_ERA_ISSUER, filing));
  writeSubmissions(TEXT_ERA_ISSUER, ['SPFY'], [writeFiling(TEXT_ERA_ISSUER, filing, text)]);
}

function writeTroubled(): void {
  rmSync(folderOf(TROUBLED_ISSUER), { recursive: true, force: true });
  const rows = troubledFilings().map(filing =>
    writeFiling(TROUBLED_ISSUER, filing, submissionText(TROUBLED_ISSUER, filing)),
  );
  writeSubmissions(TROUBLED_ISSUER, ['MKBW'], rows);
}

function filingsOf(issuer: DemoIssuer, logo: Buffer): DemoFiling[] {
  const { latest: company, yearBefore } = modelCompany(issuer);
  const { dates, cik } = issuer;
  const results = earningsReport(issuer, company);
  const other = otherReport(issuer);
  const earlier = ROBOTICS_YEAR_BEFORE;
  return [
    ...(cik === earlier.cik ? [annualFiling(earlier, yearBefore, logo)] : []),
    {
      accession: accessionOf(cik, dates.release, 1),
      form: '8-K',
      period: dates.release,
      filed: dates.release,
      accepted: '161005',
      ...results,
    },
    annualFiling(issuer, company, logo),
    {
      accession: accessionOf(cik, dates.other, 3),
      form: '8-K',
      period: dates.other,
      filed: dates.other,
      accepted: '171540',
      ...other,
    },
    {
      accession: accessionOf(cik, dates.proxy, 4),
      form: 'DEF 14A',
      period: dates.meeting,
      filed: dates.proxy,
      accepted: '080311',
      items: [],
      documents: proxyStatement(issuer, company),
    },
    {
      accession: accessionOf(cik, dates.quarterly, 5),
      form: '10-Q',
      period: company.quarter.end,
      filed: dates.quarterly,
      accepted: '162048',
      items: [],
      documents: quarterlyReport(issuer, company),
    },
    ...(cik === earlier.cik ? insiderFilings(issuer) : []),
  ];
}

function insiderFilings(issuer: DemoIssuer): DemoFiling[] {
  return INSIDER_REPORTS.map((report, n) =>
    insiderFiling(issuer, accessionOf(issuer.cik, report.filed, 6 + n), report),
  );
}

function annualFiling(issuer: DemoIssuer, company: Company, logo: Buffer): DemoFiling {
  const [, , year] = company.years;
  return {
    accession: accessionOf(issuer.cik, issuer.dates.annual, 2),
    form: '10-K',
    period: year.end,
    filed: issuer.dates.annual,
    accepted: '163022',
    items: [],
    documents: annualReport(issuer, company, logo),
  };
}

function accessionOf(cik: string, filed: string, number: number): string {
  return `${cik}-${filed.slice(2, 4)}-${String(number).padStart(6, '0')}`;
}

function writeFiling(issuer: HeaderIssuer, filing: DemoFiling, text: string): SubmissionRow {
  const bytes = Buffer.from(text, 'latin1');
  const folder = join(folderOf(issuer), filing.accession.replaceAll('-', ''));
  write(join(folder, `${filing.accession}.txt.gz`), gzipSync(bytes, { level: 9 }));
  const { filed, accepted } = filing;
  const clock = accepted === null ? null : accepted.replace(/^(..)(..)(..)$/, '$1:$2:$3');
  return submissionRow(filing, clock === null ? null : fromNewYorkClock(filed, clock), bytes.length);
}

function writeSubmissions(
  issuer: HeaderIssuer,
  tickers: readonly string[],
  rows: readonly SubmissionRow[],
  entityType = 'operating',
): void {
  const { month, day } = issuer.fiscalYearEnd;
  const newestFirst = [...rows].sort((a, b) => (a.filingDate < b.filingDate ? 1 : -1));
  const columns = Object.keys(newestFirst[0] ?? {}) as (keyof SubmissionRow)[];
  const response = {
    cik: issuer.cik,
    entityType,
    sic: issuer.sic,
    name: issuer.name,
    tickers,
    exchanges: tickers.map(() => FICTIONAL_EXCHANGE),
    ein: null,
    lei: null,
    fiscalYearEnd: `${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`,
    stateOfIncorporation: 'DE',
    formerNames: issuer.formerNames ?? [],
    filings: {
      recent: Object.fromEntries(columns.map(column => [column, newestFirst.map(row => row[column])])),
      files: [],
    },
  };
  const path = join(sample, `data.sec.gov/submissions/CIK${issuer.cik}.json.gz`);
  write(path, gzipSync(JSON.stringify(response), { level: 9 }));
}

function folderOf({ cik }: HeaderIssuer): string {
  return join(sample, ARCHIVES, cik);
}

function write(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}
