import {
  type AsFiledRow,
  type AsFiledStatement,
  type AsFiledStatementType,
  type FilingContents,
  type FilingReport,
  type ReportedFact,
  withoutSections,
} from '../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import { type Column, inColumnOrder, periodKey, periodOf, toColumn } from '../kit/xbrl/as-filed-columns.ts';
import type { Row } from './read-table.ts';
import {
  type CompanyStatements,
  conceptOf,
  documentKey,
  documentsWith,
  readPeriod,
  readValue,
  STATEMENTS,
} from './statement-facts.ts';

/** The registry's tables are all that is read of these documents. */
const NO_TEXT = "The registry's tables hold only the figures of this document. Its text is at the filing's URL.";

/**
 * The contents of the documents of a company's year: every row of a table as a fact, and the tables as statements, in the
 * registry's order of accounts and the company's words. Consolidated statements come before the company's own.
 */
export function toFilingContents({ source, tables, filings }: CompanyStatements): FilingContents[] {
  const consolidated = documentsWith(tables, '_con');
  return [...filings].flatMap(([key, filing]) => {
    const report: FilingReport = { facts: [], statements: [] };
    for (const basis of ['_con', '_ind']) {
      const isOther = basis === '_ind' && consolidated.has(key);
      for (const { table, type } of STATEMENTS) {
        const rows = (tables.get(table + basis) ?? []).filter(row => documentKey(row) === key);
        if (rows.length > 0) addStatement(report, rows, { type, name: table + basis, source, isOther });
      }
    }
    return report.facts.length === 0 ? [] : [contentsOf(filing, report)];
  });
}

function contentsOf(filing: Filing, report: FilingReport): FilingContents {
  const text = withoutSections(NO_TEXT);
  return { nativeId: filing.nativeId, filing, filers: [], files: [], text, report, earningsRelease: null };
}

interface TableOf {
  type: AsFiledStatementType;
  /** `DRE_con` */
  name: string;
  /** `dfp/2023` */
  source: string;
  /** True for the company's own if there are consolidated statements. */
  isOther: boolean;
}

function addStatement(report: FilingReport, rows: readonly Row[], table: TableOf): void {
  const accounts = Map.groupBy(rows, conceptOf);
  const columns = new Map<string, Column>();
  const placed = new Map<string, Map<string, number>>();
  for (const [concept, own] of accounts) {
    for (const row of own) {
      const fact = toFact(concept, row, table);
      if (fact === null) continue;
      const key = columnKey(fact);
      columns.set(key, columns.get(key) ?? columnOf(fact));
      const cells = placed.get(concept) ?? new Map<string, number>();
      placed.set(concept, cells.set(key, report.facts.length));
      report.facts.push(fact);
    }
  }
  if (columns.size === 0) return;
  const keys = [...columns.keys()].sort((a, b) => inOrder(columns.get(a), columns.get(b)));
  const dimensions = table.isOther ? { basis: 'non_consolidated' } : {};
  const statement: AsFiledStatement = {
    statementType: table.type,
    role: table.name,
    title: rows[0]?.cell('GRUPO_DFP') ?? table.name,
    columns: keys.flatMap(key => columns.get(key) ?? []),
    rows: [...accounts].map(([concept, [first]]): AsFiledRow => {
      const cells = placed.get(concept);
      return {
        concept,
        label: first?.cell('DS_CONTA') ?? concept,
        level: concept.split('.').length - 1,
        isAbstract: cells === undefined,
        isTotal: false,
        isNegated: false,
        dimensions,
        cells: keys.map(key => cells?.get(key) ?? null),
      };
    }),
  };
  report.statements.push(statement);
}

/** A row is identified by its table, the account, and the columns in which rows of one account differ. */
function toFact(concept: string, row: Row, { name, source, isOther }: TableOf): ReportedFact | null {
  // Anomalies of values and periods are reported when the row is read into a fact set.
  const reported = new AnomalyLog('cvm', source);
  const value = readValue(row, reported);
  const period = readPeriod(row, reported);
  if (value === null || period === null) return null;
  const component = row.cell('COLUNA_DF');
  const place = ['CD_CONTA', 'COLUNA_DF', 'DT_INI_EXERC', 'DT_FIM_EXERC', 'VERSAO'].flatMap(column =>
    row.cell(column) === '' ? [] : [`${column}=${row.cell(column)}`],
  );
  return {
    concept,
    periodStart: period.start === null ? null : toIsoDate(period.start),
    periodEnd: toIsoDate(period.end),
    unit: value.unit,
    value: value.digits,
    decimals: value.decimals,
    dimensions: {
      ...(component === '' ? {} : { COLUNA_DF: component }),
      ...(isOther ? { basis: 'non_consolidated' } : {}),
    },
    document: fileNameOf(source, name),
    elementId: place.join(';'),
    start: 0,
    end: 0,
  };
}

/** The registry's name of a table: `dfp/2023` and `DRE_con` → `dfp_cia_aberta_DRE_con_2023.csv`. */
function fileNameOf(source: string, table: string): string {
  const [type, year] = source.split('/');
  return `${type}_cia_aberta_${table}_${year}.csv`;
}

function columnKey(fact: ReportedFact): string {
  return `${periodKey(periodOf(fact))} ${fact.dimensions.COLUNA_DF ?? ''}`;
}

function columnOf(fact: ReportedFact): Column {
  const column = toColumn(periodOf(fact), 'pt');
  const component = fact.dimensions.COLUNA_DF;
  if (component === undefined) return column;
  return { ...column, label: `${component} | ${column.label}`, dimensions: { COLUNA_DF: component } };
}

/** Columns by period; components of equity stay in the order of the table. */
function inOrder(first: Column | undefined, second: Column | undefined): number {
  if (first === undefined || second === undefined) return 0;
  const [a, b] = [first, second].map(({ periodStart: start, periodEnd: end }) => ({ start, end }));
  if (a === undefined || b === undefined || periodKey(a) === periodKey(b)) return 0;
  return inColumnOrder(a, b);
}
