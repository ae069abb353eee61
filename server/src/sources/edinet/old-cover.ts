import type { ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import { type Cover, readCover } from './cover.ts';
import type { InstanceName } from './package-names.ts';
import { BASIS_AXIS } from './to-fact-set.ts';

/**
 * The cover of a report before 2014. It has no cover page: the name of its instance states filer, period and whether it
 * is a correction, and the document information (`jpfr-di`) the filer's name, Japanese.
 */
export function readOldCover(facts: readonly ReportedFact[], name: InstanceName): Cover {
  const part = name.report.slice(name.report.indexOf('-') + 1);
  const isOfFund = /^[GY]/.test(name.code);
  const filer = facts.find(fact => fact.concept === 'jpfr-di:EntityNameJaEntityInformation')?.value?.trim() ?? '';
  return {
    ...readCover([]),
    edinetCode: isOfFund ? '' : name.code,
    fundCode: isOfFund ? name.code : '',
    name: isOfFund ? '' : filer,
    fundName: isOfFund ? filer : '',
    periodType: PERIODS[part] ?? null,
    fiscalYearEnd: part === 'asr' ? name.periodEnd : null,
    periodEnd: name.periodEnd,
    hasConsolidated: hasConsolidated(facts, part),
    isAmendment: name.submission > 1,
    isOfFund,
  };
}

const PERIODS: Readonly<Record<string, string>> = { asr: 'FY', ssr: 'HY', q1r: 'Q1', q2r: 'Q2', q3r: 'Q3' };

/**
 * Groups that reported by standards of other countries tagged the statements of their company alone. A company with a group
 * states no cash flows of its own (Regulation on Financial Statements), so a company that states them has no group. Quarterly
 * reports hold either the statements of the group or, if there is none, those of the company.
 */
function hasConsolidated(facts: readonly ReportedFact[], part: string): boolean {
  const stated = facts.filter(({ concept, unit }) => unit !== null && /^(?:jppfs_cor|ifrs-full):/.test(concept));
  if (stated.some(({ dimensions }) => !(BASIS_AXIS in dimensions))) return true;
  if (part !== 'asr' && part !== 'ssr') return false;
  return !stated.some(({ concept }) => concept === 'jppfs_cor:NetCashProvidedByUsedInOperatingActivities');
}
