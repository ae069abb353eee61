import type { ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import { maxOf } from '../../kernel/lists.ts';

type Basis = 'consolidated' | 'separate';

/** Axes that distinguish consolidated statements from those of the company alone, with the basis of facts without the axis. */
const BASIS_AXES: Readonly<Record<string, Basis>> = {
  'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis': 'consolidated',
  'bw2-titel9:FinancialStatementsTypeAxis': 'consolidated',
  'cmn:ConsolidatedSoloDimension': 'separate',
};

/** Dimensions of a fact in a fact set: its members, or `''` for facts about the whole. */
type DimensionsOf = (fact: ReportedFact) => string;

type ReportCategory = 'annual_report' | 'interim_report' | 'other';

/** Reporting systems of annual financial reports only (Delegated Regulation (EU) 2019/815; FCA DTR 4.1). */
const ANNUAL_SYSTEMS = new Set(['ESEF', 'UKSEF']);

/** Systems with the calendar year as legal year, also of interim reports. */
const CALENDAR_YEAR_SYSTEMS = new Set(['UAIFRS']);

/** Elements with the name of the filer. */
const NAME_CONCEPTS = [
  'ifrs-full:NameOfReportingEntityOrOtherMeansOfIdentification',
  'bw2-titel9:LegalEntityName',
  'gsd:NameOfReportingEntity',
];
const PERIOD_END_CONCEPTS = ['bw2-titel9:FinancialReportingPeriodEndDate', 'gsd:ReportingPeriodEndDate'];
/** Days by which a report can't have been public: it was not adopted, approved or signed before. */
const DATE_CONCEPTS = [
  'bw2-titel9:DocumentAdoptionDate',
  'gsd:DateOfGeneralMeeting',
  'sob:DateOfApprovalOfAnnualReport',
  'arr:SignatureOfAuditorsDate',
  'ifrs-full:DateOfAuthorisationForIssueOfFinancialStatements',
];

/** Annual reports of listed companies are due four months after the year's end (Directive 2004/109/EC, article 4). */
const MONTHS_ALLOWED = 4;

/** Durations of a year, including long and short years, and of halves and quarters. */
const YEAR_DAYS: readonly [number, number] = [330, 550];
const PART_DAYS: readonly [number, number] = [60, 300];

/** The tagged name of the filer; null if it is not tagged. */
export function nameOfFiler(facts: readonly ReportedFact[]): string | null {
  return textOf(facts, NAME_CONCEPTS)?.replace(/\s+/g, ' ').trim() ?? null;
}

/** The last day of the period that a report is about: as tagged, else the newest day on which many of its figures end. */
export function periodEndOf(facts: readonly ReportedFact[]): IsoDate | null {
  const tagged = textOf(facts, PERIOD_END_CONCEPTS);
  if (tagged !== null && parseDay(tagged) !== null) return tagged;
  const counts = new Map<IsoDate, number>();
  for (const { unit, periodEnd } of facts) if (unit !== null) counts.set(periodEnd, (counts.get(periodEnd) ?? 0) + 1);
  const most = Math.max(0, maxOf(counts.values()));
  const many = [...counts].filter(([, count]) => count * 5 >= most).map(([end]) => end);
  return many.sort().at(-1) ?? null;
}

/** Annual or interim by the durations that end with the period; `other` if there are none. */
export function categoryOfFacts(facts: readonly ReportedFact[], periodEnd: IsoDate): ReportCategory {
  const end = parseDay(periodEnd) ?? 0;
  const lengths = facts
    .filter(fact => fact.unit !== null && fact.periodStart !== null && fact.periodEnd === periodEnd)
    .map(fact => end - (parseDay(fact.periodStart ?? '') ?? end) + 1);
  const isWithin = ([least, most]: readonly [number, number]) => lengths.some(days => days >= least && days <= most);
  if (isWithin(YEAR_DAYS)) return 'annual_report';
  return isWithin(PART_DAYS) ? 'interim_report' : 'other';
}

/** The category of a filing by system and period; null if it depends on the facts. */
export function categoryOfSystem(system: string, periodEnd: IsoDate): ReportCategory | null {
  if (ANNUAL_SYSTEMS.has(system)) return 'annual_report';
  if (!CALENDAR_YEAR_SYSTEMS.has(system)) return null;
  return periodEnd.endsWith('-12-31') ? 'annual_report' : 'interim_report';
}

/** The estimated publication of a report without a stated one, and the reason for the estimate. */
export interface ReportDate {
  day: IsoDate;
  basis: 'document' | 'deadline';
}

/** The last of the days on which the report was adopted, approved or signed, else the day by which the law wants it. */
export function dateOfReport(facts: readonly ReportedFact[], periodEnd: IsoDate): ReportDate {
  const days = facts
    .filter(fact => DATE_CONCEPTS.includes(fact.concept) && fact.value !== null && parseDay(fact.value) !== null)
    .map(fact => fact.value ?? '')
    .filter(day => day > periodEnd);
  const last = days.sort().at(-1);
  return last === undefined ? { day: deadlineOf(periodEnd), basis: 'deadline' } : { day: last, basis: 'document' };
}

/** Four months on: the last day of the month for the last day of a month. */
function deadlineOf(periodEnd: IsoDate): IsoDate {
  const next = toIsoDate((parseDay(periodEnd) ?? 0) + 1);
  const [year = 0, month = 1, dayOfMonth = 1] = next.split('-').map(Number);
  const months = year * 12 + month - 1 + MONTHS_ALLOWED;
  const first = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  return toIsoDate((parseDay(first) ?? 0) + dayOfMonth - 2);
}

function textOf(facts: readonly ReportedFact[], concepts: readonly string[]): string | null {
  for (const concept of concepts) {
    const fact = facts.find(fact => fact.concept === concept && fact.value !== null && fact.value.trim() !== '');
    if (fact !== undefined) return fact.value;
  }
  return null;
}

/**
 * The dimensions of a report's facts. Consolidated values have none, and values of the company alone have
 * `basis=non_consolidated`. If a report has one basis only, it has no dimension. Other members follow as `axis=member`,
 * axes in alphabetical order.
 */
export function dimensionsOfReport(facts: readonly ReportedFact[]): DimensionsOf {
  const implied = impliedBasis(facts);
  const bases = new Set(facts.filter(fact => fact.unit !== null).map(fact => basisOf(fact, implied)));
  return fact => {
    const members = Object.entries(fact.dimensions)
      .filter(([axis, member]) => !isBasis(axis, member))
      .map(([axis, member]) => `${axis}=${member}`);
    const isBeside = bases.has('consolidated') && basisOf(fact, implied) === 'separate';
    return [...members, ...(isBeside ? ['basis=non_consolidated'] : [])].sort().join(';');
  };
}

/** The basis of facts without the axis, which depends on the taxonomy. */
function impliedBasis(facts: readonly ReportedFact[]): Basis {
  for (const { dimensions } of facts) {
    for (const axis of Object.keys(dimensions))
      if (Object.hasOwn(BASIS_AXES, axis)) return BASIS_AXES[axis] ?? 'consolidated';
  }
  return 'consolidated';
}

function basisOf({ dimensions }: ReportedFact, implied: Basis): Basis {
  for (const [axis, member] of Object.entries(dimensions)) {
    if (isBasis(axis, member)) return /:Consolidated/.test(member) ? 'consolidated' : 'separate';
  }
  return implied;
}

function isBasis(axis: string, member: string): boolean {
  return Object.hasOwn(BASIS_AXES, axis) && /:(?:Consolidated|Separate|Solo)/.test(member);
}
