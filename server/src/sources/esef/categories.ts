import type { IsoDate } from '../../kernel/dates.ts';

export type ReportCategory = 'annual_report' | 'interim_report' | 'other';

/** Reporting systems of annual financial reports only (Delegated Regulation (EU) 2019/815; FCA DTR 4.1). */
const ANNUAL_SYSTEMS = new Set(['ESEF', 'UKSEF']);
/** Systems with the calendar year as legal year, also of interim reports. */
const CALENDAR_YEAR_SYSTEMS = new Set(['UAIFRS']);

/** The category of a filing by system and period; null if it depends on the facts. */
export function categoryOfSystem(system: string, periodEnd: IsoDate): ReportCategory | null {
  if (ANNUAL_SYSTEMS.has(system)) return 'annual_report';
  if (!CALENDAR_YEAR_SYSTEMS.has(system)) return null;
  return periodEnd.endsWith('-12-31') ? 'annual_report' : 'interim_report';
}
