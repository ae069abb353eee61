import type { FactSet } from '../../src/domain/filings/facts/model/facts.ts';
import { toIsoDate } from '../../src/kernel/dates.ts';

/** Every value of fact sets by concept, dimensions and period. */
export function valuesOf(sets: readonly FactSet[]): Map<string, number> {
  const values = new Map<string, number>();
  for (const { concept, dimensions, starts, ends, values: own } of sets.flatMap(set => set.series)) {
    for (const [at, end] of ends.entries()) {
      const start = starts[at] ?? null;
      const value = own[at] ?? null;
      const period = `${start === null ? '' : toIsoDate(start)}/${toIsoDate(end)}`;
      if (value !== null) values.set(`${concept} [${dimensions}] ${period}`, value);
    }
  }
  return values;
}
