import { readFileSync } from 'node:fs';
import { addMonths, type Instant, type IsoDate } from '../../../../kernel/dates.ts';
import type { EventKind, EventStatus } from '../model.ts';
import { readKind, readTable, readVariant } from '../rules/event-kinds.ts';

/** How an event ends its case: at once, or if the case is silent for some months. */
type Term = 'done' | number;

/** `case-terms.tsv` states each term with its reason. Kinds and variants without a row stay open until a filing ends them. */
const TERMS = readTerms(readFileSync(new URL('./case-terms.tsv', import.meta.url), 'utf8'));

/** `kind variant` of the events that end their matter, for SQL. */
export const DONE_EVENTS: readonly string[] = [...TERMS].flatMap(([name, term]) => (term === 'done' ? [name] : []));

/** What decides whether an event is open on a day. */
export interface OpenEvent {
  kind: EventKind;
  variant: string | null;
  /** As filings state it. */
  status: EventStatus;
  /** When the newest event of its case became known. */
  caseKnownAt: Instant;
  /** Whether the event or a later one of the same case ends the matter. */
  isDone: boolean;
}

export interface Closing {
  status: EventStatus;
  /** `stated`: by a filing. `elapsed`: by the term. Null while open. */
  closedBy: 'stated' | 'elapsed' | null;
  /** The day on which the term ends; null if a filing has ended the matter, or if the kind has no term. */
  closesOn: IsoDate | null;
}

/** Closes an event whose case has been silent for its term. */
export function closingOn(today: IsoDate, event: OpenEvent): Closing {
  if (event.status === 'resolved' || event.isDone) return { status: 'resolved', closedBy: 'stated', closesOn: null };
  const term = TERMS.get(nameOf(event));
  if (typeof term !== 'number') return { status: event.status, closedBy: null, closesOn: null };
  const closesOn = addMonths(event.caseKnownAt.slice(0, 10), term);
  const hasElapsed = closesOn <= today;
  return { status: hasElapsed ? 'resolved' : event.status, closedBy: hasElapsed ? 'elapsed' : null, closesOn };
}

function nameOf({ kind, variant }: Pick<OpenEvent, 'kind' | 'variant'>): string {
  return `${kind} ${variant ?? ''}`;
}

function readTerms(text: string): Map<string, Term> {
  return new Map(
    readTable(text).map(([kind = '', variant = '', closes = '']) => {
      const months = Number(closes);
      if (closes !== 'done' && !(Number.isInteger(months) && months > 0))
        throw new RangeError(`case-terms.tsv states the term "${closes}". Use done or a number of months.`);
      const name = nameOf({ kind: readKind(kind), variant: readVariant(kind, variant) });
      return [name, closes === 'done' ? 'done' : months];
    }),
  );
}
