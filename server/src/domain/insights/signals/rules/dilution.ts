import type { PatternEvent } from '../model/signal-pattern.ts';
import { fieldsOf } from './event-fields.ts';
import { daysBetween } from './moments.ts';
import { DILUTION } from './pattern-rules.ts';

/** One issue of shares or convertibles, whatever told of it. */
export interface Issue {
  /** Oldest first. */
  events: PatternEvent[];
  /** New shares in percent of those before; null where no filing states them. */
  newSharesPct: number | null;
  /** Shares that conversion gives at most, in percent of those before. */
  convertiblePct: number | null;
  /** Convertibles at a price that floats, or that lies below the market's. */
  isDiscountedConvertible: boolean;
}

/** What dilutive events, oldest first, tell of issues: several of one count once. */
export function toIssues(events: readonly PatternEvent[]): Issue[] {
  const issues: PatternEvent[][] = [];
  for (const event of events) {
    if (DILUTION.uncountedMethod.test(fieldsOf(event, 'dilution').offeringMethod ?? '')) continue;
    const known = issues.find(issue => issue.every(one => isSameIssue(one, event)));
    if (known === undefined) issues.push([event]);
    else known.push(event);
  }
  return issues.map(toIssue);
}

/** Of one kind, close together, and nothing that both state differs. */
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
  return events.map(read).find(one => one !== null) ?? null;
}

/** As stated, else what shares before and new ones make. */
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

/** What issues add up to in percent of the shares before each; null where none states it. */
export function sumPct(issues: readonly Issue[], part: 'newSharesPct' | 'convertiblePct'): number | null {
  const stated = issues.flatMap(issue => issue[part] ?? []);
  if (stated.length === 0) return null;
  // Binary fractions leave dust in the last places.
  return Number(stated.reduce((sum, one) => sum + one, 0).toFixed(6));
}
