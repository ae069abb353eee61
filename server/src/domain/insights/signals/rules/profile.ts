import type { Instant } from '../../../../kernel/dates.ts';
import type { EventKind } from '../../../disclosures/events/model.ts';
import type { PatternEvent } from '../model/signal-pattern.ts';
import { sumPct, toIssues } from './dilution.ts';
import { fieldsOf } from './event-fields.ts';
import { monthsBefore } from './moments.ts';
import { isCounted, PATTERN_RULES } from './pattern-rules.ts';

/** Events of a kind within a number of months. */
export interface Tally {
  windowMonths: number;
  /** Oldest first. */
  events: PatternEvent[];
}

/** The profile of a company's disclosures at an instant. */
export interface Profile {
  dilution: {
    windowMonths: number;
    newSharesPct: number | null;
    convertiblePct: number | null;
    events: PatternEvent[];
  };
  /** The latest modified opinion. */
  auditOpinion: PatternEvent | null;
  goingConcern: { state: 'none' | 'doubt' | 'alleviated' | 'lifted'; events: PatternEvent[] };
  auditorChanges: Tally;
  lateFilings: Tally;
  restatements: Tally;
  investigations: Tally;
  forecastRevisionsUp: Tally;
  forecastRevisionsDown: Tally;
}

const INVESTIGATED_MONTHS = 24;

/** The kinds of events that a profile uses. */
export const PROFILE_KINDS: readonly EventKind[] = [
  'equity_offering',
  'convertible_issue',
  'audit_opinion',
  'going_concern',
  'auditor_change',
  'late_filing_notice',
  'restatement',
  'non_reliance',
  'investigation_committee',
  'regulatory_action',
  'guidance_revision',
];

/** Computes the profile of a company at an instant from its events in any order. Later events do not count. */
export function toProfile(events: readonly PatternEvent[], now: Instant): Profile {
  const known = events
    .filter(event => Date.parse(event.knownAt) <= Date.parse(now))
    .sort((a, b) => Date.parse(a.knownAt) - Date.parse(b.knownAt) || (a.eventId < b.eventId ? -1 : 1));
  const within = (months: number, isOne: (event: PatternEvent) => boolean): Tally => {
    const after = Date.parse(monthsBefore(now, months));
    return { windowMonths: months, events: known.filter(event => isOne(event) && Date.parse(event.knownAt) > after) };
  };
  const { dilution_spiral, auditor_churn, late_filer, accounting_failure, guidance_cut_streak } = PATTERN_RULES;
  const dilutive = within(
    dilution_spiral.lookbackMonths,
    event => isOpen(event) && isCounted(dilution_spiral.counted, event),
  );
  const issues = toIssues(dilutive.events);
  const doubts = known.filter(event => event.kind === 'going_concern');
  const opinions = known.filter(event => event.kind === 'audit_opinion');
  const revised = (variant: string) =>
    within(
      guidance_cut_streak.lookbackMonths,
      event => event.kind === 'guidance_revision' && event.variant === variant,
    );
  return {
    dilution: {
      windowMonths: dilutive.windowMonths,
      newSharesPct: sumPct(issues, 'newSharesPct'),
      convertiblePct: sumPct(issues, 'convertiblePct'),
      events: issues.flatMap(issue => issue.events),
    },
    auditOpinion: opinions.at(-1) ?? null,
    goingConcern: { state: stateOf(doubts), events: doubts },
    auditorChanges: within(auditor_churn.lookbackMonths, event => event.kind === 'auditor_change'),
    lateFilings: within(late_filer.lookbackMonths, event => event.kind === 'late_filing_notice'),
    restatements: within(
      accounting_failure.lookbackMonths,
      event => event.kind === 'restatement' || event.kind === 'non_reliance',
    ),
    investigations: within(INVESTIGATED_MONTHS, isInvestigation),
    forecastRevisionsUp: revised('raised'),
    forecastRevisionsDown: revised('lowered'),
  };
}

function isOpen(event: PatternEvent): boolean {
  return event.status !== 'resolved';
}

function isInvestigation(event: PatternEvent): boolean {
  if (event.kind === 'investigation_committee') return true;
  return event.kind === 'regulatory_action' && fieldsOf(event, 'legal').authority !== undefined;
}

/** Returns the state in the latest filing. The auditor's statement wins over management's. */
function stateOf(doubts: readonly PatternEvent[]): Profile['goingConcern']['state'] {
  const latest = doubts.at(-1);
  if (latest === undefined) return 'none';
  const variants = doubts.filter(doubt => doubt.knownAt === latest.knownAt).map(doubt => doubt.variant);
  if (variants.some(variant => variant !== 'alleviated' && variant !== 'lifted')) {
    return latest.status === 'resolved' ? 'lifted' : 'doubt';
  }
  return variants.includes('alleviated') ? 'alleviated' : 'lifted';
}
