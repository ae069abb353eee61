import type {
  AsFiledRow,
  AsFiledStatement,
  ReportedFact,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import { type Column, toColumn } from './as-filed-columns.ts';
import type { PresentedAxis, PresentedRow } from './as-filed-presentation.ts';
import type { FactGroup, FactTable, TableColumn } from './as-filed-table.ts';
import type { ConceptLabels } from './concept-labels.ts';
import type { RoleTitle } from './statement-type.ts';

/** The input of rows: a table with chosen columns, and its labels. */
export interface RowSources {
  title: RoleTitle;
  table: FactTable;
  columns: readonly TableColumn[];
  /**
   * Keys of columns with nil values only. A concept with values in these columns alone is shown as a row without figures.
   */
  nilColumns: ReadonlySet<string>;
  labels: ConceptLabels;
  /** ISO 639-1, in which labels are preferred. */
  language: string;
  /** The printed label of a fact and the heading above it; null if unknown. */
  printed: { beside(fact: number): string | null; above(fact: number): string | null };
}

export type Shown = Pick<AsFiledStatement, 'columns' | 'rows'>;

/** A column a period; the rows of each combination of members below those of the one before. */
export function byPeriod(sources: RowSources): Shown {
  const { table, columns, labels, language } = sources;
  const shared = sharedMembers(table.groups);
  const rows = table.groups.flatMap(group => {
    const heading = memberRow(group, table.presentation.axes, columns.length, labels, shared);
    return rowsOf(sources, group.dimensions, heading, row => ({
      cells: columns.map(({ key }) => group.cells.get(row)?.get(key) ?? null),
      isNil: [...(group.cells.get(row)?.keys() ?? [])].some(key => sources.nilColumns.has(key)),
    }));
  });
  return { columns: columns.map(({ period }) => toColumn(period, language)), rows };
}

/**
 * One column per member and period, as changes in equity are printed: components side by side, their total at its position
 * in the presentation, the newest period first.
 */
export function byMember(sources: RowSources): Shown {
  const { table, columns, labels, language } = sources;
  const { axes } = table.presentation;
  const groups = inPrintedOrder(table.groups, axes);
  const shared = sharedMembers(groups);
  const places = columns
    .flatMap(column => groups.map(group => ({ column, group })))
    .filter(({ column, group }) => [...group.cells.values()].some(cells => cells.has(column.key)));
  const isNil = (row: number): boolean =>
    groups.some(({ cells }) => [...(cells.get(row)?.keys() ?? [])].some(key => sources.nilColumns.has(key)));
  const rows = rowsOf(sources, Object.fromEntries(shared), null, row => ({
    cells: places.map(({ column, group }) => group.cells.get(row)?.get(column.key) ?? null),
    isNil: isNil(row),
  }));
  return {
    columns: places.map(({ column, group }): Column => {
      const period = toColumn(column.period, language);
      const words = membersOf(group, axes, shared, 'default').map(({ member, role }) => labels.of(member, role));
      const own = Object.entries(group.dimensions).filter(([axis]) => !shared.has(axis));
      return { ...period, label: [...words, period.label].join(' | '), dimensions: Object.fromEntries(own) };
    }),
    rows,
  };
}

interface RowCells {
  cells: AsFiledRow['cells'];
  isNil: boolean;
}

/** The rows that have a fact, each after the innermost heading that was passed on the way to it, below `top`. */
function rowsOf(
  sources: RowSources,
  dimensions: Record<string, string>,
  top: AsFiledRow | null,
  cellsOf: (row: number) => RowCells,
): AsFiledRow[] {
  const { presentation } = sources.table;
  const rows: AsFiledRow[] = [];
  let heading: PresentedRow | null = null;
  for (const [index, row] of presentation.rows.entries()) {
    if (row.isAbstract) {
      heading = row;
      continue;
    }
    const { cells, isNil } = cellsOf(index);
    if (!isNil && cells.every(cell => cell === null)) continue;
    if (heading !== null && isShownHeading(heading, row, sources.title)) {
      const words = firstOf(cells, sources.printed.above);
      rows.push(toRow(heading, dimensions, emptyCells(cells.length), sources.labels, words));
    }
    heading = null;
    rows.push(toRow(row, dimensions, cells, sources.labels, firstOf(cells, sources.printed.beside)));
  }
  const outermost = rows.reduce((least, row) => Math.min(least, row.level), Number.POSITIVE_INFINITY);
  if (top === null || rows.length === 0) return rows.map(row => ({ ...row, level: row.level - outermost }));
  return [top, ...rows.map(row => ({ ...row, level: row.level - outermost + 1 }))];
}

/** A heading applies to deeper rows. Tables and their line items are not headings of a statement. */
function isShownHeading(heading: PresentedRow, row: PresentedRow, title: RoleTitle): boolean {
  if (heading.depth >= row.depth || heading.concept.endsWith('Table')) return false;
  return !(title.isStatement && heading.concept.endsWith('LineItems'));
}

function toRow(
  row: PresentedRow,
  dimensions: Record<string, string>,
  cells: AsFiledRow['cells'],
  labels: ConceptLabels,
  words: string | null,
): AsFiledRow {
  const role = row.preferredLabel ?? '';
  return {
    concept: row.concept,
    label: labels.of(row.concept, row.preferredLabel, words),
    level: row.level,
    isAbstract: row.isAbstract,
    isTotal: /total/i.test(role.slice(role.lastIndexOf('/') + 1)),
    isNegated: /^negated/i.test(role.slice(role.lastIndexOf('/') + 1)),
    dimensions,
    cells,
  };
}

function firstOf(cells: AsFiledRow['cells'], words: (fact: number) => string | null): string | null {
  const fact = cells.find(cell => cell !== null);
  return fact == null ? null : words(fact);
}

/** Members that all facts of a table share. They describe the table as a whole and are not headings of its parts. */
function sharedMembers(groups: readonly FactGroup[]): ReadonlyMap<string, ReportedFact['dimensions'][string]> {
  const [first, ...others] = groups;
  if (others.length === 0) return new Map();
  const pairs = Object.entries(first?.dimensions ?? {});
  return new Map(pairs.filter(([axis, member]) => others.every(group => group.dimensions[axis] === member)));
}

/** The heading of a group: its members, as `Products` or `Products | Americas`. Null for facts without dimensions. */
function memberRow(
  group: FactGroup,
  axes: readonly PresentedAxis[],
  columnsCount: number,
  labels: ConceptLabels,
  shared: ReadonlyMap<string, string>,
): AsFiledRow | null {
  const members = membersOf(group, axes, shared, 'own');
  const [first] = members;
  if (first === undefined) return null;
  const label = members.map(({ member, role }) => labels.of(member, role)).join(' | ');
  const traits = { isAbstract: true, isTotal: false, isNegated: false };
  const { dimensions } = group;
  return { concept: first.member, label, level: 0, ...traits, dimensions, cells: emptyCells(columnsCount) };
}

/** The members that distinguish a group from others. `default` includes the default members of its facts. */
function membersOf(
  { dimensions }: FactGroup,
  axes: readonly PresentedAxis[],
  shared: ReadonlyMap<string, string>,
  kind: 'own' | 'default',
): { member: string; role: string | null }[] {
  return axes.flatMap(({ axis, members: known, byDefault }) => {
    if (shared.has(axis) || known.size === 1) return [];
    const member = dimensions[axis] ?? (kind === 'default' ? byDefault : null);
    return member === null ? [] : [{ member, role: known.get(member)?.preferredLabel ?? null }];
  });
}

function inPrintedOrder(groups: readonly FactGroup[], axes: readonly PresentedAxis[]): FactGroup[] {
  const placeOf = ({ dimensions }: FactGroup): number[] =>
    axes.map(({ axis, members, byDefault }) => members.get(dimensions[axis] ?? byDefault ?? '')?.place ?? members.size);
  const places = new Map(groups.map(group => [group, placeOf(group)]));
  return groups.toSorted((first, second) => compareLists(places.get(first) ?? [], places.get(second) ?? []));
}

function compareLists(first: readonly number[], second: readonly number[]): number {
  for (const [index, place] of first.entries()) {
    const difference = place - (second[index] ?? place);
    if (difference !== 0) return difference;
  }
  return 0;
}

function emptyCells(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
