import type { XbrlAnomaly } from '../../formats/xbrl/report.ts';
import type { AsFiledRow, AsFiledStatement, AsFiledStatementType, ReportedFact } from '../../model/filing-contents.ts';
import { dayBefore, monthsOf, toColumn } from './as-filed-columns.ts';
import { type PresentedRow, presentationOf } from './as-filed-presentation.ts';
import { type FactGroup, type FactTable, indexFacts, layTable, type TableColumn } from './as-filed-table.ts';
import type { ConceptLabels } from './concept-labels.ts';
import type { FiledRole, FilingTaxonomy } from './filing-taxonomy.ts';
import { type RoleTitle, readRoleTitle, statementTypeOf } from './statement-type.ts';

/** A presentation of a filing with its facts: a statement, or a table of a note. */
export interface AsFiledTable {
  isStatement: boolean;
  statement: AsFiledStatement;
}

/**
 * The statements of a filing in their filer's order and words: the presentations whose role is a statement, in the order
 * of their roles. Columns are the periods that the SEC's renderer shows.
 */
export function asFiledStatements(
  facts: readonly ReportedFact[],
  taxonomy: FilingTaxonomy,
): { statements: AsFiledStatement[]; anomalies: XbrlAnomaly[] } {
  const { tables, anomalies } = asFiledTables(facts, taxonomy);
  return { statements: tables.filter(table => table.isStatement).map(table => table.statement), anomalies };
}

/** All presentations that have facts, notes and their details included. */
export function asFiledTables(
  facts: readonly ReportedFact[],
  taxonomy: FilingTaxonomy,
): { tables: AsFiledTable[]; anomalies: XbrlAnomaly[] } {
  const index = indexFacts(facts);
  const drafts = taxonomy.roles
    .map(role => toDraft(role, layTable(presentationOf(role, taxonomy), facts, index)))
    .filter(draft => draft.columns.length > 0);
  dropNilColumns(drafts);
  keepMovements(drafts);
  suppressRepeatedColumns(drafts);
  dropStuntedColumns(drafts);
  const anomalies = drafts.flatMap(({ title, table }) =>
    title.isStatement
      ? table.problems.map(detail => ({
          kind: 'statement',
          document: '',
          locator: table.presentation.role.uri,
          detail,
        }))
      : [],
  );
  return { tables: drafts.map(draft => toTable(draft, taxonomy.labels)), anomalies };
}

/** A table whose columns are still being chosen. */
interface Draft {
  title: RoleTitle;
  type: AsFiledStatementType;
  table: FactTable;
  columns: TableColumn[];
  /** Keys of columns that hold nothing but nils; what only they have is shown as a row without figures. */
  nilColumns: ReadonlySet<string>;
}

function toDraft(role: FiledRole, table: FactTable): Draft {
  const { rows } = table.presentation;
  const title = readRoleTitle(role.definition, role.uri, role.roots[0]?.concept ?? '');
  const locals = new Set(rows.map(({ concept }) => concept.slice(concept.indexOf(':') + 1)));
  return {
    title,
    type: statementTypeOf(title, name => locals.has(name)),
    table,
    columns: table.columns,
    nilColumns: new Set(),
  };
}

/** A line without a figure, such as commitments and contingencies, is often tagged nil for a period of its own. */
function dropNilColumns(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const kept = draft.columns.filter(({ hasValue }) => hasValue);
    if (kept.length === 0) continue;
    draft.nilColumns = new Set(draft.columns.filter(({ hasValue }) => !hasValue).map(({ key }) => key));
    draft.columns = kept;
  }
}

/** Changes in equity are told for the periods whose opening and closing balances are there too. */
function keepMovements(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.type !== 'changes_in_equity') continue;
    const instants = momentsOf(draft.table);
    const movements = draft.columns.filter(
      ({ period }) => period.start !== null && instants.has(dayBefore(period.start)) && instants.has(period.end),
    );
    if (movements.length > 0) draft.columns = movements;
  }
}

/** Days at which something is measured on the table: its instants, and beginnings and ends that are shown. */
function momentsOf({ presentation, columns, groups }: FactTable): Set<string> {
  const moments = new Set(columns.filter(({ period }) => period.start === null).map(({ period }) => period.end));
  for (const { cells } of groups) {
    for (const [row, byColumn] of cells) {
      const moment = presentation.rows[row]?.moment;
      if (moment) addMoments(moments, moment, columns, byColumn);
    }
  }
  return moments;
}

function addMoments(
  moments: Set<string>,
  moment: 'start' | 'end',
  columns: readonly TableColumn[],
  byColumn: ReadonlyMap<string, number>,
): void {
  for (const { key, period } of columns) {
    if (!byColumn.has(key)) continue;
    if (moment === 'end') moments.add(period.end);
    else if (period.start !== null) moments.add(dayBefore(period.start));
  }
}

/**
 * A column of a statement all of whose concepts are told elsewhere in the filing too is there by accident: the balance of
 * two years ago, which only equity has. The renderer drops it, as long as another column is left.
 */
