import { compareText } from '../../../../kernel/compare-text.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { changePct } from '../../../figures/guidance/model.ts';
import {
  type FiledReport,
  type PatternEvent,
  type PatternHit,
  type PatternInput,
  SIGNAL_PATTERNS,
  type SignalPattern,
} from '../model/signal-pattern.ts';
import { sumPct, toIssues } from './dilution.ts';
import { fieldsOf } from './event-fields.ts';
import { dayOfInstant, daysAfter, daysBetween, monthsBefore } from './moments.ts';
import {
  AUDIT,
  CHURN,
  CUTS,
  DILUTION,
  EXIT,
  FAILURE,
  isCounted,
  LATE,
  PATTERN_RULES,
  PATTERN_RULES_VERSION,
} from './pattern-rules.ts';

/** The result of a test: the counted events, when they became strong (null if they are not), and a one-line reason. */
interface Found {
  events: readonly PatternEvent[];
  strongFrom: Instant | null;
  reason: string;
}

/** Tests the counted events of a lookback, oldest first. The newest event must trigger the pattern. */
type Test = (events: readonly PatternEvent[], input: PatternInput) => Found | null;

const TESTS: Record<SignalPattern, Test> = {
  dilution_spiral: findDilution,
  audit_distress: findAuditDistress,
  auditor_churn: findAuditorChurn,
  accounting_failure: findAccountingFailure,
  late_filer: findLateFiler,
  guidance_cut_streak: findGuidanceCuts,
  exit_risk: findExitRisk,
};

/**
 * Finds the patterns in the events of one company, each as of the newest event that triggered it, however old. The order of the
 * input does not matter.
 */
export function findPatterns(input: PatternInput): PatternHit[] {
  const open = input.events.filter(event => event.status !== 'resolved').sort(oldestFirst);
  return SIGNAL_PATTERNS.flatMap(pattern => newestHit(pattern, open, input) ?? []);
}

function oldestFirst(a: PatternEvent, b: PatternEvent): number {
  return Date.parse(a.knownAt) - Date.parse(b.knownAt) || compareText(a.eventId, b.eventId);
}

function newestHit(pattern: SignalPattern, open: readonly PatternEvent[], input: PatternInput): PatternHit | null {
  const { counted, lookbackMonths } = PATTERN_RULES[pattern];
  const events = open.filter(event => isCounted(counted, event));
  const moments = [...new Set(events.map(event => event.knownAt))].reverse();
  for (const latestAt of moments) {
    const after = Date.parse(monthsBefore(latestAt, lookbackMonths));
    const until = Date.parse(latestAt);
    const within = events.filter(({ knownAt }) => Date.parse(knownAt) > after && Date.parse(knownAt) <= until);
    const found = TESTS[pattern](within, input);
    const firstAt = found?.events[0]?.knownAt;
    // If the newest event does not count, an earlier event triggered the pattern.
    if (!found || firstAt === undefined || found.events.at(-1)?.knownAt !== latestAt) continue;
    const { strongFrom, reason, events: hit } = found;
    const eventIds = hit.map(event => event.eventId);
    return { pattern, firstAt, latestAt, strongFrom, reason, eventIds, rulesVersion: PATTERN_RULES_VERSION };
  }
  return null;
}

/** Returns when the newest event became known if the hit is strong, else null. */
function strongIf(isStrong: boolean, events: readonly PatternEvent[]): Instant | null {
  return isStrong ? (events.at(-1)?.knownAt ?? null) : null;
}

function findDilution(events: readonly PatternEvent[]): Found | null {
  const issues = toIssues(events);
  const counted = issues.flatMap(issue => issue.events).sort(oldestFirst);
  const [newShares, convertible] = [sumPct(issues, 'newSharesPct'), sumPct(issues, 'convertiblePct')];
  if (issues.length < DILUTION.issues && (newShares ?? 0) < DILUTION.newSharesPct) return null;
  const isDiscounted = issues.some(issue => issue.isDiscountedConvertible);
  const months = PATTERN_RULES.dilution_spiral.lookbackMonths;
  const parts = [
    `${plural(issues.length, 'issue')} of shares or convertibles in ${months} months`,
    newShares === null ? 'new shares not stated' : `${pct(newShares)} new shares stated`,
    ...(convertible === null ? [] : [`${pct(convertible)} by conversion`]),
    ...(isDiscounted ? ['a convertible below the market price'] : []),
  ];
  return {
    events: counted,
    strongFrom: strongIf((newShares ?? 0) >= DILUTION.strongNewSharesPct || isDiscounted, counted),
    reason: sentence(parts),
  };
}

