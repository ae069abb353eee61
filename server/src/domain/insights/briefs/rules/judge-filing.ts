import type { TextEvidence } from '../../../disclosures/prose/model.ts';
import type { Severity } from '../../../disclosures/red-flags/model.ts';
import { altmanZ2, piotroski, type YearFigures } from '../../../disclosures/red-flags/rules/figure-rules.ts';
import { figuresOf } from '../../../disclosures/red-flags/rules/read-figure-flags.ts';
import type { Guidance } from '../../../figures/earnings/model/earnings-release.ts';
import type { AnnualAmounts } from '../../../figures/financials/model/financials.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import { NO_VERDICT_EVIDENCE, type Verdict, type VerdictComponent } from '../model.ts';
import { guidancePoints } from './guidance-points.ts';
import { toVerdict } from './stance.ts';

/** The inputs of a verdict on an annual report. */
export interface FilingJudged {
  /** The year of the report and the years before it, newest first. */
  years: readonly AnnualAmounts[];
  companyType: CompanyType | null;
  /** Open red flags of the report that are judged events; null if its text was not read. */
  flags: readonly { ruleId: string; severity: Severity; evidence: readonly TextEvidence[] }[] | null;
  /** Guidance in the newest release near the report. */
  guidance: readonly Guidance[];
  guidanceFiling: string | null;
}

const FLAG_POINTS: Record<Severity, number> = { CRITICAL: 4, HIGH: 2, MEDIUM: 1, LOW: 0 };
const MAX_FLAG_POINTS = 6;
const MAX_EVIDENCE = 3;
const FINANCIALS: ReadonlySet<CompanyType> = new Set(['bank', 'insurer', 'reit']);

/** Lower bounds of the values that score 2, 1, 0 and −1 points. */
const GROWTH_STEPS = [15, 5, -5, -15] as const;
const MARGIN_STEPS = [3, 1, -1, -3] as const;
const SOUND_Z2 = 2.6;
const WEAK_Z2 = 1.1;
const SOUND_COVER = 5;

/** Returns the verdict on an annual report; null if no input is known. */
export function judgeFiling(judged: FilingJudged): Verdict | null {
  const { years, companyType, flags, guidance, guidanceFiling } = judged;
  const [year] = years;
  if (year === undefined) return null;
  const own = years.filter(amounts => amounts.currency === year.currency && amounts.isStandAlone === year.isStandAlone);
  const figures = own.map(figuresOf);
  const isFinancial = companyType !== null && FINANCIALS.has(companyType);
  return toVerdict({
    analystSource: 'filing',
    fiscalYear: year.fiscalYear,
    fiscalPeriod: 'fy',
    components: [
      growth(figures),
      margin(figures),
      cash(figures),
      balance(figures, isFinancial),
      fScore(figures, isFinancial),
      guidancePoints(guidance, 2, evidenceAt => ({ ...evidenceAt, nativeId: guidanceFiling })),
      flagPoints(flags),
    ],
    isCapped: flags?.some(flag => flag.severity === 'CRITICAL') ?? false,
    doubt: null,
  });
}

function part(
  component: string,
  maxPoints: number,
  reason: string,
  scorePoints: number | null,
  value: number | null = null,
): VerdictComponent {
  const evidence = value === null ? [] : [{ ...NO_VERDICT_EVIDENCE, value: Number(value.toPrecision(6)) }];
  return { component, scorePoints, maxPoints, reason, evidence };
}

/** Scores sales of the year against the median of the three years before. */
function growth(years: readonly YearFigures[]): VerdictComponent {
  const against = againstMedian(years, year => year('revenue'));
  if (against === null || against.median <= 0) return part('growth', 2, 'Sales of four years are not known.', null);
  const pct = (100 * (against.now - against.median)) / against.median;
  return part(
    'growth',
    2,
    `Sales are ${rounded(pct)} % off the median of three years.`,
    stepped(pct, GROWTH_STEPS),
    pct,
  );
}

/** Scores the operating margin against the median of the three years before, in percentage points. */
function margin(years: readonly YearFigures[]): VerdictComponent {
  const against = againstMedian(years, operatingMargin);
  if (against === null) return part('margin', 2, 'Operating margins of four years are not known.', null);
  const points = 100 * (against.now - against.median);
  return part(
    'margin',
    2,
    `The operating margin is ${rounded(points)} points off its median of three years.`,
    stepped(points, MARGIN_STEPS),
    points,
  );
}

