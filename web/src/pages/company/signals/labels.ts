import type { PatternHit, SignalProfile, SignalTally } from '@asfiled/client';
import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';

const PATTERNS: Record<PatternHit['pattern'], string> = {
  dilution_spiral: 'Repeated dilution',
  audit_distress: 'Audit distress',
  auditor_churn: 'Auditor churn',
  accounting_failure: 'Accounting failure',
  late_filer: 'Late filings',
  guidance_cut_streak: 'Repeated guidance cuts',
  exit_risk: 'Delisting risk',
};

const DOUBT: Record<SignalProfile['going_concern']['state'], string> = {
  none: 'no doubt stated in any filing',
  doubt: 'doubt',
  alleviated: 'doubt, alleviated by plans',
  lifted: 'doubt, lifted',
};

export function patternLabel(pattern: PatternHit['pattern']): string {
  return PATTERNS[pattern] ?? pattern;
}

/** A profile as lines: `Auditor changes`, `2 in 36 months, latest on 24 Apr 2026`. */
export function profileLines(profile: SignalProfile): { label: string; text: string }[] {
  const { dilution, audit_opinion: opinion, going_concern: doubt } = profile;
  const since = doubt.state_date === null ? '' : ` (${formatDay(doubt.state_date)})`;
  return [
    { label: `New shares in ${dilution.window_months} months`, text: shareOf(dilution.new_shares_pct) },
    { label: 'Shares from conversion, maximum', text: shareOf(dilution.convertible_pct) },
    { label: 'Latest modified audit opinion', text: opinion === null ? 'none known' : opinionWords(opinion) },
    { label: 'Going concern', text: `${DOUBT[doubt.state]}${since}` },
    { label: 'Auditor changes', text: describeTally(profile.auditor_changes) },
    { label: 'Late filing notices', text: describeTally(profile.late_filings) },
    { label: 'Restatements and non-reliance', text: describeTally(profile.restatements) },
    { label: 'Investigations', text: describeTally(profile.investigations) },
    { label: 'Guidance raised', text: describeTally(profile.forecast_revisions_up) },
    { label: 'Guidance lowered', text: describeTally(profile.forecast_revisions_down) },
  ];
}

function shareOf(pct: number | null): string {
  return pct === null ? 'not stated' : `${formatExact(String(pct))} %`;
}

function opinionWords({ opinion, fiscal_year, auditor }: NonNullable<SignalProfile['audit_opinion']>): string {
  return [opinion.replaceAll('_', ' '), fiscal_year, auditor].filter(part => part !== null).join(', ');
}

function describeTally({ events_count, window_months, latest_date }: SignalTally): string {
  if (events_count === 0 || latest_date === null) return `none in ${window_months} months`;
  return `${events_count} in ${window_months} months, latest on ${formatDay(latest_date)}`;
}
