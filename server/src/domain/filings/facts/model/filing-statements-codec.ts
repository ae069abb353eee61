import { type Day, toIsoDate } from '../../../../kernel/dates.ts';
import { dayOf, dayOrNull, unpack } from '../../../../kernel/packed-json.ts';
import type {
  AsFiledRow,
  AsFiledStatement,
  AsFiledStatementType,
  FilingReport,
} from '../../filings/model/filing-contents.ts';
import { dimensionsOf } from './filing-facts-codec.ts';

/** A statement as packed; cells are positions of facts in the report. */
export type StoredStatement = [
  type: AsFiledStatementType,
  role: string,
  title: string,
  columns: [label: string, start: Day | null, end: Day, dimensions?: string[]][],
  rows: StoredRow[],
];

type StoredRow = [
  concept: string,
  label: string,
  level: number,
  traits: number,
  cells: (number | null)[],
  dimensions?: string[],
];

const ABSTRACT = 1;
const TOTAL = 2;
const NEGATED = 4;

/** Throws if a cell refers to a missing fact. */
export function toStoredStatement(statement: AsFiledStatement, factsCount: number): StoredStatement {
  return [
    statement.statementType,
    statement.role,
    statement.title,
    statement.columns.map(toStoredColumn),
    statement.rows.map(row => toStoredRow(row, factsCount)),
  ];
}

function toStoredColumn({
  label,
  periodStart,
  periodEnd,
  dimensions,
}: AsFiledStatement['columns'][number]): StoredStatement[3][number] {
  const pairs = Object.entries(dimensions ?? {}).flat();
  const column: StoredStatement[3][number] = [label, dayOrNull(periodStart), dayOf(periodEnd)];
  if (pairs.length > 0) column.push(pairs);
  return column;
}

function toStoredRow(row: AsFiledRow, factsCount: number): StoredRow {
  const lost = row.cells.find(cell => cell !== null && !(cell >= 0 && cell < factsCount));
  if (lost !== undefined) throw new Error(`Statement refers to fact ${lost} of ${factsCount}.`);
  const traits = (row.isAbstract ? ABSTRACT : 0) + (row.isTotal ? TOTAL : 0) + (row.isNegated ? NEGATED : 0);
  const stored: StoredRow = [row.concept, row.label, row.level, traits, row.cells];
  const pairs = Object.entries(row.dimensions).flat();
  if (pairs.length > 0) stored.push(pairs);
  return stored;
}

/** The statements of a report; if there are none, the reason, if known. */
export type StoredStatements = Required<Pick<FilingReport, 'statements' | 'statementsReason'>>;

/** Unpacks the statements of a report. Throws if the bytes are invalid. */
export function unpackStatements(packed: Uint8Array): StoredStatements {
  const stored = unpack(packed) as StoredStatement[] | string | null;
  if (!Array.isArray(stored)) return { statements: [], statementsReason: stored };
  return { statements: stored.map(toStatement), statementsReason: null };
}

function toStatement([statementType, role, title, columns, rows]: StoredStatement): AsFiledStatement {
  return {
    statementType,
    role,
    title,
    columns: columns.map(([label, start, end, dimensions]) => ({
      label,
      periodStart: start === null ? null : toIsoDate(start),
      periodEnd: toIsoDate(end),
      ...(dimensions === undefined ? {} : { dimensions: dimensionsOf(dimensions) }),
    })),
    rows: rows.map(([concept, label, level, traits, cells, dimensions]) => ({
      concept,
      label,
      level,
      isAbstract: (traits & ABSTRACT) !== 0,
      isTotal: (traits & TOTAL) !== 0,
      isNegated: (traits & NEGATED) !== 0,
      dimensions: dimensionsOf(dimensions ?? []),
      cells,
    })),
  };
}
