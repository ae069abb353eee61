import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mirrorPath } from '../../src/sources/kit/http/mirror-path.ts';

/** A fictional company at SEC EDGAR. Its figures follow from its number. */
export interface FictionalCompany {
  /** Up to ten digits. */
  cik: number;
  name: string;
  ticker: string;
}

/** `count` companies with CIKs from 9,000,001 on, which the registry has not assigned. */
export function fictionalCompanies(count: number): FictionalCompany[] {
  return Array.from({ length: count }, (_, n) => {
    return { cik: 9_000_001 + n, name: `Fictional Works ${n + 1} Inc.`, ticker: `FICT${n + 1}` };
  });
}

/** The first of them. */
export function fictionalCompany(): FictionalCompany {
  const [company] = fictionalCompanies(1);
  if (company === undefined) throw new Error('unreachable');
  return company;
}

const YEARS = [2019, 2020, 2021, 2022, 2023];
const FLOWS = { RevenueFromContractWithCustomerExcludingAssessedTax: 1_000, CostOfRevenue: 600, NetIncomeLoss: 150 };
const STOCKS = {
  Assets: 5_000,
  Liabilities: 3_000,
  StockholdersEquity: 2_000,
  CashAndCashEquivalentsAtCarryingValue: 400,
};

function accession(company: FictionalCompany, year: number): string {
  return `000${company.cik}-${String(year + 1).slice(2)}-000001`;
}

/** The companyfacts response: annual reports of five calendar years, each with its year and the one before. */
export function companyFactsOf(company: FictionalCompany, scale = 1): string {
  const factor = (year: number): number => (year - 2010) * 1_000 * (company.cik % 1_000) * scale;
  const label = (year: number) => ({
    accn: accession(company, year),
    fy: year,
    fp: 'FY',
    form: '10-K',
    filed: `${year + 1}-02-20`,
  });
  const concepts: Record<string, unknown> = {};
  for (const [name, base] of Object.entries(FLOWS)) {
    const rows = YEARS.flatMap(year =>
      [year - 1, year].map(of => ({
        start: `${of}-01-01`,
        end: `${of}-12-31`,
        val: base * factor(of),
        ...label(year),
      })),
    );
    concepts[name] = { label: name, description: null, units: { USD: rows } };
  }
  for (const [name, base] of Object.entries(STOCKS)) {
    const rows = YEARS.flatMap(year =>
      [year - 1, year].map(of => ({ end: `${of}-12-31`, val: base * factor(of), ...label(year) })),
    );
    concepts[name] = { label: name, description: null, units: { USD: rows } };
  }
  return JSON.stringify({ cik: company.cik, entityName: company.name, facts: { 'us-gaap': concepts } });
}

/** The submissions response: the same annual reports, accepted in the afternoon. */
export function submissionsOf(company: FictionalCompany): string {
  const column = <T>(of: (year: number) => T): T[] => YEARS.toReversed().map(of);
  return JSON.stringify({
    cik: String(company.cik).padStart(10, '0'),
    entityType: 'operating',
    sic: '3571',
    sicDescription: 'Electronic Computers',
    name: company.name,
    tickers: [company.ticker],
    exchanges: ['Nasdaq'],
    ein: '123456789',
    fiscalYearEnd: '1231',
    stateOfIncorporation: 'DE',
    formerNames: [{ name: `Old ${company.name}`, from: '2010-01-01T00:00:00.000Z', to: '2015-05-05T00:00:00.000Z' }],
    filings: {
      recent: {
        accessionNumber: column(year => accession(company, year)),
        filingDate: column(year => `${year + 1}-02-20`),
        reportDate: column(year => `${year}-12-31`),
        acceptanceDateTime: column(year => `${year + 1}-02-20T21:05:00.000Z`),
        form: column(() => '10-K'),
        items: column(() => ''),
        isXBRL: column(() => 1),
        isInlineXBRL: column(() => 1),
        primaryDocument: column(year => `report-${year}.htm`),
        primaryDocDescription: column(() => '10-K'),
      },
      files: [],
    },
  });
}

export function tickersOf(companies: readonly FictionalCompany[]): string {
  const data = companies.map(({ cik, name, ticker }) => [cik, name, ticker, 'Nasdaq']);
  return JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data });
}

