import type {
  AsFiledStatement,
  AsFiledStatementType,
  ReportedFact,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import type { XbrlAnomaly } from '../../../formats/xbrl/report.ts';
import { addDays } from '../../../kernel/dates.ts';
import { maxOf, minOf } from '../../../kernel/lists.ts';
import { monthsOf } from './as-filed-columns.ts';
import { presentationOf } from './as-filed-presentation.ts';
import { byMember, byPeriod, type RowSources } from './as-filed-rows.ts';
import { type FactIndex, type FactTable, indexFacts, layTable, type TableColumn } from './as-filed-table.ts';
import type { FiledRole, FilingTaxonomy } from './filing-taxonomy.ts';
import { type RoleTitle, readRoleTitle, statementTypeOf } from './statement-type.ts';

/** A presentation of a filing with its facts: a statement, or a table of a note. */
export interface AsFiledTable {
  isStatement: boolean;
  statement: AsFiledStatement;
}

/** The printed label of a fact and the heading above it; null if there is none. */
export interface PrintedWords {
  beside(fact: ReportedFact): string | null;
  above(fact: ReportedFact): string | null;
}

const NOT_PRINTED: PrintedWords = { beside: () => null, above: () => null };

/**
 * The statements of a filing in their filer's order and words: the presentations whose role is a statement, in the order
 * of their roles, or of the document where roles have no order. Columns are the periods that the SEC's renderer shows;
 * those of changes in equity are members by period.
 */
export function asFiledStatements(
  facts: readonly ReportedFact[],
  taxonomy: FilingTaxonomy,
  printed: PrintedWords = NOT_PRINTED,
): { statements: AsFiledStatement[]; anomalies: XbrlAnomaly[] } {
  const { tables, anomalies } = asFiledTables(facts, taxonomy, printed);
  return { statements: tables.filter(table => table.isStatement).map(table => table.statement), anomalies };
}

/** All presentations that have facts, notes and their details included. */
export function asFiledTables(
  facts: readonly ReportedFact[],
  taxonomy: FilingTaxonomy,
  printed: PrintedWords = NOT_PRINTED,
): { tables: AsFiledTable[]; anomalies: XbrlAnomaly[] } {
  const index = indexFacts(facts);
  const drafts = taxonomy.roles.flatMap(role => draftsOf(role, taxonomy, facts, index));
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
  const words: StatementWords = {
    labels: taxonomy.labels,
    language: taxonomy.language,
    printed: { beside: at => printed.beside(factAt(facts, at)), above: at => printed.above(factAt(facts, at)) },
  };
  return { tables: inOrder(drafts).map(draft => toTable(draft, words)), anomalies };
}

/** A table whose columns are still being chosen. */
interface Draft {
  title: RoleTitle;
  type: AsFiledStatementType;
  table: FactTable;
  columns: TableColumn[];
  /**
   * Keys of columns with nil values only. A concept with values in these columns alone is shown as a row without figures.
   */
  nilColumns: ReadonlySet<string>;
}

type StatementWords = Pick<RowSources, 'labels' | 'language' | 'printed'>;

function factAt(facts: readonly ReportedFact[], at: number): ReportedFact {
  const fact = facts[at];
  if (fact === undefined) throw new RangeError(`no fact ${at}`);
  return fact;
}

/** Definitions begin with the position of a role. Roles without one follow the order of the document. */
function inOrder(drafts: readonly Draft[]): readonly Draft[] {
  const statements = drafts.filter(({ title }) => title.isStatement);
  if (statements.some(({ table }) => table.presentation.role.definition !== null)) return drafts;
  const places = new Map(drafts.map(draft => [draft, medianPlace(draft.table)]));
  return drafts.toSorted((first, second) => (places.get(first) ?? 0) - (places.get(second) ?? 0));
}

/** Facts are in document order. A fact of several tables has the position of its first occurrence. */
function medianPlace({ groups }: FactTable): number {
  const places = groups.flatMap(({ cells }) => [...cells.values()].flatMap(byColumn => [...byColumn.values()]));
  return places.toSorted((a, b) => a - b)[places.length >> 1] ?? 0;
}

/**
 * The table of a role. Some registries state the basis (consolidated or separate) by an axis on every figure that no
 * presentation mentions, as in Dutch filings. The role then has one table per basis.
 */
function draftsOf(
  role: FiledRole,
  taxonomy: FilingTaxonomy,
  facts: readonly ReportedFact[],
  index: FactIndex,
): Draft[] {
  const title = readRoleTitle(role.definition, role.uri, role.roots[0]?.concept ?? '');
  const draft = toDraft(title, layTable(presentationOf(role, title.implied, taxonomy), facts, index));
  if (draft.columns.length > 0) return [draft];
  if (!title.isStatement) return [];
  return basesOf(facts).flatMap(([axis, member]) => {
    const named = { ...title, title: `${title.title} | ${taxonomy.labels.of(member, null)}` };
    const ofBasis = toDraft(named, layTable(presentationOf(role, { [axis]: member }, taxonomy), facts, index));
    return ofBasis.columns.length > 0 ? [ofBasis] : [];
  });
}

/** Axes that state the basis of figures: consolidated or separate. */
const BASIS_AXES = [
  'bw2-titel9:FinancialStatementsTypeAxis',
  'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis',
];

function basesOf(facts: readonly ReportedFact[]): [axis: string, member: string][] {
  return BASIS_AXES.flatMap(axis => {
    const members = new Set(facts.flatMap(({ dimensions }) => dimensions[axis] ?? []));
    return [...members].sort().map((member): [string, string] => [axis, member]);
  });
}

function toDraft(title: RoleTitle, table: FactTable): Draft {
  const { rows } = table.presentation;
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

/** Changes in equity are shown for the periods that have opening and closing balances. */
function keepMovements(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.type !== 'changes_in_equity') continue;
    const instants = momentsOf(draft.table);
    const movements = draft.columns.filter(
      ({ period }) => period.start !== null && instants.has(addDays(period.start, -1)) && instants.has(period.end),
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
    else if (period.start !== null) moments.add(addDays(period.start, -1));
  }
}

/**
 * A column of a statement is accidental if all of its concepts are in other tables of the filing too: the balance of two
 * years ago, which only equity has. The renderer drops it if another column is left.
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
    const longest = maxOf(durations.map(({ period }) => monthsOf(period)));
    const full = durations.filter(({ period }) => monthsOf(period) === longest);
    const least = Math.floor(minOf(full.map(({ factsCount }) => factsCount)) / 4);
    draft.columns = draft.columns.filter(
      ({ period, factsCount }) => period.start === null || monthsOf(period) === longest || factsCount >= least,
    );
  }
}

function toTable(draft: Draft, words: StatementWords): AsFiledTable {
  const { title, type, table } = draft;
  const sources: RowSources = { ...draft, ...words };
  const shown = type === 'changes_in_equity' ? byMember(sources) : byPeriod(sources);
  return {
    isStatement: title.isStatement,
    statement: { statementType: type, role: table.presentation.role.uri, title: title.title, ...shown },
  };
}
