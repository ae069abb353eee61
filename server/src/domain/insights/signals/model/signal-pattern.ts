import type { Instant } from '../../../../kernel/dates.ts';
import type { EventFields, StoredEvent } from '../../../disclosures/events/model.ts';

/** What several events of one company amount to. */
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

/** What patterns are found in: the events of one company, and its reports where one was announced as late. */
export interface PatternInput {
  events: readonly PatternEvent[];
  reports: readonly FiledReport[];
}

/** What of an event tells a pattern. */
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

/** A pattern as the newest event has it that made it hold. */
export interface PatternHit {
  pattern: SignalPattern;
  /** When the first and the last of its events became known; the last one is what triggers it. */
  firstAt: Instant;
  latestAt: Instant;
  /** From when on it is strong; null = moderate. Later than its last event where only time makes it so. */
  strongFrom: Instant | null;
  /** One line. */
  reason: string;
  /** Oldest first. */
  eventIds: string[];
  rulesVersion: string;
}
