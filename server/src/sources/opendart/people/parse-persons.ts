import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { compactDate, receiptNumber } from '../identifiers.ts';
import { amountOf, type Row, textOf } from '../read-response.ts';

/** A holding of the main shareholder and related parties (`hyslrSttus`), by kind of share. */
export interface RelatedHolding {
  receipt: string;
  name: string;
  /** `본인`, `특수관계인`, `계열회사 임원` … as filed. */
  relation: string | null;
  shareKind: string | null;
  shares: string | null;
  sharePct: string | null;
  asOf: IsoDate | null;
  /** The row that sums up the others of its kind of share. */
  isTotal: boolean;
}

/** An officer of a company (`exctvSttus`). */
export interface Officer {
  receipt: string;
  name: string;
  position: string | null;
  /** `사내이사`, `사외이사`, `미등기` … */
  registration: string | null;
  duties: string | null;
  /** `YYYY-MM` */
  bornIn: string | null;
  /** End of the term; not a resignation. */
  termEnd: IsoDate | null;
  asOf: IsoDate | null;
}

/** A report of a large holding (`majorstock`) or of an officer's or main shareholder's (`elestock`). */
export interface ReportedHolding {
  receipt: string;
  reportedOn: IsoDate | null;
  name: string;
  /** `일반`, `약식` of large holdings; the office of officers. */
  capacity: string | null;
  shares: string | null;
  sharesChange: string | null;
  sharePct: string | null;
}

/** Rows of `hyslrSttus`. */
export function parseRelatedHoldings(rows: readonly Row[], log: AnomalyLog): RelatedHolding[] {
  return eachNamed(rows, 'nm', log, (row, receipt, name) => ({
    receipt,
    name,
    relation: textOf(row, 'relate'),
    shareKind: textOf(row, 'stock_knd'),
    shares: digitsOf(row, 'trmend_posesn_stock_co', log),
    sharePct: digitsOf(row, 'trmend_posesn_stock_qota_rt', log),
    asOf: compactDate(textOf(row, 'stlm_dt')),
    isTotal: /^(?:계|합계|소계)$/.test(name),
  }));
}

/** Rows of `exctvSttus`. */
export function parseOfficers(rows: readonly Row[], log: AnomalyLog): Officer[] {
  return eachNamed(rows, 'nm', log, (row, receipt, name) => ({
    receipt,
    name,
    position: textOf(row, 'ofcps'),
    registration: textOf(row, 'rgist_exctv_at'),
    duties: textOf(row, 'chrg_job'),
    bornIn: koreanDate(textOf(row, 'birth_ym'))?.slice(0, 7) ?? null,
    termEnd: fullDate(koreanDate(textOf(row, 'tenure_end_on'))),
    asOf: compactDate(textOf(row, 'stlm_dt')),
  }));
}

/** Rows of `majorstock` and `elestock`. */
export function parseReportedHoldings(rows: readonly Row[], log: AnomalyLog): ReportedHolding[] {
  return eachNamed(rows, 'repror', log, (row, receipt, name) => {
    const isOfficer = 'sp_stock_lmp_cnt' in row;
    const [shares, change, pct] = isOfficer
      ? ['sp_stock_lmp_cnt', 'sp_stock_lmp_irds_cnt', 'sp_stock_lmp_rate']
      : ['stkqy', 'stkqy_irds', 'stkrt'];
    const office = [
      textOf(row, 'isu_exctv_rgist_at'),
      textOf(row, 'isu_exctv_ofcps'),
      textOf(row, 'isu_main_shrholdr'),
    ];
    return {
      receipt,
      reportedOn: compactDate(textOf(row, 'rcept_dt')),
      name,
      capacity: isOfficer ? office.filter(part => part !== null).join(' ') : textOf(row, 'report_tp'),
      shares: digitsOf(row, shares, log),
      sharesChange: digitsOf(row, change, log),
      sharePct: digitsOf(row, pct, log),
    };
  });
}

function eachNamed<T>(
  rows: readonly Row[],
  field: string,
  log: AnomalyLog,
  read: (row: Row, receipt: string, name: string) => T,
): T[] {
  return rows.flatMap((row, at) => {
    const receipt = receiptNumber(row.rcept_no);
    const name = textOf(row, field);
    if (receipt !== null && name !== null) return [read(row, receipt, name)];
    log.add('bad_row', `list[${at}]`, JSON.stringify(row));
    return [];
  });
}

function digitsOf(row: Row, field: string, log: AnomalyLog): string | null {
  const amount = amountOf(row, field);
  if (amount === null) return null;
  if ('digits' in amount) return amount.digits;
  log.add('bad_value', field, amount.bad);
  return null;
}

/** `2026년 03월 17일` or `1962년 03월`, as `2026-03-17` or `1962-03`; plain dates pass too. */
function koreanDate(text: string | null): string | null {
  const match = /^(\d{4})[년.-]\s*(\d{1,2})(?:[월.-]\s*(\d{1,2}))?/.exec(text ?? '');
  if (match === null) return null;
  const [, year = '', month = '', day] = match;
  const start = `${year}-${month.padStart(2, '0')}`;
  return day === undefined ? start : `${start}-${day.padStart(2, '0')}`;
}

function fullDate(text: string | null): IsoDate | null {
  return text === null ? null : compactDate(text);
}
