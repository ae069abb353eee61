import { AnomalyLog } from '../../model/anomaly-log.ts';
import type { Filing, Issuer } from '../../model/issuer.ts';
import type { IssuerRecords, Parsed, SourceDocument } from '../source.ts';
import { canonicalKeyOfCnpj, cnpj } from './cnpj.ts';
import { toDocumentFiling, toEventualFiling } from './map-filings.ts';
import { documentKey, STATEMENT_COLUMNS, STATEMENT_TABLES, toFactSet } from './map-statements.ts';
import { codeOf, parseRegister } from './parse-register.ts';
import { toRegisteredIssuer } from './parse-registration-form.ts';
import { readMembers } from './read-members.ts';
import { type Row, readTable } from './read-table.ts';
import { type DocumentType, REGISTER_SOURCE, sourceNameOf, tableNameOf } from './source-names.ts';
import { splitTable } from './table-lines.ts';

/** Everything that some tables say, by company and source. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<Parsed<IssuerRecords[]>> {
  const parsed: Parsed<IssuerRecords[]> = { records: [], anomalies: [] };
  const groups = Map.groupBy(documents, one => sourceNameOf(one.url));
  for (const [source, group] of groups) {
    if (source === null) continue;
    const log = new AnomalyLog('cvm', group[0]?.url ?? source);
    parsed.records.push(...(source === REGISTER_SOURCE ? readRegister(group, log) : readYear(source, group, log)));
    parsed.anomalies.push(...log.list());
  }
  return parsed;
}

function readRegister(documents: readonly SourceDocument[], log: AnomalyLog): IssuerRecords[] {
  const issuers = documents.flatMap(({ bytes }) => parseRegister(splitTable(bytes), log));
  return issuers.map(issuer => ({ ...emptyRecords(issuer.canonicalKey, REGISTER_SOURCE), issuer }));
}

function emptyRecords(canonicalKey: string, source: string): IssuerRecords {
  return { canonicalKey, source, issuer: null, filings: [], facts: [], contents: null, damage: null };
}

/** Rows of one company, by table. */
type CompanyTables = Map<string, Row[]>;

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
  const companies = new Map<string, CompanyTables>();
  for (const { table, bytes } of tablesOf(documents, log))
    addRows(companies, table, readNeeded(type, table, bytes, log));
  return [...companies].flatMap(([number, tables]) => toRecords(type, source, { number, tables }, log));
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

function readNeeded(type: DocumentType, table: string, bytes: Buffer, log: AnomalyLog): Row[] {
  const needed = NEEDED[type][table];
  return needed === undefined ? [] : readTable(splitTable(bytes), table, needed, log);
}

function addRows(companies: Map<string, CompanyTables>, table: string, rows: readonly Row[]): void {
  for (const row of rows) {
    const number = cnpj(row.cell('CNPJ_CIA') || row.cell('CNPJ_Companhia'));
    if (number === null) continue;
    let tables = companies.get(number);
    if (tables === undefined) {
      tables = new Map();
      companies.set(number, tables);
    }
    const known = tables.get(table);
    if (known === undefined) tables.set(table, [row]);
    else known.push(row);
  }
}

function toRecords(
  type: DocumentType,
  source: string,
  { number, tables }: { number: string; tables: CompanyTables },
  log: AnomalyLog,
): IssuerRecords[] {
  const index = tables.get('index') ?? [];
  const filings = new Map<string, Filing>();
  for (const row of index) {
    const filing = type === 'ipe' ? toEventualFiling(row, log) : toDocumentFiling(type, row, log);
    if (filing !== null) filings.set(type === 'ipe' ? filing.nativeId : documentKey(row), filing);
  }
  const facts = type === 'dfp' || type === 'itr' ? toFactSet({ source, tables, filings }, log) : null;
  const issuer =
    (type === 'fca'
      ? toRegisteredIssuer(number, tables.get('geral') ?? [], tables.get('valor_mobiliario') ?? [])
      : null) ?? toNamedIssuer(number, index);
  const records = emptyRecords(canonicalKeyOfCnpj(number), source);
  return [{ ...records, issuer, filings: [...filings.values()], facts: facts === null ? [] : [facts] }];
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
