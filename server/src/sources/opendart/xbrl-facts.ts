import { parseDay } from '../../kernel/dates.ts';
import { readExactNumber } from '../../kernel/exact-number.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import { type FactSeries, type FactSet, FILING_SOURCE } from '../../model/facts.ts';
import type { FilingReport, ReportedFact } from '../../model/filing-contents.ts';
import type { Filing } from '../../model/issuer.ts';

/** The axis that every number of a report lies on (IAS 27): there is none without it. */
export const BASIS_AXIS = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';
const CONSOLIDATED = /:ConsolidatedMember$/;
const SEPARATE = /:SeparateMember$/;

/** The labels of the filing, which the report itself does not tell. */
export interface FiscalLabels {
  fiscalYear: number | null;
  fiscalPeriod: string | null;
}

/**
 * The numbers of a report. Consolidated ones, and those of a company that has no others, stand without a dimension of
 * basis; those of the company alone beside them have `basis=non_consolidated`. Of two numbers for one concept, period and
 * dimensions the first counts; an anomaly says where they differ.
 */
export function toXbrlFacts(report: FilingReport, filing: Filing, labels: FiscalLabels, log: AnomalyLog): FactSet {
  const hasConsolidated = report.facts.some(fact => CONSOLIDATED.test(fact.dimensions[BASIS_AXIS] ?? ''));
  const series = new Map<string, FactSeries>();
  const values = new Map<string, string | null>();
  for (const fact of report.facts) {
    if (fact.unit === null) continue;
    const unit = unitOf(fact);
    const dimensions = dimensionsOf(fact, hasConsolidated);
    const key = `${fact.concept} ${unit} ${dimensions} ${fact.periodStart ?? ''} ${fact.periodEnd}`;
    const known = values.get(key);
    if (known === undefined) addFact(series, fact, unit, dimensions, log);
    else if (known !== fact.value) log.add('contradictory_facts', fact.elementId, `${key}: ${known} and ${fact.value}`);
    if (known === undefined) values.set(key, fact.value);
  }
  return {
    source: FILING_SOURCE + filing.nativeId,
    datesRounded: false,
    filings: [
      {
        accession: filing.nativeId,
        form: filing.formType,
        filed: filing.filingDate,
        acceptedAt: null,
        ...labels,
        periodEnd: filing.periodEnd,
      },
    ],
    series: [...series.values()],
    faces: {},
  };
}

/** Amounts of a share are filed in a unit that the filer names as it likes: `KRW`, or `SHARES` for won a share. */
function unitOf({ concept, unit }: ReportedFact): string {
  const filed = unit === 'SHARES' ? 'shares' : unit === 'PURE' ? 'pure' : (unit ?? '');
  if (!/PerShare/.test(concept)) return filed;
  return /^[A-Z]{3}$/.test(filed) ? `${filed}/shares` : filed === 'shares' || filed === 'pure' ? 'KRW/shares' : filed;
}

function dimensionsOf(fact: ReportedFact, hasConsolidated: boolean): string {
  const pairs = Object.entries(fact.dimensions).flatMap(([axis, member]) => {
    if (axis !== BASIS_AXIS) return [`${axis}=${member}`];
    if (CONSOLIDATED.test(member)) return [];
    if (SEPARATE.test(member)) return hasConsolidated ? ['basis=non_consolidated'] : [];
    return [`${axis}=${member}`];
  });
  return pairs.sort().join(';');
}

function addFact(
  series: Map<string, FactSeries>,
  fact: ReportedFact,
  unit: string,
  dimensions: string,
  log: AnomalyLog,
): void {
  const { concept } = fact;
  const end = parseDay(fact.periodEnd);
  const number = fact.value === null ? { value: null, exact: null } : readExactNumber(fact.value);
  if (end === null || number === null) {
    log.add('bad_value', fact.elementId, `${concept} ${fact.value}`);
    return;
  }
  const key = `${concept}\t${unit}\t${dimensions}`;
  const columns = series.get(key) ?? {
    concept,
    unit,
    dimensions,
    starts: [],
    ends: [],
    values: [],
    filings: [],
    decimals: [],
  };
  series.set(key, columns);
  if (number.exact !== null) columns.exact = { ...columns.exact, [columns.values.length]: number.exact };
  columns.starts.push(fact.periodStart === null ? null : parseDay(fact.periodStart));
  columns.ends.push(end);
  columns.values.push(number.value);
  columns.filings.push(0);
  columns.decimals?.push(fact.decimals);
}
