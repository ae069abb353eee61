import type { Sentence } from '../../../../../formats/prose/sentences.ts';

const MAX_WORDS = 30;
const MIN_WORDS = 4;
/** Share of words with a capital letter above which a line is a headline. */
const CAPITALISED = 0.7;
/** Words that headlines write with a capital letter and that are no names. */
const COMMON =
  /\b(?:Announces?|Completes?|Closes?|Closing|Completion|Acquires?|Acquisition|Sells?|Sale|Sold|Agrees?|Agreement|Definitive|Enters?|Into|Signs?|To|Of|The|And|For|With|In|From|By|On|Its|A|An|Settles?|Settlement|Litigation|Lawsuits?|Files?|Voluntary|Petitions?|Pricing|Prices|Public|Private|Offering|Placement|Initial|Common|Stock|Shares?|Repurchase|Program|Buyback|Board|Authorizes|Approves|Tender|Offer|Merger|Divests?|Divestiture|Spin-Off|Terminates?|Restructuring|Plan|Workforce|Reduction|Receives|Notice|Name|Changes?|Business|Division|Dismissal|Verdict|Wins|Jury)\b/g;
const VERB =
  /\b(?:announces?|completes?|closes?|acquires?|sells?|agrees?|enters?|signs?|settles?|files?|prices|authorizes|approves|terminates?|receives|changes?|divests?)\b/;

/**
 * Writes the common words of a headline in lower case, so that the tagger takes them for verbs and nouns: `Fictional Mills
 * Completes Acquisition of Example Corp.` Other sentences stay as they are. Offsets do not change.
 */
export function readHeadline(sentence: Sentence): Sentence {
  const { quote } = sentence;
  if (/[.;:]$/.test(quote) && !/\b(?:Inc|Corp|Co|Ltd)\.$/.test(quote)) return sentence;
  const words = quote.split(/\s+/);
  if (words.length < MIN_WORDS || words.length > MAX_WORDS) return sentence;
  const capitalised = words.filter(word => /^[“"(]?\p{Lu}/u.test(word)).length;
  if (capitalised / words.length < CAPITALISED) return sentence;
  const plain = isUpperCase(quote) ? quote.replace(/\p{Lu}[\p{Lu}'’-]+/gu, toTitleCase) : quote;
  const read = plain.replace(COMMON, word => word.toLowerCase());
  if (!VERB.test(read)) return sentence;
  const headline = { ...sentence, quote: read };
  originals.set(headline, sentence);
  return headline;
}

const originals = new WeakMap<Sentence, Sentence>();

/** The sentence as the filing writes it. */
export function asWritten(sentence: Sentence): Sentence {
  return originals.get(sentence) ?? sentence;
}

function isUpperCase(text: string): boolean {
  return text === text.toUpperCase();
}

function toTitleCase(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
