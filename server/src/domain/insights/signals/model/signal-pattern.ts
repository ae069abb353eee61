import type { Instant } from '../../../../kernel/dates.ts';
import type { EventFields, StoredEvent } from '../../../disclosures/events/model.ts';

/** Patterns of several events of one company. */
export const SIGNAL_PATTERNS = [
  'dilution_spiral',
  'audit_distress',
  'auditor_churn',
  'accounting_failure',
  'late_filer',
  'guidance_cut_streak',
  'exit_risk',
] as const;
export type SignalPattern = (typeof SIGNAL_PATTERNS)[number];

export const PATTERN_STRENGTHS = ['strong', 'moderate'] as const;
export type PatternStrength = (typeof PATTERN_STRENGTHS)[number];

/** The events of one company, and its reports if one was announced as late. */
export interface PatternInput {
  events: readonly PatternEvent[];
  reports: readonly FiledReport[];
}

/** The properties of an event that patterns depend on. */
export interface PatternEvent
  extends Pick<StoredEvent, 'eventId' | 'kind' | 'variant' | 'status' | 'knownAt' | 'eventDate'> {
  filingId: string;
  fields: EventFields;
}

/** An annual or interim report. */
export interface FiledReport {
  periodEnd: string;
  knownAt: Instant;
}

/** A pattern, as of the newest event that triggered it. */
export interface PatternHit {
  pattern: SignalPattern;
  /** When the first and the last of its events became known. The last event triggers the pattern. */
  firstAt: Instant;
  latestAt: Instant;
  /** When it became strong; null if moderate. Later than its last event if only the passage of time makes it strong. */
  strongFrom: Instant | null;
  /** A one-line summary. */
  reason: string;
  /** Oldest first. */
  eventIds: string[];
  rulesVersion: string;
}
