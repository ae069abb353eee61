import { toIsoDate } from '../../../../kernel/dates.ts';
import type { AnnualAmounts } from '../../../figures/financials/model/financials.ts';
import { AMOUNTS_LAYOUT, amountPosition } from '../../../figures/financials/rules/periods/annual-amounts.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import type { RedFlag } from '../model.ts';
import { appliesTo, FIGURE_RULES, type FigureRule, type FigureRuleId, type YearFigures } from './figure-rules.ts';
import { FLAG_RULES } from './flag-rules.ts';

/** A flag on an issuer's figures of the fiscal year that ends on `flag.asOf`. */
export interface FigureFlag {
  /** The filing whose newest year this is; null if only later filings state the year, as a comparison. */
  nativeId: string | null;
  flag: RedFlag;
}

const NO_YEAR: YearFigures = () => null;
/** Days between the ends of two consecutive fiscal years. */
const YEAR_DAYS = { min: 340, max: 390 };
const INPUT_PRECISION = 12;
/** Rules skip years whose figures contradict each other. */
const TRUSTED_STATUSES = new Set(['published', 'published_with_warnings']);

/**
 * Applies the figure rules to each fiscal year and returns the flags, newest year first. A rule needs all its inputs. Years in
 * different currencies are not compared.
 */
export function readFigureFlags(years: readonly AnnualAmounts[], companyType: CompanyType | null): FigureFlag[] {
  const sorted = years.filter(year => year.layout === AMOUNTS_LAYOUT).sort((a, b) => b.periodEnd - a.periodEnd);
  return sorted.flatMap((year, at) => {
    if (!TRUSTED_STATUSES.has(year.status)) return [];
    const isOwn = year.accession !== '' && sorted.findIndex(amounts => amounts.accession === year.accession) === at;
    const before = previousYear(year, sorted[at + 1]);
    const twoBefore = before === null ? null : previousYear(before, sorted[at + 2]);
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

function previousYear(year: AnnualAmounts, before: AnnualAmounts | undefined): AnnualAmounts | null {
  if (before === undefined || before.currency !== year.currency || before.isStandAlone !== year.isStandAlone)
    return null;
  const days = year.periodEnd - before.periodEnd;
  return days >= YEAR_DAYS.min && days <= YEAR_DAYS.max ? before : null;
}

/** Returns a lookup of a year's figures by canonical code. */
export function figuresOf(year: AnnualAmounts | null): YearFigures {
  if (year === null) return NO_YEAR;
  return code => year.amounts[(amountPosition(code) ?? 0) - 1] ?? null;
}

function rounded(inputs: Record<string, number | null>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      value === null ? null : Number(value.toPrecision(INPUT_PRECISION)),
    ]),
  );
}