function findAuditDistress(events: readonly PatternEvent[]): Found | null {
  const counted = events.filter(event => event.kind !== 'auditor_change' || fieldsOf(event, 'audit').disagreement);
  const newest = counted.at(-1);
  if (newest === undefined) return null;
  const findings = [...new Set(counted.map(auditFinding))];
  const repeated = counted.find(
    event =>
      auditFinding(event) === auditFinding(newest) &&
      daysBetween(event.knownAt, newest.knownAt) >= AUDIT.repeatedAfterDays,
  );
  const again = repeated === undefined ? [] : [`stated before on ${dayOfInstant(repeated.knownAt)}`];
  return {
    events: counted,
    strongFrom: strongIf(findings.length > 1 || repeated !== undefined, counted),
    reason: sentence([...findings, ...again]),
  };
}

function auditFinding({ kind, variant }: PatternEvent): string {
  if (kind === 'going_concern') return 'doubt about going concern';
  return kind === 'audit_opinion' ? `${variant} opinion` : 'auditor left with a disagreement';
}

function findAuditorChurn(events: readonly PatternEvent[]): Found | null {
  const changes: PatternEvent[][] = [];
  for (const event of events) {
    const known = changes.find(change => change.some(patternEvent => isSameChange(patternEvent, event)));
    if (known === undefined) changes.push([event]);
    else known.push(event);
  }
  if (changes.length < CHURN.changes) return null;
  const resigned = events.filter(event => event.variant === CHURN.strongVariant).length;
  const months = PATTERN_RULES.auditor_churn.lookbackMonths;
  return {
    events,
    strongFrom: strongIf(changes.length >= CHURN.strongChanges || resigned > 0, events),
    reason: sentence([
      `${plural(changes.length, 'change')} of auditor in ${months} months`,
      ...(resigned === 0 ? [] : [`${resigned} by resignation`]),
    ]),
  };
}

/** Returns true for a departure and the following engagement, or for two filings about one departure. */
function isSameChange(before: PatternEvent, after: PatternEvent): boolean {
  if (daysBetween(before.knownAt, after.knownAt) > CHURN.sameChangeDays) return false;
  if (after.variant === 'engaged') return true;
  const [a, b] = [fieldsOf(before, 'audit').formerAuditor, fieldsOf(after, 'audit').formerAuditor];
  return a !== undefined && b !== undefined && nameKey(a) === nameKey(b);
}

function findAccountingFailure(events: readonly PatternEvent[]): Found | null {
  const isStrong = events.some(({ kind, variant }) => kind === FAILURE.strongKind || variant === FAILURE.strongVariant);
  const findings = [...new Set(events.map(failureOf))];
  return { events, strongFrom: strongIf(isStrong, events), reason: sentence(findings) };
}

function failureOf({ kind, variant }: PatternEvent): string {
  if (kind === 'non_reliance') return 'earlier statements not to be relied upon';
  if (kind === 'internal_control_weakness') return 'material weakness in internal control';
  return variant === null ? 'restatement' : `restatement (${variant})`;
}

function findLateFiler(events: readonly PatternEvent[], { reports }: PatternInput): Found | null {
  const notices: PatternEvent[] = [];
  for (const event of events) if (!notices.some(known => isOfSamePeriod(known, event))) notices.push(event);
  if (notices.length < LATE.notices) return null;
  const delays = events.flatMap(event => delayOf(event, reports));
  const worst = delays.filter(delay => delay.days !== null).reduce((most, delay) => Math.max(most, delay.days ?? 0), 0);
  const strongAt = delays.map(delay => delay.strongFrom).filter(at => at !== null);
  if (notices.length >= LATE.strongNotices) strongAt.push(events.at(-1)?.knownAt ?? '');
  const months = PATTERN_RULES.late_filer.lookbackMonths;
  return {
    events,
    strongFrom: strongAt.length === 0 ? null : strongAt.reduce((a, b) => (Date.parse(a) < Date.parse(b) ? a : b)),
    reason: sentence([
      `${plural(notices.length, 'notice')} of late reports on different periods in ${months} months`,
      ...(worst > 0 ? [`one report came ${plural(worst, 'day')} after its notice`] : []),
    ]),
  };
}

function isOfSamePeriod(a: PatternEvent, b: PatternEvent): boolean {
  const [one, other] = [fieldsOf(a, 'reporting'), fieldsOf(b, 'reporting')];
  const [periods = [], others = []] = [one.affectedPeriods, other.affectedPeriods];
  if (periods.length > 0 && others.length > 0) {
    return periods.some(period => others.some(end => daysBetween(period, end) <= LATE.samePeriodDays));
  }
  const isSameForm = one.lateFormType === other.lateFormType;
  return isSameForm && daysBetween(a.knownAt, b.knownAt) < LATE.otherPeriodDays;
}

/** Returns the delay of the reports of a notice's periods (null if not filed yet), and when the delay becomes long. */
function delayOf(
  event: PatternEvent,
  reports: readonly FiledReport[],
): { days: number | null; strongFrom: Instant | null }[] {
  return (fieldsOf(event, 'reporting').affectedPeriods ?? []).map(period => {
    const longAfter = daysAfter(event.knownAt, LATE.strongDays);
    const filed = reports
      .filter(report => daysBetween(report.periodEnd, period) <= LATE.samePeriodDays)
      .map(report => Date.parse(report.knownAt))
      .sort((a, b) => a - b)[0];
    if (filed === undefined) return { days: null, strongFrom: longAfter };
    const days = Math.max(0, Math.floor((filed - Date.parse(event.knownAt)) / 86_400_000));
    return { days, strongFrom: days > LATE.strongDays ? longAfter : null };
  });
}

