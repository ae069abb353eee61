import type { Sentence } from '../../../../formats/prose/sentences.ts';

/** A range of a text in UTF-16 offsets, end exclusive. */
interface TextSpan {
  start: number;
  end: number;
}

const REPORT_BEGINS =
  /\bWe have audited the\b|\bREPORTS? OF INDEPENDENT (?:REGISTERED|AUDITORS?|CERTIFIED|ACCOUNTANTS?)/gi;
const REPORT_ENDS = /\/s\/|\bWe have served as\b|\bWe have been the Company['’]s auditor\b/i;
/** Length of a report whose end is not found. */
const MAX_REPORT_CHARS = 12_000;

/** Words of auditors, and words that refer to their report. */
const AUDITOR_WORDS =
  /\bas (?:more fully )?(?:discussed|described|explained) in notes?\b|\bexplanatory paragraph\b|\bin our opinion\b|\b(?:auditors?|accountants?|accounting firm)(?:['’]s?)?(?! (?:has|have) agreed)|\baudit (?:report|opinion)\b|\bqualifying our opinion\b/i;

/** Returns the ranges of the auditors' reports in a text. */
export function auditorReports(text: string): TextSpan[] {
  return [...text.matchAll(REPORT_BEGINS)].map(({ index }) => {
    const rest = text.slice(index, index + MAX_REPORT_CHARS);
    const end = REPORT_ENDS.exec(rest)?.index ?? rest.length;
    return { start: index, end: index + end };
  });
}

/** Whether an auditor states the sentence, or the sentence is about what an auditor states. */
export function isOfAuditor(sentence: Sentence, reports: readonly TextSpan[]): boolean {
  return (
    reports.some(({ start, end }) => start <= sentence.start && sentence.end <= end) ||
    AUDITOR_WORDS.test(sentence.text)
  );
}
