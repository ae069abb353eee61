import type { FactColumns } from '../model/filing-facts-codec.ts';

/** Conditions on the dimensions of a fact. */
export interface DimensionFilter {
  /** Pairs that the fact must have; member null = any member of the axis. */
  pairs: { axis: string; member: string | null }[];
  /** Whether the fact must have no further axis. */
  isClosed: boolean;
}

/** Which facts of a filing are selected. */
export interface FactFilter {
  /** With its prefix, or the local name alone; null = all. */
  concept: string | null;
  dimensions: DimensionFilter;
}

/** A fact by its row in stored columns. */
export interface FactRow {
  columns: FactColumns;
  row: number;
}

/**
 * Parses `any`, `none`, and `axis=member` pairs separated by semicolons; an axis alone or with `*` matches every
 * member. Null if the text is invalid.
 */
export function parseDimensionFilter(text: string): DimensionFilter | null {
  const filter: DimensionFilter = { pairs: [], isClosed: false };
  for (const term of text.split(';').map(part => part.trim())) {
    const equals = term.indexOf('=');
    const axis = equals < 0 ? term : term.slice(0, equals).trim();
    const member = equals < 0 ? '*' : term.slice(equals + 1).trim();
    if (axis === '' || member === '') return null;
    if (equals < 0 && axis.toLowerCase() === 'any') continue;
    if (equals < 0 && axis.toLowerCase() === 'none') filter.isClosed = true;
    else filter.pairs.push({ axis, member: member === '*' ? null : member });
  }
  return filter;
}

/** Some of the matching facts, and how many match. */
export interface FactPage {
  rows: FactRow[];
  total: number;
}

/** The facts of all `blocks` that match a filter, in document order, from `offset` on and at most `limit`. */
export function selectFacts(
  blocks: readonly FactColumns[],
  filter: FactFilter,
  { offset, limit }: { offset: number; limit: number },
): FactPage {
  const selections = blocks.map(columns => ({ columns, rows: rowsOf(columns, filter), next: 0 }));
  const total = selections.reduce((sum, { rows }) => sum + rows.length, 0);
  const rows: FactRow[] = [];
  for (let place = 0; place < Math.min(total, offset + limit); place++) {
    const first = selections.reduce((a, b) => (positionOfNext(b) < positionOfNext(a) ? b : a));
    // Only the facts of the page become objects: a report has tens of thousands.
    if (place >= offset) rows.push({ columns: first.columns, row: first.rows[first.next] ?? 0 });
    first.next += 1;
  }
  return { rows, total };
}

/** The matching rows of a block, and how many of them were taken. */
interface Selection {
  columns: FactColumns;
  rows: readonly number[];
  next: number;
}

function positionOfNext({ columns, rows, next }: Selection): number {
  const row = rows[next];
  return row === undefined ? Number.POSITIVE_INFINITY : (columns.position[row] ?? 0);
}

function rowsOf(columns: FactColumns, { concept, dimensions }: FactFilter): number[] {
  // Names are compared once per dictionary entry, not once per fact.
  const isConcept = columns.concepts.map(name => concept === null || isNamed(name, concept));
  const isDimensioned = columns.dimensionSets.map(pairs => matches(pairs, dimensions));
  const rows: number[] = [];
  for (let row = 0; row < columns.position.length; row++) {
    if (isConcept[columns.concept[row] ?? -1] && isDimensioned[columns.dimensions[row] ?? -1]) rows.push(row);
  }
  return rows;
}

function matches(pairs: readonly string[], { pairs: required, isClosed }: DimensionFilter): boolean {
  const isRequired = (axis: string, member: string): boolean =>
    required.some(filter => isNamed(axis, filter.axis) && (filter.member === null || isNamed(member, filter.member)));
  let named = 0;
  for (let index = 0; index < pairs.length; index += 2)
    if (isRequired(pairs[index] ?? '', pairs[index + 1] ?? '')) named++;
  if (isClosed && named * 2 < pairs.length) return false;
  return required.every(filter => {
    for (let index = 0; index < pairs.length; index += 2) {
      if (!isNamed(pairs[index] ?? '', filter.axis)) continue;
      if (filter.member === null || isNamed(pairs[index + 1] ?? '', filter.member)) return true;
    }
    return false;
  });
}

/** Whether a name equals the requested one, ignoring case, with or without its prefix. */
function isNamed(name: string, requested: string): boolean {
  const given = name.toLowerCase();
  const wanted = requested.toLowerCase();
  return given === wanted || given.slice(given.indexOf(':') + 1) === wanted;
}
