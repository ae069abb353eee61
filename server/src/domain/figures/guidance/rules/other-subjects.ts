import type { ParsedSentence } from '../../../../formats/prose/clauses.ts';
import { ANY_MONTH } from '../../../../kernel/months.ts';
import { type NamedMetric, readMetrics } from './metrics.ts';
import type { StatedFigure } from './stated-figures.ts';
import type { StatedPeriod } from './stated-periods.ts';

/** `quarterly gains of $5 million for the rest of the year` */
export function isOfQuarters(text: string, { phraseStart, start }: NamedMetric): boolean {
  return /\b(?:quarterly|monthly)\b/i.test(text.slice(phraseStart, start));
}

/** A headline that names measures speaks of these only. */
export function isNamedIn(line: string, metric: string): boolean {
  const named = readMetrics(line, { phrases: [] }).map(namedMetric => namedMetric.code);
  if (named.length === 0) return true;
  const plain = metric.replace(/^adjusted_/, '');
  return named.some(code => plain === code || plain.includes(code) || code.includes(plain));
}

/** `For Evernorth, we expect`, `the acquisition is expected to add $5 million`: what is expected of a part of the company. */
export function isOfOther(text: string, { start }: StatedFigure): boolean {
  const before = text.slice(0, start);
  return OF_PART.test(before) || CONTRIBUTED.test(before);
}

const OF_PART = new RegExp(
  String.raw`^(?:(?:And|Now|So|Then|Next),?\s)?(?:[Ff]or|[Ii]n|[Aa]t|[Ww]ithin)\s(?:the\s|our\s)?(?!(?:Q[1-4]|FY|H[12]|Fiscal|${ANY_MONTH})\b|.{0,40}\b(?:19|20)\d\d,)\p{Lu}[\p{L}&'’.-]*(?:\s(?:and\s)?\p{Lu}[\p{L}&'’.-]*)*,`,
  'u',
);
const CONTRIBUTED =
  /\b(?:it|they|this|acquisitions?|addition|transactions?|deal|merger|acquired business|plant|facility|projects?|contracts?|agreement)\b[^.;,]{0,60}\b(?:to|will|should)\s(?:\p{L}+ly\s)?(?:add|contribute|generate|bring|produce|deliver|provide)\b[^.;]{0,80}$/iu;

/** `our disclosures in the second quarter`, `as we said on the first quarter's call`: when something was said. */
export function isOfSource(text: string, start: number): boolean {
  return OF_SOURCE.test(text.slice(Math.max(0, start - 60), start));
}

const OF_SOURCE =
  /\b(?:disclosures?|disclosed|calls?|releases?|reports?|reported|said|mentioned|discussed|shared|communicated|noted|described|remarks|comments|commentary)\s(?:in|of|from|during|on|for|with)\s(?:(?:our|the|last|its)\s)?(?:results\s(?:for|of)\s(?:the\s)?)?$/i;

/** `In 2009, we announced`: the period of what was done. */
export function isOfPastClause({ start, end }: StatedPeriod, { clauses }: ParsedSentence): boolean {
  return clauses.some(
    ({ verb, form, relation, preps }) =>
      form === 'finite' &&
      relation !== 'adverbial' &&
      verb.tense === 'past' &&
      !EXPECTED.has(verb.main.lemma) &&
      preps.some(
        ({ phrase }) =>
          phrase.start <= start && end <= phrase.end && (relation === 'main' || phrase.start > verb.start),
      ),
  );
}

/** Verbs, as lemmas, by which a company states what it expects. */
export const EXPECTED = new Set([
  'expect',
  'anticipate',
  'project',
  'estimate',
  'forecast',
  'target',
  'raise',
  'lower',
  'increase',
  'reduce',
  'revise',
  'update',
  'narrow',
  'adjust',
  'reaffirm',
  'budget',
  'plan',
  'approve',
  'establish',
  'introduce',
  'provide',
  'issue',
  'set',
]);
