import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { splitRecord } from '../../formats/delimited.ts';
import { splitLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate, monthDay } from '../../kernel/dates.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { formOfResponse, wrongForm } from '../kit/http/response-form.ts';
import { readMembers } from '../kit/packages/read-members.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { statusOf } from './profile.ts';

export const DOWNLOAD_HOST = 'download.companieshouse.gov.uk';

/** A part of the table has some 850,000 rows. */
export const MAX_COMPANIES = 8_000_000;

const PUBLISHED = new RegExp(`^https?://${DOWNLOAD_HOST}/(?:.*/)?(BasicCompanyData[^/]*\\.(?:zip|csv))$`);
const FOLDER = 'company-data/';

/** The table of live companies, as it is published or unpacked. */
export const companyData = documentKind({
  address: {
    template: `https://${DOWNLOAD_HOST}/BasicCompanyData-{edition}.zip`,
    url: ({ name }: { name: string }) => FOLDER + name,
    read(url) {
      const name =
        PUBLISHED.exec(url)?.[1] ?? (/^company-data\/[^/]*$/.test(url) ? url.slice(FOLDER.length) : undefined);
      return name === undefined ? null : { name };
    },
  },
  source: 'company-data',
  states: 'issuers: name, former names, number, type, status, SIC code, year end',
  task: 'company-data',
  read: readCompanyData,
  map: (issuers, { source }) => recordsOfIssuers(issuers, source),
  validate: (bytes, _, { name }) => (name.endsWith('.zip') ? wrongForm(bytes, ['zip']) : null),
  expect: { issuers: { min: 1, max: MAX_COMPANIES } },
  accepts: 'tables of BasicCompanyData',
  identify: ({ name, start }) => (/^"?\s*CompanyName"?,\s*"?\s*CompanyNumber"?,/.test(start) ? { name } : null),
});

/** True for the table among the members of a zip. Archives made on a Mac also have shadows of their members. */
export function isCompanyTable(member: string): boolean {
  return /(?:^|\/)BasicCompanyData[^/]*\.csv$/.test(member) && !member.startsWith('__MACOSX/');
}

function readCompanyData(bytes: Buffer, log: AnomalyLog): Issuer[] {
  if (formOfResponse(bytes) !== 'zip') return parseCompanyData(bytes.toString('utf8'), log);
  const [table] = readMembers(bytes, isCompanyTable, log);
  return parseCompanyData(table?.bytes.toString('utf8') ?? '', log);
}

/** Columns without which a table is another one. Some names in the header begin with blanks. */
const NEEDED = ['CompanyName', 'CompanyNumber', 'CompanyStatus'] as const;
const MAX_PREVIOUS_NAMES = 10;

/** A row of the table, by column. */
type Cell = (column: string) => string;

/**
 * The companies of a table (free company data product: comma-separated, UTF-8, dates `dd/mm/yyyy`). A row without name or
 * number is an anomaly `bad_row`, one with too few fields `short_row`.
 */
export function parseCompanyData(text: string, log: AnomalyLog): Issuer[] {
  const [header = '', ...lines] = splitLines(text.replace(/^\uFEFF/, ''));
  const columns = columnsOf(header);
  const missing = NEEDED.filter(name => !columns.has(name));
  if (missing.length > 0) {
    log.add('missing_column', 'line 1', missing.join(', '));
    return [];
  }
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const fields = splitRecord(line);
    if (fields.length !== columns.size) {
      log.add('short_row', `line ${at + 2}`, `${fields.length} fields, expected ${columns.size}`);
      return [];
    }
    const issuer = toIssuer(column => fields[columns.get(column) ?? -1]?.trim() ?? '', `line ${at + 2}`, log);
    return issuer === null ? [] : [issuer];
  });
}

/** The number of a row's company; null if it has none. `header` is the first line of the table. */
export function companyNumberOfRow(header: string, line: string): string | null {
  return companyNumber(splitRecord(line)[columnsOf(header).get('CompanyNumber') ?? -1]);
}

function columnsOf(header: string): ReadonlyMap<string, number> {
  return new Map(splitRecord(header).map((name, at) => [name.trim(), at]));
}

function toIssuer(cell: Cell, locator: string, log: AnomalyLog): Issuer | null {
  const number = companyNumber(cell('CompanyNumber'));
  const companyName = cell('CompanyName').replace(/\s+/g, ' ');
  if (number === null || companyName === '') {
    log.add('bad_row', locator, `number ${cell('CompanyNumber')}, name ${companyName}`);
    return null;
  }
  const status = statusOf(cell('CompanyStatus'));
  if (status === null) log.add('unknown_status', locator, cell('CompanyStatus'));
  return {
    canonicalKey: canonicalKeyOfNumber(number),
    companyName,
    countryCode: cell('CountryOfOrigin') === 'United Kingdom' ? 'GB' : null,
    legalForm: cell('CompanyCategory') || null,
    status: status ?? 'active',
    industry: industryOf(cell('SICCode.SicText_1')),
    fiscalYearEnd: monthDay(cell('Accounts.AccountRefMonth'), cell('Accounts.AccountRefDay')),
    identifiers: [{ scheme: 'uk', identifier: number }],
    formerNames: formerNamesOf(cell),
    listings: [],
    postalCode: cell('RegAddress.PostCode') || null,
  };
}

/** Reads `99999 - Dormant Company`; null for `None Supplied`. */
function industryOf(text: string): Issuer['industry'] {
  const match = /^(\d{4,5}) - (.+)$/.exec(text);
  return match === null ? null : { scheme: 'uk_sic', code: match[1] ?? '', label: match[2] ?? '' };
}

function formerNamesOf(cell: Cell): Issuer['formerNames'] {
  const names: Issuer['formerNames'] = [];
  for (let at = 1; at <= MAX_PREVIOUS_NAMES; at++) {
    const companyName = cell(`PreviousName_${at}.CompanyName`);
    if (companyName !== '') names.push({ companyName, untilDate: toDate(cell(`PreviousName_${at}.CONDATE`)) });
  }
  return names;
}

/** `15/07/2011` */
function toDate(text: string): IsoDate | null {
  return dateOrNull(text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1'));
}
