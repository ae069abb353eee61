import { parseSentence } from '../../../../../formats/prose/grammar/parse-sentence.ts';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { appendAll } from '../../../../../kernel/lists.ts';
import { readQuantities } from '../quantities.ts';
import { readNoMajorParty } from './no-major-party.ts';
import { baseAfter } from './share-bases.ts';
import { assignParts, compared, spansOf } from './share-periods.ts';
import type { ShareContext, ShareSentence, StatedShare, Statement } from './share-sentence.ts';
import { readList, readParentheses, shareBases } from './share-statements.ts';

/** Only such sentences are parsed. */
const CANDIDATE =
  /\d ?%|\bper ?cent\b|\b(?:all|much|majority|substantially all|virtually all|nearly all|most|bulk|half|halves|thirds?|quarters?|portion|percentage|proportion|share) of\b/i;
const ABOUT =
  /\b(?:revenues?|sales|turnover|receivables?|recoverables?|purchas|b(?:uy|ought)\b|sell|sold\b|sourc|obtain|procure|manufactur|assembl|premiums|billings|suppl|materials|inventory|production|requirements|cost of|rents?|royalties|rel(?:y|ie[sd])\b|reliant|depend)/i;

const PERCENT = String.raw`(?:(?:approximately|about|over|more than) )?\d{1,3}(?:\.\d+)?%`;
/** `we bought 38% of our resin from one vendor and 22% from another`: the verb and the base are stated once. */
const GAPPED = new RegExp(
  String.raw`^(?<lead>[^%;]*?\b)(?<first>${PERCENT})(?<base> of [^%;,]{3,60}?)(?<one> from [^%;]{3,80}?),? and (?<second>${PERCENT})(?<other> from [^%;]{3,80}?)(?<rest>,? (?:in|during|for) (?:the |fiscal |each |20)[^%;]*)?\.?$`,
);

/** Returns the shares that a sentence states; none if it is ambiguous. */
export function readShares(sentence: Sentence, context: ShareContext): StatedShare[] {
  const { lead, first, base, one, second, other, rest = '' } = GAPPED.exec(sentence.text)?.groups ?? {};
  if (second === undefined) return readWhole(sentence, context);
  return [`${lead}${first}${base}${one}${rest}.`, `${lead}${second}${base}${other}${rest}.`].flatMap(text =>
    readWhole({ ...sentence, quote: text, text }, context),
  );
}

function readWhole(sentence: Sentence, context: ShareContext): StatedShare[] {
  if (!CANDIDATE.test(sentence.quote) || !ABOUT.test(sentence.quote)) return [];
  const parsed = parseSentence(sentence);
  const lists = readQuantities(parsed.chunks, sentence.quote);
  if (lists.length === 0) return [];
  return readStatements({ quote: sentence.quote, chunks: parsed.chunks, parsed, lists, source: sentence, context });
}

function readStatements(sentence: ShareSentence): StatedShare[] {
  const statements: Statement[] = [];
  let cut = 0;
  for (const [place, list] of sentence.lists.entries()) {
    const next = sentence.lists[place + 1];
    const found = readList(sentence, list, cut, statements.at(-1) ?? null, next?.first ?? sentence.chunks.length);
    if (found !== null && found !== 'continued') statements.push(found.statement);
    cut = Math.max(list.last + 1, baseAfter(sentence, list, false).next);
  }
  const nobody = readNoMajorParty(sentence);
  if (nobody.length > 0 && sentence.lists.length === 1) return nobody;
  shareBases(sentence, statements);
  appendAll(statements, readParentheses(sentence));
  const spans = spansOf(sentence, statements);
  const positive = statements.flatMap((statement, place) => [
    ...assignParts(sentence, statement, spans[place] ?? null),
    ...compared(sentence, statement),
  ]);
  return [...positive, ...nobody];
}
