import type { PatternHit, SignalProfile, SignalTally } from '@asfiled/client';
import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';

const PATTERNS: Record<PatternHit['pattern'], string> = {
  dilution_spiral: 'Repeated dilution',
  audit_distress: 'Distress of the audit',
  auditor_churn: 'Changing auditors',
  accounting_failure: 'Failures of accounting',
  late_filer: 'Late reports',
  guidance_cut_streak: 'Outlook cut again and again',
  exit_risk: 'Risk of leaving the exchange',
};

const DOUBT: Record<SignalProfile['going_concern']['state'], string> = {
  none: 'no filing speaks of doubt',
  doubt: 'doubt',
  alleviated: 'doubt, alleviated by plans',
  lifted: 'doubt, lifted',
};

export function patternWord(pattern: PatternHit['pattern']): string {
  return PATTERNS[pattern] ?? pattern;
}

/** What a profile says, a line each: `Changes of auditor`, `2 in 36 months, the last on 24 Apr 2026`. */
export function profileLines(profile: SignalProfile): { label: string; text: string }[] {
  const { dilution, audit_opinion: opinion, going_concern: doubt } = profile;
  const since = doubt.state_date === null ? '' : ` (${formatDay(doubt.state_date)})`;
  return [
    { label: `New shares of ${dilution.window_months} months`, text: shareOf(dilution.new_shares_pct) },
    { label: 'Shares by conversion, at most', text: shareOf(dilution.convertible_pct) },
    { label: 'Latest opinion that was not clean', text: opinion === null ? 'none known' : opinionWords(opinion) },
    { label: 'Going concern', text: `${DOUBT[doubt.state]}${since}` },
    { label: 'Changes of auditor', text: tallyWords(profile.auditor_changes) },
    { label: 'Notices of late reports', text: tallyWords(profile.late_filings) },
    { label: 'Restatements and non-reliance', text: tallyWords(profile.restatements) },
    { label: 'Investigations', text: tallyWords(profile.investigations) },
    { label: 'Outlook raised', text: tallyWords(profile.forecast_revisions_up) },
    { label: 'Outlook lowered', text: tallyWords(profile.forecast_revisions_down) },
  ];
}

function shareOf(pct: number | null): string {
  return pct === null ? 'not stated' : `${formatExact(String(pct))} %`;
}

function opinionWords({ opinion, fiscal_year, auditor }: NonNullable<SignalProfile['audit_opinion']>): string {
  return [opinion.replaceAll('_', ' '), fiscal_year, auditor].filter(one => one !== null).join(', ');
}

export function tallyWords({ events_count, window_months, latest_date }: SignalTally): string {
  if (events_count === 0 || latest_date === null) return `none in ${window_months} months`;
  return `${events_count} in ${window_months} months, the last on ${formatDay(latest_date)}`;
}
