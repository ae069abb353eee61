import type { IsoDate } from '../../../kernel/dates.ts';
import type { FiscalPeriod } from '../../figures/financials/model/financials.ts';

export const STANCES = ['strong_buy', 'buy', 'hold', 'sell', 'strong_sell', 'no_conviction'] as const;
export type Stance = (typeof STANCES)[number];

export const ANALYST_SOURCES = ['call', 'filing'] as const;
export type AnalystSource = (typeof ANALYST_SOURCES)[number];

/** The evidence of a component: words of a section or of a turn (`turn_3`), or a figure. */
export interface VerdictEvidence {
  /** Null if the evidence is in the verdict's own filing or call. */
  nativeId: string | null;
  sectionKey: string | null;
  quote: string | null;
  /** UTF-16 offsets, end exclusive. */
  charStart: number | null;
  charEnd: number | null;
  value: number | null;
}

/** One component of a score. */
export interface VerdictComponent {
  component: string;
  /** Null if an input is missing. */
  scorePoints: number | null;
  /** Maximum absolute value of the points. */
  maxPoints: number;
  reason: string;
  evidence: VerdictEvidence[];
}

/** The verdict of documented rules on a filing or a call. */
export interface Verdict {
  analystSource: AnalystSource;
  stance: Stance;
  /** Sum of the points of its components. */
  stanceScore: number;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  summary: string;
  components: VerdictComponent[];
  /** Must be shown with the verdict. */
  caveats: string[];
}

/** The fields of a verdict that are stored as JSON. */
export type VerdictWords = Omit<Verdict, 'analystSource' | 'stance' | 'stanceScore'> & {
  verdictDate: IsoDate;
  rulesVersion: string;
};

/** A verdict with its filing or call. */
export interface FiledVerdict {
  issuerId: string;
  method: string;
  rulesVersion: string;
  knownAt: string;
  registry: string | null;
  nativeId: string | null;
  transcriptId: string | null;
  verdict: Verdict;
}

/** The fields of a verdict that are stored as JSON. */
export function wordsOf({ verdict, rulesVersion, knownAt }: FiledVerdict): VerdictWords {
  const { analystSource: _, stance: __, stanceScore: ___, ...said } = verdict;
  return { ...said, verdictDate: knownAt.slice(0, 10), rulesVersion };
}

export const NO_VERDICT_EVIDENCE: VerdictEvidence = {
  nativeId: null,
  sectionKey: null,
  quote: null,
  charStart: null,
  charEnd: null,
  value: null,
};
