import type { IsoDate } from '../../../kernel/dates.ts';

export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const JUDGEMENTS = ['event', 'boilerplate', 'unclear'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** text: from the text of one filing. figures: from the issuer's canonical annual figures. history: from several filings. */
export type FlagOrigin = 'text' | 'figures' | 'history';

/** The sentence or the tagged fact behind a flag. */
export interface FlagEvidence {
  sectionKey: string | null;
  /** The whole sentence. */
  quote: string | null;
  /** UTF-16 offsets in the section's text, end exclusive. */
  charStart: number | null;
  charEnd: number | null;
  /** Element of the tagged fact; null if the evidence is a sentence. */
  elementId: string | null;
  value: number | null;
}

/** The result of one rule on one filing. */
export interface RedFlag {
  ruleId: string;
  origin: FlagOrigin;
  severity: Severity;
  /** Null if the sentence has not been judged yet. */
  judgement: Judgement | null;
  /** False if the same sentence states that the matter was remediated, cured, dismissed or the like. */
  isOpen: boolean;
  /** Last day of the reporting period, else the filing date. */
  asOf: IsoDate;
  /** Inputs and results of the formula; null for rules on text. */
  inputs: Record<string, number | null> | null;
  evidence: FlagEvidence[];
}

/** The fields of a flag that are stored as JSON. */
export type FlagWords = Pick<RedFlag, 'asOf' | 'inputs' | 'evidence'> & { rulesVersion: string };

export const NO_FLAG_EVIDENCE: FlagEvidence = {
  sectionKey: null,
  quote: null,
  charStart: null,
  charEnd: null,
  elementId: null,
  value: null,
};
