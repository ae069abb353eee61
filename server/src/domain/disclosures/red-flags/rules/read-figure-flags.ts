import { toIsoDate } from '../../../../kernel/dates.ts';
import type { AnnualAmounts } from '../../../figures/financials/model/financials.ts';
import { AMOUNTS_LAYOUT, amountPosition } from '../../../figures/financials/rules/periods/annual-amounts.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import type { RedFlag } from '../model.ts';
import { appliesTo, FIGURE_RULES, type FigureRule, type FigureRuleId, type YearFigures } from './figure-rules.ts';
import { FLAG_RULES } from './rules.ts';

/** A flag of an issuer's figures for the year that ends on `flag.asOf`. */
export interface FigureFlag {
  /** The filing that states the year, where that is the newest year that it states: later ones show earlier years beside theirs. */
  nativeId: string | null;
  flag: RedFlag;
}

const NO_YEAR: YearFigures = () => null;
/** Between the ends of two years next to each other: days. */
const YEAR = { least: 340, most: 390 };
const DIGITS = 12;
/** Of years whose figures contradict each other nothing is said. */
const TRUSTED = new Set(['published', 'published_with_warnings']);

/**
 * The flags of each fiscal year, newest first, by the rules over figures. A rule is raised only where all its inputs are
 * published. A fact filed anew under another currency starts anew.
 */
export function readFigureFlags(years: readonly AnnualAmounts[], companyType: CompanyType | null): FigureFlag[] {
  const sorted = years.filter(year => year.layout === AMOUNTS_LAYOUT).sort((a, b) => b.periodEnd - a.periodEnd);
  return sorted.flatMap((year, at) => {
    if (!TRUSTED.has(year.status)) return [];
    const isOwn = year.accession !== '' && sorted.findIndex(one => one.accession === year.accession) === at;
    const before = nextTo(year, sorted[at + 1]);
    const twoBefore = before === null ? null : nextTo(before, sorted[at + 2]);
    const figures = {
      now: figuresOf(year),
      before: figuresOf(before),
      twoBefore: figuresOf(twoBefore),
      marketValue: null,
    };
    return (Object.keys(FIGURE_RULES) as FigureRuleId[]).flatMap(ruleId => {
      const rule: FigureRule = FIGURE_RULES[ruleId];
      const finding = appliesTo(ruleId, companyType) ? rule(figures) : null;
      if (finding === null || !finding.isRaised) return [];
      const flag: RedFlag = {
        ruleId,
        origin: 'figures',
        severity: finding.severity ?? FLAG_RULES[ruleId].severity,
        judgement: 'event',
        isOpen: true,
        asOf: toIsoDate(year.periodEnd),
        inputs: rounded(finding.inputs),
        evidence: [],
      };
      return [{ nativeId: isOwn ? year.accession : null, flag }];
    });
  });
}

function nextTo(year: AnnualAmounts, before: AnnualAmounts | undefined): AnnualAmounts | null {
  if (before === undefined || before.currency !== year.currency || before.isStandAlone !== year.isStandAlone)
    return null;
  const days = year.periodEnd - before.periodEnd;
  return days >= YEAR.least && days <= YEAR.most ? before : null;
}

/** The figures of a year by code. */
export function figuresOf(year: AnnualAmounts | null): YearFigures {
  if (year === null) return NO_YEAR;
  return code => year.amounts[(amountPosition(code) ?? 0) - 1] ?? null;
}

function rounded(inputs: Record<string, number | null>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, value === null ? null : Number(value.toPrecision(DIGITS))]),
  );
}
