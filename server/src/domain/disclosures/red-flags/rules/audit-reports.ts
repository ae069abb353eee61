import type { Place } from '../../prose/rules/clauses.ts';
import type { Sentence } from '../../prose/rules/sentences.ts';

const BEGINS = /\bWe have audited the\b|\bREPORTS? OF INDEPENDENT (?:REGISTERED|AUDITORS?|CERTIFIED|ACCOUNTANTS?)/gi;
const ENDS = /\/s\/|\bWe have served as\b|\bWe have been the Company['’]s auditor\b/i;
/** A report of which no end is found: characters. */
const LONGEST = 12_000;

/** Where auditors' reports stand in a text. */
export function auditReports(text: string): Place[] {
  return [...text.matchAll(BEGINS)].map(({ index }) => {
    const rest = text.slice(index, index + LONGEST);
    const end = ENDS.exec(rest)?.index ?? rest.length;
    return { start: index, end: index + end };
  });
}

/** What auditors write, or what is told of their report. */
const IN_THEIR_WORDS =
  /\bas (?:more fully )?(?:discussed|described|set forth|explained)\b.{0,40}\bnotes?\b|\bwithout qualifying our opinion\b|\b(?:our|the|its) (?:\w+ ){0,4}(?:auditors?|accounting firm|accountants?)(?:['’]s?)?\b.{0,120}\b(?:doubt|going concern|explanatory paragraph)|\bexplanatory paragraph\b/i;

/** Whether a sentence is an auditor's, or tells what the auditor said. */
export function isOfAuditor({ text, start, end }: Sentence, reports: readonly Place[]): boolean {
  return reports.some(one => one.start <= start && end <= one.end) || IN_THEIR_WORDS.test(text);
}