function findGuidanceCuts(events: readonly PatternEvent[]): Found | null {
  const newest = events.at(-1);
  const metrics = new Set(
    events.filter(event => event.knownAt === newest?.knownAt).flatMap(event => metricOf(event) ?? []),
  );
  const streaks = [...metrics].map(metric => ({
    metric,
    cuts: cutsRunning(events.filter(event => metricOf(event) === metric)),
  }));
  const longest = streaks.reduce((a, b) => (b.cuts.length > a.cuts.length ? b : a), { metric: '', cuts: [] });
  if (longest.cuts.length < CUTS.cuts) return null;
  const cut = longest.cuts.flat();
  const sizes = cut.flatMap(event => sizeOf(event) ?? []);
  const mean = sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return {
    events: cut,
    strongFrom: strongIf(mean !== null && mean >= CUTS.strongMeanPct, cut),
    reason: sentence([
      `${longest.cuts.length} cuts running of the guidance on ${longest.metric.replaceAll('_', ' ')}`,
      mean === null ? 'their size not stated' : `by ${pct(mean)} on average`,
    ]),
  };
}

/** Groups the cuts of one metric since its last raise by filing: a filing that cuts a quarter and its year counts once. */
function cutsRunning(events: readonly PatternEvent[]): PatternEvent[][] {
  const filings = [...Map.groupBy(events, event => event.filingId).values()];
  const lastRaise = filings.findLastIndex(filing => filing.some(event => event.variant === 'raised'));
  return filings.slice(lastRaise + 1);
}

function metricOf(event: PatternEvent): string | null {
  return fieldsOf(event, 'guidance').metric ?? null;
}

/** Returns the size of a cut in percent; null if the old or the new value is not stated. */
function sizeOf(event: PatternEvent): number | null {
  const { oldLow = null, oldHigh = null, newLow = null, newHigh = null } = fieldsOf(event, 'guidance');
  const change = changePct({ oldLow, oldHigh, newLow, newHigh });
  // For a growing loss the percentage is positive; the kind of the event states the direction.
  return change === null ? null : Math.abs(change);
}

function findExitRisk(events: readonly PatternEvent[], input: PatternInput): Found | null {
  const takeovers = input.events.filter(event => isCounted(EXIT.takeovers, event));
  const counted = events.filter(
    event => !isOfUnknownClass(event) && !isByTakeover(event, takeovers) && !hasEnded(event, input.events),
  );
  const dated = counted.findLast(event => isDated(event) && event.eventDate !== null);
  const isStrong = dated !== undefined || counted.some(event => event.kind === EXIT.strongKind);
  const findings = [...new Set(counted.map(({ kind }) => EXIT_WORDS[kind] ?? kind))];
  const effective = dated === undefined ? [] : [`effective ${dated.eventDate}`];
  return { events: counted, strongFrom: strongIf(isStrong, counted), reason: sentence([...findings, ...effective]) };
}

const EXIT_WORDS: Partial<Record<PatternEvent['kind'], string>> = {
  delisting: 'notice of delisting',
  listing_removal: 'listing cancelled',
  registration_terminated: 'notice of deregistration',
  bankruptcy: 'bankruptcy',
  dissolution: 'dissolution',
};

function isDated({ kind }: PatternEvent): boolean {
  return (EXIT.datedKinds as readonly string[]).includes(kind);
}

function isOfUnknownClass({ kind, variant, filingId }: PatternEvent): boolean {
  return (
    kind === 'delisting' && variant === null && EXIT.classUnknownFor.some(value => filingId.startsWith(`${value}:`))
  );
}

/** Bankruptcies and dissolutions are never part of a takeover. */
function isByTakeover(event: PatternEvent, takeovers: readonly PatternEvent[]): boolean {
  if (event.kind === 'bankruptcy' || event.kind === 'dissolution') return false;
  return takeovers.some(takeover => daysBetween(takeover.knownAt, event.knownAt) <= EXIT.takeoverDays);
}

/** Returns true if a later event ended the bankruptcy. */
function hasEnded({ kind, knownAt }: PatternEvent, all: readonly PatternEvent[]): boolean {
  const isLater = (event: PatternEvent): boolean => Date.parse(event.knownAt) >= Date.parse(knownAt);
  return kind === 'bankruptcy' && all.some(event => isCounted(EXIT.ends, event) && isLater(event));
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function pct(value: number): string {
  return `${Number(value.toFixed(1))} %`;
}

/** Joins parts: `Doubt about going concern; adverse opinion.` */
function sentence(parts: readonly string[]): string {
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
