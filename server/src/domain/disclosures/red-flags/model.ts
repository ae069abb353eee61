import type { IsoDate } from '../../../kernel/dates.ts';
import type { Reader } from '../../filings/proposals/model.ts';
import type { TextEvidence } from '../prose/model.ts';

export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const JUDGEMENTS = ['event', 'boilerplate', 'unclear'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/**
 * text: from the text of one filing. figures: from the issuer's canonical annual figures. history: from several filings. model: from
 * a sentence that only a model names.
 */
export type FlagOrigin = 'text' | 'figures' | 'history' | 'model';

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
  evidence: TextEvidence[];
  /** Absent: the rules. */
  readBy?: readonly Reader[];
}

/** The fields of a flag that are stored as JSON. */
export type FlagWords = Pick<RedFlag, 'asOf' | 'inputs' | 'evidence'> & { rulesVersion: string };
