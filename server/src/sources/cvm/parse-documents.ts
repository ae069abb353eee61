import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { readMembers } from '../kit/packages/read-members.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { toFilingContents } from './as-filed-contents.ts';
import { canonicalKeyOfCnpj, cnpj } from './cnpj.ts';
import { toDocumentFiling, toEventualFiling } from './map-filings.ts';
import { documentKey, STATEMENT_COLUMNS, STATEMENT_TABLES, toFactSet } from './map-statements.ts';
import { codeOf, parseRegister } from './parse-register.ts';
import { toRegisteredIssuer } from './parse-registration-form.ts';
import { columnsOf, hasColumns, type Row, readTable } from './read-table.ts';
import { type DocumentType, REGISTER_SOURCE, sourceNameOf, tableNameOf } from './source-names.ts';
import { splitTable } from './table-lines.ts';

/** Everything that some tables say, by company and source. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<Parsed<IssuerRecords[]>> {
  const parsed: Parsed<IssuerRecords[]> = { records: [], anomalies: [] };
  const groups = Map.groupBy(documents, one => sourceNameOf(one.url));
  for (const [source, group] of groups) {
    if (source === null) continue;
    const log = new AnomalyLog('cvm', group[0]?.url ?? source);
    const records = source === REGISTER_SOURCE ? readRegister(group, log) : readYear(source, group, log);
    for (const one of records) parsed.records.push(one);
    parsed.anomalies.push(...log.list());
  }
  return parsed;
}

function readRegister(documents: readonly SourceDocument[], log: AnomalyLog): IssuerRecords[] {
  const issuers = documents.flatMap(({ bytes }) => parseRegister(splitTable(bytes), log));
  return issuers.map(issuer => ({ ...emptyRecords(issuer.canonicalKey, REGISTER_SOURCE), issuer }));
}

/** Lines of one company, by table, under the table's header: rows of a year are too many to be taken apart at once. */
type CompanyLines = Map<string, string[]>;

/** The tables that a type's zip is read for, with the columns that they must have. */
const NEEDED: Readonly<Record<DocumentType, Readonly<Record<string, readonly string[]>>>> = {
  dfp: statementTables(),
  itr: statementTables(),
  fre: { index: indexColumns() },
  fca: {
    index: indexColumns(),
    geral: ['CNPJ_Companhia', 'Data_Referencia', 'Versao', 'Nome_Empresarial'],
    valor_mobiliario: ['CNPJ_Companhia', 'Data_Referencia', 'Versao', 'Codigo_Negociacao'],
  },
  ipe: { index: ['CNPJ_Companhia', 'Categoria', 'Data_Entrega', 'Protocolo_Entrega', 'Versao'] },
};

function indexColumns(): readonly string[] {
  return ['CNPJ_CIA', 'DT_REFER', 'VERSAO', 'CATEG_DOC', 'ID_DOC', 'DT_RECEB'];
}

function statementTables(): Record<string, readonly string[]> {
  const statements = STATEMENT_TABLES.map((table): [string, readonly string[]] => [table, STATEMENT_COLUMNS]);
  return { index: indexColumns(), ...Object.fromEntries(statements) };
}

/** True for a table that is read; the others of a zip are left alone. */
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
  const columns = columnsOf(header);
  const place = columns.get('CNPJ_CIA') ?? columns.get('CNPJ_Companhia') ?? -1;
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

/** All that an index says of a company: its name and code. */
function toNamedIssuer(number: string, index: readonly Row[]): Issuer | null {
  const row = index.at(-1);
  const companyName = row === undefined ? '' : row.cell('DENOM_CIA') || row.cell('Nome_Companhia');
  if (row === undefined || companyName === '') return null;
  const code = codeOf(row.cell('CD_CVM') || row.cell('Codigo_CVM'));
  return {
    canonicalKey: canonicalKeyOfCnpj(number),
    companyName,
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: [
      { scheme: 'cnpj', identifier: number },
      ...(code === '' ? [] : [{ scheme: 'cvm', identifier: code }]),
    ],
    formerNames: [],
    listings: [],
  };
}
