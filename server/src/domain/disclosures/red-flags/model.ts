import type { IsoDate } from '../../../kernel/dates.ts';

export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const JUDGEMENTS = ['event', 'boilerplate', 'unclear'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** text: of one filing. figures: of the issuer's canonical years. history: of several filings of the issuer. */
export type FlagOrigin = 'text' | 'figures' | 'history';

/** The words, or the figure, behind a flag. */
export interface FlagEvidence {
  sectionKey: string | null;
  /** The whole sentence. */
  quote: string | null;
  /** UTF-16 offsets in the section's text, end exclusive. */
  charStart: number | null;
  charEnd: number | null;
  /** Element of a tagged fact; null where no fact is behind it. */
  elementId: string | null;
  value: number | null;
}

/** What one rule finds at one filing. */
export interface RedFlag {
  ruleId: string;
  origin: FlagOrigin;
  severity: Severity;
  /** Null = words that nobody has judged yet. */
  judgement: Judgement | null;
  /** False: remediated, cured, dismissed … in the same words. */
  isOpen: boolean;
  /** Last day of the period, or the day of the filing. */
  asOf: IsoDate;
  /** Of rules over figures: what the formula took, and what it gave. */
  inputs: Record<string, number | null> | null;
  evidence: FlagEvidence[];
}

/** What the store keeps of a flag as JSON, beside its columns. */
export type FlagWords = Pick<RedFlag, 'asOf' | 'inputs' | 'evidence'> & { rulesVersion: string };

export const NO_FLAG_EVIDENCE: FlagEvidence = {
  sectionKey: null,
  quote: null,
  charStart: null,
  charEnd: null,
  elementId: null,
  value: null,
};
