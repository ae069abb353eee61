import type { FactColumns } from '../model/filing-facts-codec.ts';

/** What is asked of the dimensions of a fact. */
export interface DimensionFilter {
  /** The fact has each of these; member null = any member of the axis. */
  pairs: { axis: string; member: string | null }[];
  /** The fact has no axis beyond them. */
  isClosed: boolean;
}

/** Which facts of a filing are asked for. */
export interface FactFilter {
  /** With its prefix, or the local name alone; null = all. */
  concept: string | null;
  dimensions: DimensionFilter;
}

/** A fact by its place in stored columns. */
export interface FactRow {
  columns: FactColumns;
  row: number;
}

/**
 * Reads `any`, `none`, and `axis=member` pairs, divided by semicolons; an axis alone or with `*` takes every member.
 * Null where the text is none of that.
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

/** The facts that a filter lets through, of all `blocks` together in document order. */
export function selectFacts(blocks: readonly FactColumns[], filter: FactFilter): FactRow[] {
  const chosen = blocks.map(columns => rowsOf(columns, filter));
  const [first = [], ...others] = chosen;
  return others.reduce(merged, first);
}

function rowsOf(columns: FactColumns, { concept, dimensions }: FactFilter): FactRow[] {
  // Names are compared once a dictionary entry, not once a fact.
  const isConcept = columns.concepts.map(name => concept === null || isNamed(name, concept));
  const isDimensioned = columns.dimensionSets.map(pairs => fits(pairs, dimensions));
  const rows: FactRow[] = [];
  for (let row = 0; row < columns.position.length; row++) {
    if (isConcept[columns.concept[row] ?? -1] && isDimensioned[columns.dimensions[row] ?? -1]) {
      rows.push({ columns, row });
    }
  }
  return rows;
}

function fits(pairs: readonly string[], { pairs: asked, isClosed }: DimensionFilter): boolean {
  const isAsked = (axis: string, member: string): boolean =>
    asked.some(filter => isNamed(axis, filter.axis) && (filter.member === null || isNamed(member, filter.member)));
  let named = 0;
  for (let index = 0; index < pairs.length; index += 2)
    if (isAsked(pairs[index] ?? '', pairs[index + 1] ?? '')) named++;
  if (isClosed && named * 2 < pairs.length) return false;
  return asked.every(filter => {
    for (let index = 0; index < pairs.length; index += 2) {
      if (!isNamed(pairs[index] ?? '', filter.axis)) continue;
      if (filter.member === null || isNamed(pairs[index + 1] ?? '', filter.member)) return true;
    }
    return false;
  });
}

/** Whether a name is the one asked for, in any case, with its prefix or without. */
function isNamed(name: string, asked: string): boolean {
  const given = name.toLowerCase();
  const wanted = asked.toLowerCase();
  return given === wanted || given.slice(given.indexOf(':') + 1) === wanted;
}

function merged(first: FactRow[], second: FactRow[]): FactRow[] {
  const all: FactRow[] = [];
  let left = 0;
  let right = 0;
  while (left < first.length || right < second.length) {
    const a = first[left];
    const b = second[right];
    if (a && (!b || positionOf(a) < positionOf(b))) {
      all.push(a);
      left++;
    } else if (b) {
      all.push(b);
      right++;
    }
  }
  return all;
}

function positionOf({ columns, row }: FactRow): number {
  return columns.position[row] ?? 0;
}