function suppressRepeatedColumns(drafts: readonly Draft[]): void {
  const uses = new Map<string, number>();
  const elements = new Map<Draft, Set<string>>();
  const count = (draft: Draft, by: 1 | -1): void => {
    const own = by === 1 ? elementsShown(draft) : (elements.get(draft) ?? new Set());
    elements.set(draft, own);
    for (const element of own) uses.set(element, (uses.get(element) ?? 0) + by);
  };
  for (const draft of drafts) count(draft, 1);
  for (const draft of drafts) {
    if (!draft.title.isStatement || draft.type === 'changes_in_equity') continue;
    count(draft, -1);
    const kept = draft.columns.filter(column => ![...column.elements].every(element => (uses.get(element) ?? 0) > 0));
    if (kept.length > 0) draft.columns = kept;
    count(draft, 1);
  }
}

function elementsShown(draft: Draft): Set<string> {
  const shown = new Set<string>();
  for (const { elements } of draft.columns) for (const element of elements) shown.add(element);
  return shown;
}

/** Cash flows run from the start of the year: a shorter column with under a quarter of the rows is a stray one. */
function dropStuntedColumns(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.type !== 'cashflow') continue;
    const durations = draft.columns.filter(({ period }) => period.start !== null);
    const longest = Math.max(...durations.map(({ period }) => monthsOf(period)));
    const full = durations.filter(({ period }) => monthsOf(period) === longest);
    const least = Math.floor(Math.min(...full.map(({ factsCount }) => factsCount)) / 4);
    draft.columns = draft.columns.filter(
      ({ period, factsCount }) => period.start === null || monthsOf(period) === longest || factsCount >= least,
    );
  }
}

function toTable(draft: Draft, labels: ConceptLabels): AsFiledTable {
  const { title, type, table, columns } = draft;
  const rows = table.groups.flatMap(group => groupRows(group, draft, labels));
  return {
    isStatement: title.isStatement,
    statement: {
      statementType: type,
      role: table.presentation.role.uri,
      title: title.title,
      columns: columns.map(({ period }) => toColumn(period)),
      rows,
    },
  };
}

/** The rows of a group that have a fact, each after the innermost heading that was passed on the way to it. */
function groupRows(
  group: FactGroup,
  { title, table: { presentation }, columns, nilColumns }: Draft,
  labels: ConceptLabels,
): AsFiledRow[] {
  const rows: AsFiledRow[] = [];
  let heading: PresentedRow | null = null;
  for (const [index, row] of presentation.rows.entries()) {
    if (row.isAbstract) {
      heading = row;
      continue;
    }
    const facts = group.cells.get(index);
    const cells = columns.map(({ key }) => facts?.get(key) ?? null);
    const isNil = facts !== undefined && [...facts.keys()].some(key => nilColumns.has(key));
    if (!isNil && cells.every(cell => cell === null)) continue;
    if (heading !== null && isShownHeading(heading, row, title)) {
      rows.push(toRow(heading, group, emptyCells(columns), labels));
    }
    heading = null;
    rows.push(toRow(row, group, cells, labels));
  }
  const memberHeading = memberRow(group, presentation.axes, columns, labels);
  const outermost = rows.reduce((least, row) => Math.min(least, row.level), Number.POSITIVE_INFINITY);
  if (memberHeading === null || rows.length === 0) return rows.map(row => ({ ...row, level: row.level - outermost }));
  return [memberHeading, ...rows.map(row => ({ ...row, level: row.level - outermost + 1 }))];
}

/** A heading holds for what lies deeper than itself; tables and their line items are no heading of a statement. */
function isShownHeading(heading: PresentedRow, row: PresentedRow, title: RoleTitle): boolean {
  if (heading.depth >= row.depth || heading.concept.endsWith('Table')) return false;
  return !(title.isStatement && heading.concept.endsWith('LineItems'));
}

function toRow(row: PresentedRow, group: FactGroup, cells: AsFiledRow['cells'], labels: ConceptLabels): AsFiledRow {
  const role = row.preferredLabel ?? '';
  return {
    concept: row.concept,
    label: labels.of(row.concept, row.preferredLabel),
    level: row.level,
    isAbstract: row.isAbstract,
    isTotal: /total/i.test(role.slice(role.lastIndexOf('/') + 1)),
    isNegated: /^negated/i.test(role.slice(role.lastIndexOf('/') + 1)),
    dimensions: group.dimensions,
    cells,
  };
}

/** The heading of a group: its members, as `Products` or `Products | Americas`. Null for facts without dimensions. */
function memberRow(
  { dimensions }: FactGroup,
  axes: FactTable['presentation']['axes'],
  columns: readonly TableColumn[],
  labels: ConceptLabels,
): AsFiledRow | null {
  const members = axes.flatMap(({ axis, members: known }) => {
    const member = dimensions[axis];
    return member === undefined ? [] : [{ member, role: known.get(member)?.preferredLabel ?? null }];
  });
  const [first] = members;
  if (first === undefined) return null;
  const label = members.map(({ member, role }) => labels.of(member, role)).join(' | ');
  const cells = emptyCells(columns);
  const traits = { isAbstract: true, isTotal: false, isNegated: false };
  return { concept: first.member, label, level: 0, ...traits, dimensions, cells };
}

function emptyCells(columns: readonly TableColumn[]): null[] {
  return columns.map(() => null);
}
