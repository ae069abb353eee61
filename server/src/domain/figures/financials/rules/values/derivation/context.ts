import type { Day } from '../../../../../../kernel/dates.ts';
import { CODES_COUNT } from '../../checks/chart.ts';
import type { Version } from '../../checks/vintages.ts';
import type { SeenFiling } from '../../periods/visible-filings.ts';
import { type Cell, type Cells, noCells } from '../cell.ts';
import type { RunIndex } from '../placed.ts';
import type { Guard } from '../selection/guards.ts';

/** Input of derivation: the reported cells of every slot, and the histories behind them. */
export interface DerivationContext {
  readonly placed: RunIndex;
  readonly filings: readonly SeenFiling[];
  readonly guard: Guard;
  /** Cells by slot; empty slots are absent. */
  readonly cells: Map<number, Cells>;
  /** Versions of runs that a sum of restated quarters replaced, by run. */
  readonly replaced: Map<number, readonly Version[]>;
  /** Versions of each subtracted run as of each of its entries, by the newest entry that they include. */
  readonly versionsTo: (readonly Version[] | undefined)[];
  /** Values of differences as versions of their own; null if the context sees none. */
  readonly ofDifferences: Map<Cell, Version | null>;
  /** Only filings known by this day count; null = all. */
  readonly day: Day | null;
  /** The same context as of earlier days, by day. */
  readonly before: Map<Day, DerivationContext>;
  /** Codes by slot whose operands are on different bases. */
  readonly mixed: Map<number, Set<number>>;
  readonly note: (kind: string, filing: number, detail: string) => void;
}

/** The same context as of the end of a day. */
export function asOfDay(context: DerivationContext, day: Day): DerivationContext {
  const known = context.before.get(day);
  if (known) return known;
  const then = { ...context, day, replaced: new Map(), ofDifferences: new Map() };
  context.before.set(day, then);
  return then;
}

/** The codes of a slot whose operands are on different bases. */
export function mixedOf(slot: number, { mixed }: DerivationContext): Set<number> {
  const known = mixed.get(slot);
  if (known) return known;
  const codes = new Set<number>();
  mixed.set(slot, codes);
  return codes;
}

/** The cells of a period; empty if it was not read before. */
export function cellsOf(slot: number, context: DerivationContext): Cells {
  const known = context.cells.get(slot);
  if (known) return known;
  const cells = noCells(CODES_COUNT);
  context.cells.set(slot, cells);
  return cells;
}
