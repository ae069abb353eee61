import { accuracyOf, type ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { addDays } from '../../../kernel/dates.ts';
import { inColumnOrder, type Period, periodKey, periodOf } from './as-filed-columns.ts';
import { isPlaced, type Presentation, type PresentedAxis } from './as-filed-presentation.ts';

/** The facts of one presentation at their positions, before columns are chosen. */
export interface FactTable {
  presentation: Presentation;
  /** In the order in which they are shown. */
  columns: TableColumn[];
  /** Facts without dimensions first, then by the order of members. */
  groups: FactGroup[];
  /** In words. */
  problems: string[];
}

export interface TableColumn {
  key: string;
  period: Period;
  /** Concepts, and concept-member pairs, of its facts. */
  elements: Set<string>;
  factsCount: number;
  /** Whether any of its facts is more than nil. */
  hasValue: boolean;
}

/** The rows of one combination of members. */
export interface FactGroup {
  dimensions: Record<string, string>;
  /** Index of a row of the presentation to its facts by column key. */
  cells: Map<number, Map<string, number>>;
}

/** All facts by concept, as indexes. */
export type FactIndex = ReadonlyMap<string, number[]>;

/** The facts of each concept, by their index in the list. */
export function indexFacts(facts: readonly ReportedFact[]): FactIndex {
  return Map.groupBy(facts.keys(), index => facts[index]?.concept ?? '');
}

/** Puts each fact that belongs on the presentation into its row, group and column. */
export function layTable(presentation: Presentation, facts: readonly ReportedFact[], index: FactIndex): FactTable {
  const builder = new TableBuilder(presentation, facts, index);
  return builder.table();
}

class TableBuilder {
  readonly #presentation: Presentation;
  readonly #facts: readonly ReportedFact[];
  /** Placed facts, by concept. */
  readonly #placed = new Map<string, number[]>();
  readonly #columns = new Map<string, TableColumn>();
  readonly #groups = new Map<string, FactGroup>();
  readonly #unitCounts = new Map<string | null, number>();
  readonly #problems = new Set<string>();

  constructor(presentation: Presentation, facts: readonly ReportedFact[], index: FactIndex) {
    this.#presentation = presentation;
    this.#facts = facts;
    for (const { concept, isAbstract } of presentation.rows) {
      if (isAbstract || this.#placed.has(concept)) continue;
      const placed = (index.get(concept) ?? []).filter(at => isPlaced(this.#fact(at), presentation.axes));
      this.#placed.set(concept, placed);
      for (const at of placed) this.#count(this.#fact(at).unit);
    }
  }

  table(): FactTable {
    const durations = this.#durations();
    for (const [row, { concept, moment }] of this.#presentation.rows.entries()) {
      for (const at of this.#placed.get(concept) ?? []) {
        const period = periodOf(this.#fact(at));
        if (moment === null || period.start !== null) this.#place(row, at, period);
        else for (const duration of durations) if (meets(duration, period.end, moment)) this.#place(row, at, duration);
      }
    }
    return {
      presentation: this.#presentation,
      columns: [...this.#columns.values()].sort((first, second) => inColumnOrder(first.period, second.period)),
      groups: this.#sortedGroups(),
      problems: [...this.#problems],
    };
  }

  #fact(at: number): ReportedFact {
    const fact = this.#facts[at];
    if (fact === undefined) throw new RangeError(`no fact ${at}`);
    return fact;
  }

  #count(unit: string | null): void {
    this.#unitCounts.set(unit, (this.#unitCounts.get(unit) ?? 0) + 1);
  }

  #durations(): Period[] {
    const durations = new Map<string, Period>();
    const moments = new Set<string>();
    for (const placed of this.#placed.values()) {
      for (const at of placed) {
        const period = periodOf(this.#fact(at));
        if (period.start === null) moments.add(period.end);
        else durations.set(periodKey(period), period);
      }
    }
    return durations.size > 0 ? [...durations.values()] : between([...moments].sort());
  }

  #place(row: number, at: number, period: Period): void {
    const fact = this.#fact(at);
    const key = periodKey(period);
    const column = this.#columnOf(key, period);
    column.factsCount++;
    column.hasValue ||= fact.value !== null;
    for (const element of elementsOf(fact)) column.elements.add(element);
    const group = this.#groupOf(fact.dimensions);
    const cells = group.cells.get(row) ?? new Map<string, number>();
    group.cells.set(row, cells);
    const other = cells.get(key);
    if (other === undefined || this.#isBetter(fact, this.#fact(other))) cells.set(key, at);
  }

  #columnOf(key: string, period: Period): TableColumn {
    const column = this.#columns.get(key) ?? {
      key,
      period,
      elements: new Set<string>(),
      factsCount: 0,
      hasValue: false,
    };
    this.#columns.set(key, column);
    return column;
  }

  #groupOf(dimensions: Record<string, string>): FactGroup {
    const key = JSON.stringify(dimensions);
    const group = this.#groups.get(key) ?? { dimensions, cells: new Map() };
    this.#groups.set(key, group);
    return group;
  }

  /** Of two facts for one cell: the one with a value, in the statement's usual unit, at the highest precision. */
  #isBetter(fact: ReportedFact, other: ReportedFact): boolean {
    if ((fact.value === null) !== (other.value === null)) return other.value === null;
    if (fact.unit !== other.unit) {
      this.#problems.add(`${fact.concept} is given in ${fact.unit} and in ${other.unit}; one of them is shown`);
      return (this.#unitCounts.get(fact.unit) ?? 0) > (this.#unitCounts.get(other.unit) ?? 0);
    }
    return accuracyOf(fact) > accuracyOf(other);
  }

  #sortedGroups(): FactGroup[] {
    const { axes } = this.#presentation;
    const places = new Map([...this.#groups.values()].map(group => [group, placesOf(group, axes)]));
    return [...places.keys()].sort((first, second) => compareLists(places.get(first) ?? [], places.get(second) ?? []));
  }
}

/** Facts at a beginning or end are shown in the periods that begin or end there. */
function meets(duration: Period, instant: string, moment: 'start' | 'end'): boolean {
  if (moment === 'end') return duration.end === instant;
  return duration.start !== null && addDays(duration.start, -1) === instant;
}

/** If only instants are stated, the periods are those between consecutive instants. */
function between(moments: readonly string[]): Period[] {
  return moments.slice(1).map((end, index) => ({ start: addDays(moments[index] ?? end, 1), end }));
}

/** The concept of a fact, combined with each of its members: a presentation must contain them for the fact. */
export function elementsOf({ concept, dimensions }: ReportedFact): string[] {
  return [concept, ...Object.values(dimensions).map(member => `${concept} ${member}`)];
}

/** The position of the group's member on each axis; a fact without the axis comes before those of any member. */
function placesOf({ dimensions }: FactGroup, axes: readonly PresentedAxis[]): (number | string)[] {
  return axes.map(({ axis, members }) => {
    const member = dimensions[axis];
    return member === undefined ? -1 : (members.get(member)?.place ?? member);
  });
}

function compareLists(first: readonly (number | string)[], second: readonly (number | string)[]): number {
  for (const [index, place] of first.entries()) {
    const other = second[index] ?? place;
    if (place === other) continue;
    if (typeof place === typeof other) return place < other ? -1 : 1;
    return typeof place === 'number' ? -1 : 1;
  }
  return 0;
}
