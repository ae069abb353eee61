import type { TextSpan } from '../../prose/rules/clauses.ts';
import type { Sentence } from '../../prose/rules/sentences.ts';

const BEGINS = /\bWe have audited the\b|\bREPORTS? OF INDEPENDENT (?:REGISTERED|AUDITORS?|CERTIFIED|ACCOUNTANTS?)/gi;
const ENDS = /\/s\/|\bWe have served as\b|\bWe have been the Company['’]s auditor\b/i;
/** Length of a report whose end is not found. */
const MAX_REPORT_CHARS = 12_000;

/** Returns the ranges of the auditors' reports in a text. */
export function auditReports(text: string): TextSpan[] {
  return [...text.matchAll(BEGINS)].map(({ index }) => {
    const rest = text.slice(index, index + MAX_REPORT_CHARS);
    const end = ENDS.exec(rest)?.index ?? rest.length;
    return { start: index, end: index + end };
  });
}

/** Phrases of auditors, and phrases that refer to their report. */
const AUDITOR_PHRASE =
  /\bas (?:more fully )?(?:discussed|described|set forth|explained)\b.{0,40}\bnotes?\b|\bwithout qualifying our opinion\b|\b(?:our|the|its) (?:\w+ ){0,4}(?:auditors?|accounting firm|accountants?)(?:['’]s?)?\b.{0,120}\b(?:doubt|going concern|explanatory paragraph)|\bexplanatory paragraph\b/i;

/** Returns true if a sentence belongs to an auditor's report or refers to one. */
export function isOfAuditor({ text, start, end }: Sentence, reports: readonly TextSpan[]): boolean {
  return reports.some(report => report.start <= start && end <= report.end) || AUDITOR_PHRASE.test(text);
}
