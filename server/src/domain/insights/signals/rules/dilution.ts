import type { PatternEvent } from '../model/signal-pattern.ts';
import { fieldsOf } from './event-fields.ts';
import { daysBetween } from './moments.ts';
import { DILUTION } from './pattern-rules.ts';

/** One issue of shares or convertibles, merged from its events. */
export interface Issue {
  /** Oldest first. */
  events: PatternEvent[];
  /** New shares in percent of the shares before; null if no filing states them. */
  newSharesPct: number | null;
  /** Maximum conversion shares in percent of the shares before; null if no filing states them. */
  convertiblePct: number | null;
  /** True for convertibles with a floating price or a price below the market. */
  isDiscountedConvertible: boolean;
}

/** Merges dilutive events, oldest first, into issues. */
export function toIssues(events: readonly PatternEvent[]): Issue[] {
  const issues: PatternEvent[][] = [];
  for (const event of events) {
    if (DILUTION.uncountedMethod.test(fieldsOf(event, 'dilution').offeringMethod ?? '')) continue;
    const known = issues.find(issue => issue.every(patternEvent => isSameIssue(patternEvent, event)));
    if (known === undefined) issues.push([event]);
    else known.push(event);
  }
  return issues.map(toIssue);
}

/** Returns true for events of one kind, close in time, without contradicting fields. */
function isSameIssue(a: PatternEvent, b: PatternEvent): boolean {
  if (a.kind !== b.kind || daysBetween(a.knownAt, b.knownAt) > DILUTION.sameIssueDays) return false;
  const [one, other] = [fieldsOf(a, 'dilution'), fieldsOf(b, 'dilution')];
  return STATED.every(name => one[name] === undefined || other[name] === undefined || one[name] === other[name]);
}

const STATED = ['newShares', 'maxConversionShares', 'proceeds'] as const;

function toIssue(events: PatternEvent[]): Issue {
  return {
    events,
    newSharesPct: firstOf(events, event => pctOf(event, 'newSharesPct', 'newShares')),
    convertiblePct: firstOf(events, event => pctOf(event, 'convertiblePct', 'maxConversionShares')),
    isDiscountedConvertible: events.some(isDiscountedConvertible),
  };
}

function firstOf(events: readonly PatternEvent[], read: (event: PatternEvent) => number | null): number | null {
  return events.map(read).find(value => value !== null) ?? null;
}

/** Returns the stated percentage, else the one computed from share counts. */
function pctOf(
  event: PatternEvent,
  stated: 'newSharesPct' | 'convertiblePct',
  shares: 'newShares' | 'maxConversionShares',
): number | null {
  const fields = fieldsOf(event, 'dilution');
  const { [stated]: pct, [shares]: issued, sharesBefore } = fields;
  if (pct !== undefined) return pct;
  if (issued === undefined || sharesBefore === undefined || sharesBefore <= 0) return null;
  return (issued / sharesBefore) * 100;
}

function isDiscountedConvertible(event: PatternEvent): boolean {
  if (event.kind !== 'convertible_issue') return false;
  return event.variant === DILUTION.strongVariant || (fieldsOf(event, 'dilution').discountPct ?? 0) > 0;
}

/** Sums the percentages of issues; null if none states one. */
export function sumPct(issues: readonly Issue[], part: 'newSharesPct' | 'convertiblePct'): number | null {
  const stated = issues.flatMap(issue => issue[part] ?? []);
  if (stated.length === 0) return null;
  // Rounds away floating-point noise.
  return Number(stated.reduce((sum, pct) => sum + pct, 0).toFixed(6));
}
