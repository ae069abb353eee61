import type { IsoDate } from '../../../kernel/dates.ts';
import type { FiscalPeriod } from '../../figures/financials/model/financials.ts';

export const STANCES = ['strong_buy', 'buy', 'hold', 'sell', 'strong_sell', 'no_conviction'] as const;
export type Stance = (typeof STANCES)[number];

export const ANALYST_SOURCES = ['call', 'filing'] as const;
export type AnalystSource = (typeof ANALYST_SOURCES)[number];

/** What a part of a verdict rests on: words of a section or of a turn (`turn_3`), or a figure. */
export interface VerdictEvidence {
  /** Null where the evidence is of the verdict's own filing or call. */
  nativeId: string | null;
  sectionKey: string | null;
  quote: string | null;
  /** UTF-16 offsets, end exclusive. */
  charStart: number | null;
  charEnd: number | null;
  value: number | null;
}

/** One part of a score. */
export interface VerdictComponent {
  component: string;
  /** Null where an input is missing. */
  scorePoints: number | null;
  /** The most that it can give, up or down. */
  maxPoints: number;
  reason: string;
  evidence: VerdictEvidence[];
}

/** What published rules make of a filing or a call. */
export interface Verdict {
  analystSource: AnalystSource;
  stance: Stance;
  /** Sum of the points. */
  stanceScore: number;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  summary: string;
  components: VerdictComponent[];
  /** To be shown with it. */
  caveats: string[];
}

/** What the store keeps of a verdict as JSON, beside its columns. */
export type VerdictWords = Omit<Verdict, 'analystSource' | 'stance' | 'stanceScore'> & {
  verdictDate: IsoDate;
  rulesVersion: string;
};

export const NO_VERDICT_EVIDENCE: VerdictEvidence = {
  nativeId: null,
  sectionKey: null,
  quote: null,
  charStart: null,
  charEnd: null,
  value: null,
};