/** The name of a company's document: `CIK0009000001.json`. */
export function memberOf(company: FictionalCompany): string {
  return `CIK${String(company.cik).padStart(10, '0')}.json`;
}

/** The list of companies, and the submissions of each, by their paths in a mirror. */
export function listed(
  companies: readonly FictionalCompany[],
  submissions: (company: FictionalCompany) => string = submissionsOf,
): Record<string, string> {
  return {
    ...tickerList(companies),
    ...Object.fromEntries(
      companies.map(company => [`data.sec.gov/submissions/${memberOf(company)}`, submissions(company)]),
    ),
  };
}

/** The list of companies by its path in a mirror. */
export function tickerList(companies: readonly FictionalCompany[]): Record<string, string> {
  return { 'www.sec.gov/files/company_tickers_exchange.json': tickersOf(companies) };
}

/** The path in a mirror of a filing's submission, in the folder of one of its filers. */
export function placeOf({ cik }: Pick<FictionalCompany, 'cik'>, accession: string): string {
  return `www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}.txt`;
}

/** Lists and facts by their paths in a mirror. */
export function mirrorOf(companies: readonly FictionalCompany[]): Record<string, string | Buffer> {
  const facts = companies.map(company => [
    `data.sec.gov/api/xbrl/companyfacts/${memberOf(company)}`,
    companyFactsOf(company),
  ]);
  return { ...listed(companies), ...Object.fromEntries(facts) };
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Writes responses by address, as a mirror keeps them. */
export function writeMirror(folder: string, responses: Readonly<Record<string, string | Buffer>>): void {
  const files = Object.entries(responses).map(([url, content]) => [mirrorPath({ url }), content]);
  writeFiles(folder, Object.fromEntries(files) as Record<string, string | Buffer>);
}

/** The tables of a Financial Statement Data Set of 2021q1 with one annual report per company, `num` in mixed order. */
export function dataSetOf(companies: readonly FictionalCompany[]): Record<string, string> {
  const sub = [
    'adsh\tcik\tname\tsic\tcountryba\tfye\tform\tperiod\tfy\tfp\tfiled\taccepted\tprevrpt\tinstance\tnciks\taciks',
  ];
  const num = ['adsh\ttag\tversion\tddate\tqtrs\tuom\tsegments\tcoreg\tvalue\tfootnote'];
  const pre = ['adsh\treport\tline\tstmt\tinpth\trfile\ttag\tversion\tplabel\tnegating'];
  const tag = ['tag\tversion\tcustom\tabstract\tdatatype\tiord\tcrdr\ttlabel\tdoc'];
  tag.push('EarningsPerShareBasic\tus-gaap/2020\t0\t0\tperShare\tD\t\tEPS\t');
  const values: string[][] = [[], [], []];
  for (const company of companies) {
    const adsh = accession(company, 2020);
    sub.push(
      [
        adsh,
        company.cik,
        company.name.toUpperCase(),
        '3571',
        'US',
        '1231',
        '10-K',
        '20201231',
        '2020',
        'FY',
        '20210220',
        '2021-02-20 16:05:00.0',
        '0',
        'x.xml',
        '1',
        '',
      ].join('\t'),
    );
    const value = (name: string, qtrs: number, amount: number): string =>
      [adsh, name, 'us-gaap/2020', '20201231', qtrs, 'USD', '', '', amount.toFixed(4), ''].join('\t');
    values[0]?.push(value('Assets', 0, 5_000 * (company.cik % 1_000)));
    values[1]?.push(value('Revenues', 4, 1_000 * (company.cik % 1_000)));
    values[2]?.push(value('EarningsPerShareBasic', 4, 1.5));
    pre.push([adsh, 2, 1, 'BS', 0, 'H', 'Assets', 'us-gaap/2020', 'Total assets', 0].join('\t'));
    pre.push([adsh, 4, 1, 'IS', 0, 'H', 'Revenues', 'us-gaap/2020', 'Total revenue', 0].join('\t'));
  }
  num.push(...values.flat());
  const text = (lines: string[]): string => `${lines.join('\n')}\n`;
  return { 'sub.txt': text(sub), 'num.txt': text(num), 'pre.txt': text(pre), 'tag.txt': text(tag) };
}
