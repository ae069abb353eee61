import type {
  HoldingsReport,
  HoldingsReportType,
  NamedManager,
} from '../../../domain/ownership/holders/model/holdings-report.ts';
import type { XmlElement } from '../../../formats/xbrl/xml-element.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { isAmendment } from '../filings/form-categories.ts';
import { cik10, plainCik } from '../identifiers.ts';
import { childOf, childrenOf, readXmlRoot, wordsOf } from '../ownership/xml-values.ts';

/** A report without its table, and who files it. */
export interface HoldingsCover extends Omit<HoldingsReport, 'lines' | 'isReconciled'> {
  /** Ten digits; null if not stated. */
  managerCik: string | null;
  managerName: string | null;
}

/** Groups report for some dozens of others. */
const MAX_MANAGERS = 1_000;

/** The cover and summary pages of a Form 13F in XML; null for other documents. */
export function parseCover(document: { fileName: string; source: string }, log: AnomalyLog): HoldingsCover | null {
  const root = readXmlRoot(document, 'edgarSubmission', log);
  const header = childOf(root ?? undefined, 'headerData');
  const form = wordsOf(childOf(header, 'submissionType')) ?? '';
  if (root === null || !/^13F-/i.test(form)) return null;
  const filer = childOf(header, 'filerInfo');
  const data = childOf(root, 'formData');
  const cover = childOf(data, 'coverPage');
  const summary = childOf(data, 'summaryPage');
  const stated = wordsOf(childOf(cover, 'reportCalendarOrQuarter')) ?? wordsOf(childOf(filer, 'periodOfReport')) ?? '';
  const quarterEnd = quarterEndOf(dateOrNull(stated.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$1-$2')), stated, log);
  if (quarterEnd === null) return null;
  const managers = [
    ...childrenOf(childOf(cover, 'otherManagersInfo'), 'otherManager').map(child => readManager(child, null)),
    ...childrenOf(childOf(summary, 'otherManagers2Info'), 'otherManager2').map(child =>
      readManager(childOf(child, 'otherManager') ?? child, wholeOf(childOf(child, 'sequenceNumber')) ?? 0),
    ),
  ];
  if (managers.length > MAX_MANAGERS) log.add('too_many_managers', document.fileName, `${managers.length} managers`);
  return {
    reportType: reportTypeOf(wordsOf(childOf(cover, 'reportType')), form),
    quarterEnd,
    amendment: isAmendment(form)
      ? amendmentOf(wordsOf(childOf(childOf(cover, 'amendmentInfo'), 'amendmentType')))
      : null,
    fileNumber: fileNumberOf(wordsOf(childOf(cover, 'form13FFileNumber'))),
    schemaVersion: wordsOf(childOf(root, 'schemaVersion')),
    isConfidential: /^(?:true|1|y)/i.test(wordsOf(childOf(summary, 'isConfidentialOmitted')) ?? ''),
    statedLines: wholeOf(childOf(summary, 'tableEntryTotal')),
    statedValue: canonicalDecimal((wordsOf(childOf(summary, 'tableValueTotal')) ?? '').replace(/[,$\s]/g, '')),
    managers: managers.slice(0, MAX_MANAGERS),
    managerCik: cik10(wordsOf(childOf(childOf(childOf(filer, 'filer'), 'credentials'), 'cik'))),
    managerName: wordsOf(childOf(childOf(cover, 'filingManager'), 'name')),
  };
}

/** Those of the summary page are reported for and have a number; those of the cover page report for the filer. */
function readManager(element: XmlElement, sequenceNumber: number | null): NamedManager {
  const cik = cik10(wordsOf(childOf(element, 'cik')));
  return {
    edge: sequenceNumber === null ? 'reports_for_filer' : 'included',
    sequenceNumber,
    cik: cik === null ? null : plainCik(cik),
    fileNumber: fileNumberOf(wordsOf(childOf(element, 'form13FFileNumber'))),
    name: wordsOf(childOf(element, 'name')) ?? '',
  };
}

/** The kind of report of each box. */
export function reportTypeOf(box: string | null, form: string): HoldingsReportType {
  if (/^13F-NT/i.test(form) || /NOTICE/i.test(box ?? '')) return 'notice';
  return /COMBINATION/i.test(box ?? '') ? 'combination' : 'holdings';
}

/** An amendment of unstated type is a restatement. */
export function amendmentOf(type: string | null): 'restatement' | 'new_holdings' {
  return /NEW/i.test(type ?? '') ? 'new_holdings' : 'restatement';
}

/** `028-04545` and `28-4545` are one number. */
export function fileNumberOf(text: string | null): string | null {
  const number = /^0*28-0*(\d{1,7})$/.exec(text?.trim() ?? '')?.[1];
  return number === undefined ? null : `28-${number}`;
}

/** A day within a quarter that is not its last is reported, and counts as the quarter. */
export function quarterEndOf(day: IsoDate | null, stated: string, log: AnomalyLog): IsoDate | null {
  if (day === null) {
    log.add('no_quarter', 'cover page', stated);
    return null;
  }
  const quarter = Math.ceil(Number(day.slice(5, 7)) / 3);
  const end = `${day.slice(0, 4)}-${['03-31', '06-30', '09-30', '12-31'][quarter - 1]}`;
  if (end !== day) log.add('odd_quarter', 'cover page', stated);
  return end;
}

function wholeOf(element: XmlElement | undefined): number | null {
  const digits = wordsOf(element)?.replace(/,/g, '') ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
