import type { StatedSpan } from '../../../../../formats/prose/stated-dates.ts';
import { nameKey } from '../../../../../kernel/identifiers/name-key.ts';
import type { EventFields, EventKind } from '../../model.ts';
import type { FoundEvent } from '../event-kinds.ts';

/** An event with the code of the item that states it; null outside of items. */
export type StatedEvent = FoundEvent & { itemCode: string | null };

/** An event of one sentence, before statements of the same matter are merged. */
export interface Stated {
  event: StatedEvent;
  date: StatedSpan | null;
  counterparty: string | null;
}

export function isSameMatter(a: Stated, b: Stated): boolean {
  if (a.event.kind !== b.event.kind) return false;
  // A programme of sales at the market goes on beside other offerings.
  const isProgramme = [a, b].some(({ event }) => event.variant === 'atm');
  return a.event.variant === b.event.variant || (ONCE.has(a.event.kind) && !isProgramme);
}

/** Kinds that a filing has once, whatever the words of a further sentence. */
const ONCE: ReadonlySet<EventKind> = new Set([
  'equity_offering',
  'convertible_issue',
  'ipo',
  'name_change',
  'bankruptcy',
]);

/** Drops statements of the same matter: same kind, variant, party and day, or one of them unstated. */
export function merge(found: readonly Stated[]): Stated[] {
  const kept: Stated[] = [];
  for (const one of found) {
    const same = kept.find(other => isSameMatter(other, one) && isSameParty(other, one) && isSameDay(other, one));
    if (same === undefined) kept.push(one);
    else addTo(same, one);
  }
  return kept.filter(candidate => !kept.some(other => isDoneLater(candidate, other)));
}

/** The agreement of a deal that the same filing reports as completed. */
function isDoneLater(a: Stated, b: Stated): boolean {
  return (
    a !== b &&
    a.event.kind === 'acquisition_or_disposal' &&
    b.event.kind === a.event.kind &&
    a.event.variant === 'announced' &&
    b.event.variant === 'completed' &&
    a.counterparty !== null &&
    isSameParty(a, b)
  );
}

const MAX_EVIDENCE = 5;

/** Adds what another statement of the same matter says: evidence, unstated fields, and the exact day. */
function addTo(kept: Stated, { event, date, counterparty }: Stated): void {
  const known = kept.event;
  known.evidence = [...(known.evidence ?? []), ...(event.evidence ?? [])].slice(0, MAX_EVIDENCE);
  known.fields = { ...event.fields, ...known.fields };
  if (kept.counterparty === null && counterparty !== null) {
    kept.counterparty = counterparty;
    known.subject = counterparty;
  }
  if (date !== null && event.datePrecision === undefined && known.datePrecision !== undefined) {
    kept.date = date;
    known.eventDate = date.first;
    delete known.datePrecision;
  }
}

/** Purchases of own shares in the months of a period, each with its amount: one event. */
function isPurchase({ event }: Stated): boolean {
  return event.kind === 'buyback' && event.variant === null;
}

const WITHOUT_PARTY: ReadonlySet<EventKind> = new Set(['restructuring', 'buyback']);
const OFFERINGS: ReadonlySet<EventKind> = new Set(['equity_offering', 'convertible_issue', 'ipo']);

function isSameAmount(a: EventFields = {}, b: EventFields = {}): boolean {
  const [x, y] = [a, b].map(fields => ('amount' in fields ? fields.amount : undefined));
  return x === undefined || y === undefined || x === y;
}

/** `IRS` and `Internal Revenue Service`: of two names of an authority one is short. */
function isSameAuthority(a: Stated, b: Stated): boolean {
  const [x, y] = [a, b].map(({ event }) => authorityOf(event.fields));
  return x !== undefined && x === y && [a, b].some(({ counterparty }) => /^\p{Lu}{2,6}$/u.test(counterparty ?? ''));
}

function authorityOf(fields: EventFields = {}): string | undefined {
  return 'authority' in fields ? fields.authority : undefined;
}

/** An offering is agreed and closed within this time. */
const OFFERING_DAYS = 15;

function isSameParty(a: Stated, b: Stated): boolean {
  const [x, y] = [nameKey(a.counterparty ?? ''), nameKey(b.counterparty ?? '')];
  if (OFFERINGS.has(a.event.kind) || (isPurchase(a) && isPurchase(b))) return true;
  // A release states the parts and the whole of one plan; different days are different plans.
  const isOfPlan = a.event.kind === 'restructuring' && a.event.variant !== 'impairment';
  if (isOfPlan && (a.date === null || b.date === null)) return true;
  if (WITHOUT_PARTY.has(a.event.kind)) return isSameAmount(a.event.fields, b.event.fields);
  if (isSameAuthority(a, b)) return true;
  if (x === '' || y === '') return a.date?.first === b.date?.first && a.date?.last === b.date?.last;
  return x === y || x.startsWith(`${y} `) || y.startsWith(`${x} `);
}

/** A deal is done once: of two days, one is of its agreement or its accounting. */
function isSameDay(a: Stated, b: Stated): boolean {
  if (a.event.kind === 'acquisition_or_disposal' && a.counterparty !== null && b.counterparty !== null) return true;
  if (a.date === null || b.date === null || (isPurchase(a) && isPurchase(b))) return true;
  if (OFFERINGS.has(a.event.kind))
    return Math.abs(Date.parse(a.date.first) - Date.parse(b.date.first)) <= OFFERING_DAYS * 86_400_000;
  return a.date.first <= b.date.last && b.date.first <= a.date.last;
}