function operatingMargin(year: YearFigures): number | null {
  const [income, revenue] = [year('operating_income') ?? year('ebit'), year('revenue')];
  return income === null || revenue === null || revenue <= 0 ? null : income / revenue;
}

function cash([year]: readonly YearFigures[]): VerdictComponent {
  const [flow, income] = [year?.('operating_cash_flow') ?? null, year?.('net_income') ?? null];
  if (flow === null || income === null || year === undefined) return part('cash', 2, 'Cash flow is not known.', null);
  const earned = flow < 0 || (income > 0 && flow < income / 2) ? -1 : flow > 0 && flow >= income ? 1 : 0;
  const free = year('free_cash_flow');
  const left = free === null ? 0 : Math.sign(free);
  return part(
    'cash',
    2,
    'Cash from operations against net income, and what is left after investment.',
    earned + left,
    flow,
  );
}

function balance([year]: readonly YearFigures[], isFinancial: boolean): VerdictComponent {
  if (isFinancial) return part('balance', 2, 'Not said of banks, insurers and REITs.', null);
  const z2 = year === undefined ? null : altmanZ2(year);
  const [ebit, interest] = [year?.('ebit') ?? null, year?.('interest_expense') ?? null];
  const cover = ebit === null || interest === null || interest <= 0 ? null : ebit / interest;
  if (z2 === null && cover === null) return part('balance', 2, 'Neither solvency nor interest cover is known.', null);
  const solvency = z2 === null ? 0 : z2 > SOUND_Z2 ? 1 : z2 < WEAK_Z2 ? -1 : 0;
  const covered = cover === null ? 0 : cover >= SOUND_COVER ? 1 : cover < 1 ? -1 : 0;
  return part('balance', 2, 'Altman Z″ and interest cover.', solvency + covered, z2 ?? cover);
}

function fScore([now, before, twoBefore]: readonly YearFigures[], isFinancial: boolean): VerdictComponent {
  if (isFinancial) return part('f_score', 2, 'Not said of banks, insurers and REITs.', null);
  const score = now && before && twoBefore ? piotroski(now, before, twoBefore) : null;
  if (score === null) return part('f_score', 2, 'Piotroski’s nine signs are not all known.', null);
  return part('f_score', 2, `Piotroski’s score is ${score} of 9.`, score >= 7 ? 2 : score <= 2 ? -2 : 0, score);
}

function flagPoints(flags: FilingJudged['flags']): VerdictComponent {
  if (flags === null) return part('red_flags', MAX_FLAG_POINTS, 'The words of the report were not read.', null);
  const taken = flags.reduce((sum, flag) => sum + FLAG_POINTS[flag.severity], 0);
  const names = flags.map(flag => flag.ruleId).join(', ');
  const reason = flags.length === 0 ? 'The report raises no red flag.' : `The report raises ${names}.`;
  return {
    ...part('red_flags', MAX_FLAG_POINTS, reason, taken === 0 ? 0 : -Math.min(MAX_FLAG_POINTS, taken)),
    evidence: flags
      .flatMap(flag => flag.evidence.filter(({ quote }) => quote !== null).slice(0, 1))
      .slice(0, MAX_EVIDENCE)
      .map(({ sectionKey, quote, charStart, charEnd }) => ({
        ...NO_VERDICT_EVIDENCE,
        ...{ sectionKey, quote, charStart, charEnd },
      })),
  };
}

function againstMedian(
  [year, ...before]: readonly YearFigures[],
  of: (year: YearFigures) => number | null,
): { now: number; median: number } | null {
  const now = year === undefined ? null : of(year);
  const earlier = before
    .slice(0, 3)
    .map(of)
    .filter(value => value !== null)
    .sort((a, b) => a - b);
  const median = earlier[1];
  return now === null || median === undefined || earlier.length < 3 ? null : { now, median };
}

function stepped(value: number, [most, more, less, least]: readonly [number, number, number, number]): number {
  if (value >= more) return value >= most ? 2 : 1;
  if (value <= less) return value <= least ? -2 : -1;
  return 0;
}

function rounded(value: number): string {
  return value.toFixed(1).replace('-', '−');
}
