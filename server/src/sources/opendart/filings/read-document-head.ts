import type { IsoDate } from '../../../kernel/dates.ts';
import { compactDate, corpCode } from '../identifiers.ts';

/** The head of a document in DART XML, before its text. */
export interface DocumentHead {
  /** `11011`; null if absent. */
  documentCode: string | null;
  /** `사업보고서` */
  documentName: string | null;
  corpCode: string | null;
  companyName: string | null;
  /** First day of the period on the cover. */
  periodStart: IsoDate | null;
  /** Last day of it. */
  periodEnd: IsoDate | null;
  /** True if a correction precedes the report. */
  isCorrection: boolean;
}

const HEAD_CHARACTERS = 200_000;

/** Reads `DOCUMENT-NAME`, `COMPANY-NAME` and the cover's period. */
export function readDocumentHead(source: string): DocumentHead {
  const head = source.slice(0, HEAD_CHARACTERS);
  const name = /<DOCUMENT-NAME(?:\s[^>]{0,500}?ACODE="([^"]{1,40})")?[^>]{0,500}>([^<]{0,300})</.exec(head);
  const company = /<COMPANY-NAME(?:\s[^>]{0,500}?AREGCIK="([^"]{1,40})")?[^>]{0,500}>([^<]{0,300})</.exec(head);
  const from = /<T[UDE]\s(?=[^>]{0,500}AUNIT="PERIODFROM")[^>]{0,500}AUNITVALUE="(\d{8})"/.exec(head);
  const period = /<T[UDE]\s(?=[^>]{0,500}AUNIT="PERIODTO")[^>]{0,500}AUNITVALUE="(\d{8})"/.exec(head);
  return {
    documentCode: name?.[1] ?? null,
    documentName: cleaned(name?.[2]),
    corpCode: corpCode(company?.[1]),
    companyName: cleaned(company?.[2]),
    periodStart: compactDate(from?.[1]),
    periodEnd: compactDate(period?.[1]),
    isCorrection: /<CORRECTION[\s>]/.test(head),
  };
}

function cleaned(text: string | undefined): string | null {
  const clean = (text ?? '')
    .replaceAll('&amp;', '&')
    .replace(/&[a-z]+;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean === '' ? null : clean;
}
