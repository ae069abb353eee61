import type { ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import { maxOf } from '../../kernel/max-of.ts';
import type { ReportCategory } from './categories.ts';

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
    .filter(one => one.unit !== null && one.periodStart !== null && one.periodEnd === periodEnd)
    .map(one => end - (parseDay(one.periodStart ?? '') ?? end) + 1);
  const isWithin = ([least, most]: readonly [number, number]) => lengths.some(days => days >= least && days <= most);
  if (isWithin(YEAR_DAYS)) return 'annual_report';
  return isWithin(PART_DAYS) ? 'interim_report' : 'other';
}

/** The estimated publication of a report without a stated one, and the reason for the estimate. */
export interface ReportDate {
  day: IsoDate;
  basis: 'document' | 'deadline';
}

/** The last of the days on which the report was adopted, approved or signed, else the day by which the law wants it. */
export function dateOfReport(facts: readonly ReportedFact[], periodEnd: IsoDate): ReportDate {
  const days = facts
    .filter(one => DATE_CONCEPTS.includes(one.concept) && one.value !== null && parseDay(one.value) !== null)
    .map(one => one.value ?? '')
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
    const fact = facts.find(one => one.concept === concept && one.value !== null && one.value.trim() !== '');
    if (fact !== undefined) return fact.value;
  }
  return null;
}
