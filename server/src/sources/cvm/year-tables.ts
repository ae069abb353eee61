import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { bareIssuer, type Filing, type Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { failed, startOf, wrongForm } from '../kit/http/response-form.ts';
import { readMembers } from '../kit/packages/read-members.ts';
import type { ResponseFault, SourceDocument } from '../kit/source.ts';
import { sourceKind } from '../kit/source-kind.ts';
import { canonicalKeyOfCnpj, cnpj } from './cnpj.ts';
import { toDocumentFiling, toEventualFiling } from './filings.ts';
import { columnsOf, hasColumns, type Row, readTable, splitTable } from './read-table.ts';
import { codeOf, toRegisteredIssuer } from './registration-form.ts';
import { toFilingContents } from './statement-contents.ts';
import { documentKey, STATEMENT_COLUMNS, STATEMENT_TABLES, toFactSet } from './statement-facts.ts';
import { type DocumentType, tableNameOf } from './table-names.ts';

const FOLDER = 'https://dados.cvm.gov.br/dados/CIA_ABERTA/DOC';
const ZIP = /\/(dfp|itr|fre|fca|ipe)_cia_aberta_(\d{4})\.zip$/i;

/** The tables of one type of documents and year, renewed each week: a zip, its members, or a company's share of them. */
export const yearTables = sourceKind({
  shown: {
    address: `${FOLDER}/{TYPE}/DADOS/{type}_cia_aberta_{year}.zip`,
    source: '{type}/{year}',
    states: 'filings; facts and statements (dfp, itr); names, year end, tickers (fca)',
  },
  read(url) {
    if (/^https?:/.test(url) && !url.startsWith('https://dados.cvm.gov.br/')) return null;
    const [, type, year] = ZIP.exec(url) ?? [];
    const name = type === undefined ? tableNameOf(url) : { type: type.toLowerCase(), year };
    return name && { source: `${name.type}/${name.year}`, issuer: null };
  },
  parse(documents, source) {
    const log = new AnomalyLog('cvm', documents[0]?.url ?? source);
    return { records: readYear(source, documents, log), anomalies: log.list() };
  },
  validate: (bytes, url) => (isZip(url) ? wrongForm(bytes, ['zip']) : validateTable(bytes)),
  expect: { filings: { min: 1, max: 5_000_000 } },
  accepts: 'ipe_cia_aberta_YYYY.csv, zips of DFP, ITR, FRE, FCA and IPE',
  identify({ name, start }) {
    const [header = '', first = ''] = start.split(/\r?\n/, 2);
    const columns = header.split(';');
    const received = first.split(';')[columns.indexOf('Data_Entrega')] ?? '';
    if (!columns.includes('Protocolo_Entrega') || !/^\d{4}-/.test(received)) return null;
    return `ipe/${tableNameOf(name)?.year ?? received.slice(0, 4)}/index.csv`;
  },
});

export function yearUrl(type: DocumentType, year: number): string {
  return `${FOLDER}/${type.toUpperCase()}/DADOS/${type}_cia_aberta_${year}.zip`;
}

export function isZip(url: string): boolean {
  return url.endsWith('.zip');
}

/** The fault of a response that does not begin with the columns of a table; null if it does. */
export function validateTable(bytes: Buffer): ResponseFault | null {
  const form = wrongForm(bytes, ['text']);
  if (form !== null) return form;
  const header = startOf(bytes).split(/\r?\n/, 1)[0] ?? '';
  return header.includes('CNPJ_CIA') ? null : failed('changed_columns', header.slice(0, 200));
}

/** The lines of one company by table, under the header: a year has too many rows to parse all at once. */
type CompanyLines = Map<string, string[]>;

const INDEX_COLUMNS = ['CNPJ_CIA', 'DT_REFER', 'VERSAO', 'CATEG_DOC', 'ID_DOC', 'DT_RECEB'];
const STATEMENT_DOCUMENT: Readonly<Record<string, readonly string[]>> = {
  index: INDEX_COLUMNS,
  ...Object.fromEntries(STATEMENT_TABLES.map(table => [table, STATEMENT_COLUMNS])),
};

/** The tables that are read of each type's zip, with the columns that they must have. */
const NEEDED: Readonly<Record<DocumentType, Readonly<Record<string, readonly string[]>>>> = {
  dfp: STATEMENT_DOCUMENT,
  itr: STATEMENT_DOCUMENT,
  fre: { index: INDEX_COLUMNS },
  fca: {
    index: INDEX_COLUMNS,
    geral: ['CNPJ_Companhia', 'Data_Referencia', 'Versao', 'Nome_Empresarial'],
    valor_mobiliario: ['CNPJ_Companhia', 'Data_Referencia', 'Versao', 'Codigo_Negociacao'],
  },
  ipe: { index: ['CNPJ_Companhia', 'Categoria', 'Data_Entrega', 'Protocolo_Entrega', 'Versao'] },
};

/** True for a table that is read. The others of a zip are left out. */
export function isReadTable(path: string): boolean {
  const name = tableNameOf(path);
  return name !== null && Object.hasOwn(NEEDED[name.type], name.table);
}

function readYear(source: string, documents: readonly SourceDocument[], log: AnomalyLog): IssuerRecords[] {
  const type = tableNameOf(`${source}/index.csv`)?.type;
  if (type === undefined) return [];
  const companies = new Map<string, CompanyLines>();
  for (const { table, bytes } of tablesOf(documents, log)) {
    const needed = NEEDED[type][table];
    if (needed !== undefined) addLines(companies, table, { lines: splitTable(bytes), needed }, log);
  }
  return [...companies].map(([number, lines]) => {
    const tables = new Map<string, Row[]>();
    for (const [table, own] of lines) tables.set(table, readTable(own, `${table} ${number}`, [], log));
    return toRecords(type, source, { number, tables }, log);
  });
}

function* tablesOf(documents: readonly SourceDocument[], log: AnomalyLog): Generator<{ table: string; bytes: Buffer }> {
  for (const { url, bytes } of documents) {
    const name = tableNameOf(url);
    if (name !== null) yield { table: name.table, bytes };
    else {
      for (const member of readMembers(bytes, isReadTable, log)) {
        yield { table: tableNameOf(member.name)?.table ?? '', bytes: member.bytes };
      }
    }
  }
}

function addLines(
  companies: Map<string, CompanyLines>,
  table: string,
  { lines, needed }: { lines: readonly string[]; needed: readonly string[] },
  log: AnomalyLog,
): void {
  const [header = '', ...rows] = lines;
  if (!hasColumns(header, table, needed, log)) return;
  const place = cnpjPlaceOf(header);
  for (const [at, line] of rows.entries()) {
    if (line === '') continue;
    const number = cnpj(line.split(';', place + 1)[place] ?? '');
    if (number === null) {
      log.add('bad_row', `${table} line ${at + 2}`, line);
      continue;
    }
    const own = companies.get(number) ?? new Map<string, string[]>();
    companies.set(number, own);
    const known = own.get(table);
    if (known === undefined) own.set(table, [header, line]);
    else known.push(line);
  }
}

/** The place of the company number among the columns of a header; -1 if there is none. */
export function cnpjPlaceOf(header: string): number {
  const columns = columnsOf(header);
  return columns.get('CNPJ_CIA') ?? columns.get('CNPJ_Companhia') ?? -1;
}

function toRecords(
  type: DocumentType,
  source: string,
  { number, tables }: { number: string; tables: ReadonlyMap<string, Row[]> },
  log: AnomalyLog,
): IssuerRecords {
  const index = tables.get('index') ?? [];
  const filings = new Map<string, Filing>();
  for (const row of index) {
    const filing = type === 'ipe' ? toEventualFiling(row, log) : toDocumentFiling(type, row, log);
    if (filing !== null) filings.set(type === 'ipe' ? filing.nativeId : documentKey(row), filing);
  }
  const statements = type === 'dfp' || type === 'itr' ? { source, tables, filings } : null;
  const facts = statements === null ? null : toFactSet(statements, log);
  const issuer =
    (type === 'fca'
      ? toRegisteredIssuer(number, tables.get('geral') ?? [], tables.get('valor_mobiliario') ?? [])
      : null) ?? toNamedIssuer(number, index);
  const records = emptyRecords(canonicalKeyOfCnpj(number), source);
  const furtherContents = statements === null ? [] : toFilingContents(statements);
  return { ...records, issuer, filings: [...filings.values()], facts: facts === null ? [] : [facts], furtherContents };
}

/** What an index states of a company: its name and code. Null if it states no name. */
function toNamedIssuer(number: string, index: readonly Row[]): Issuer | null {
  const row = index.at(-1);
  const companyName = row === undefined ? '' : row.cell('DENOM_CIA') || row.cell('Nome_Companhia');
  if (row === undefined || companyName === '') return null;
  const code = codeOf(row.cell('CD_CVM') || row.cell('Codigo_CVM'));
  return bareIssuer(canonicalKeyOfCnpj(number), companyName, [
    { scheme: 'cnpj', identifier: number },
    ...(code === '' ? [] : [{ scheme: 'cvm', identifier: code }]),
  ]);
}
