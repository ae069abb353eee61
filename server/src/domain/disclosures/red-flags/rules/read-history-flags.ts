import { addDays, type Instant, type IsoDate } from '../../../../kernel/dates.ts';
import { NO_EVIDENCE, type TextEvidence } from '../../prose/model.ts';
import type { RedFlag } from '../model.ts';
import { FLAG_RULES, type FlagRuleId } from './flag-rules.ts';

/** A filing with the fields that the history rules read. */
export interface HistoryFiling {
  registry: string;
  nativeId: string;
  formType: string;
  itemCodes: readonly string[];
  knownAt: Instant;
  periodEnd: IsoDate | null;
  isAnnual: boolean;
  isAmendment: boolean;
  /** The flags of its text with judgement event or unclear. */
  flags: readonly { ruleId: string; isEvent: boolean; isOpen: boolean; evidence: readonly TextEvidence[] }[];
}

export interface HistoryFlag {
  registry: string;
  nativeId: string;
  flag: RedFlag;
}

/** Late notices for reports of a company, not of an employee plan (11-K) or asset-backed securities (10-D). */
const LATE_NOTICE = /^NTN? (?:10-?[KQ]|20-?F)/;
const AUDITOR_ITEMS = ['4.01'];
const TWO_YEARS_DAYS = 731;
const THREE_YEARS_DAYS = 1_096;
const FINANCE_CHIEF =
  /\b(?:chief (?:financial|accounting) officer|CFO|CAO|principal (?:financial|accounting) officer)\b/i;

/** Applies the rules that need several filings of one issuer, in any order. The later filing carries the flag. */
export function readHistoryFlags(filings: readonly HistoryFiling[]): HistoryFlag[] {
  const sorted = [...filings].sort(
    (a, b) => a.knownAt.localeCompare(b.knownAt) || a.nativeId.localeCompare(b.nativeId),
  );
  return [...lateFilings(sorted), ...repeatedWeakness(sorted), ...auditorChanges(sorted), ...financeChiefs(sorted)];
}

function lateFilings(sorted: readonly HistoryFiling[]): HistoryFlag[] {
  const notices = sorted.filter(filing => LATE_NOTICE.test(filing.formType) && !filing.isAmendment);
  return notices.map((notice, at) => {
    const earlier = notices
      .slice(0, at)
      .some(
        filing =>
          isWithin(filing, notice, TWO_YEARS_DAYS) &&
          (filing.periodEnd === null || filing.periodEnd !== notice.periodEnd),
      );
    return flagOf('late_filing', notice, [], earlier ? 'HIGH' : 'MEDIUM');
  });
}

function repeatedWeakness(sorted: readonly HistoryFiling[]): HistoryFlag[] {
  const reports = sorted.filter(filing => filing.isAnnual && !filing.isAmendment);
  return reports.flatMap((report, at) => {
    const [own, before] = [weaknessOf(report), weaknessOf(reports[at - 1])];
    return own === undefined || before === undefined ? [] : [flagOf('weakness_unremediated', report, own.evidence)];
  });
}

function weaknessOf(filing: HistoryFiling | undefined): HistoryFiling['flags'][number] | undefined {
  return filing?.flags.find(flag => flag.ruleId === 'material_weakness' && flag.isEvent && flag.isOpen);
}

function auditorChanges(sorted: readonly HistoryFiling[]): HistoryFlag[] {
  const changes = sorted.filter(
    filing => !filing.isAmendment && AUDITOR_ITEMS.some(item => filing.itemCodes.includes(item)),
  );
  return repeats('auditor_changed_twice', changes, THREE_YEARS_DAYS);
}

function financeChiefs(sorted: readonly HistoryFiling[]): HistoryFlag[] {
  const exits = sorted.filter(filing =>
    filing.flags.some(
      flag => flag.ruleId === 'abrupt_exit' && flag.evidence.some(({ quote }) => FINANCE_CHIEF.test(quote ?? '')),
    ),
  );
  return repeats('finance_chief_turnover', exits, TWO_YEARS_DAYS);
}

/** Reports of a change within this many days concern the same change. */
const SAME_CHANGE_DAYS = 60;

function repeats(ruleId: FlagRuleId, filings: readonly HistoryFiling[], days: number): HistoryFlag[] {
  return filings.flatMap((filing, at) => {
    const isSecond = filings
      .slice(0, at)
      .some(
        historyFiling => isWithin(historyFiling, filing, days) && !isWithin(historyFiling, filing, SAME_CHANGE_DAYS),
      );
    return isSecond ? [flagOf(ruleId, filing, [])] : [];
  });
}

function isWithin(earlier: HistoryFiling, later: HistoryFiling, days: number): boolean {
  return later.knownAt.slice(0, 10) <= addDays(earlier.knownAt.slice(0, 10), days);
}

function flagOf(
  ruleId: FlagRuleId,
  filing: HistoryFiling,
  evidence: readonly TextEvidence[],
  severity: RedFlag['severity'] = FLAG_RULES[ruleId].severity,
): HistoryFlag {
  const { registry, nativeId, periodEnd, knownAt } = filing;
  const asOf = periodEnd ?? knownAt.slice(0, 10);
  const stated = evidence.length > 0 ? [...evidence] : [NO_EVIDENCE];
  const flag: RedFlag = {
    ...{ ruleId, origin: 'history', severity, judgement: 'event', isOpen: true, asOf, inputs: null },
    evidence: stated,
  };
  return { registry, nativeId, flag };
}
