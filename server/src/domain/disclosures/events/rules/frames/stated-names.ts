import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { PLACES } from '../../../supply-chain/rules/name-words.ts';
import type { EventDocument } from './event-document.ts';

/** Capitalised words that name no party. */
const NO_NAME =
  /^(?:the )?(?:court|company|registrant|board|plaintiffs?|defendants?|district|state|case|action|complaint|(?:\w+ )?agreement|act|plan|(?:agreement and )?plan of [a-z ]+|merger(?: sub)?|notes?|closing|transaction|parties|party|(?:initial )?purchasers?|underwriters?|(?:placement |sales )?agents?|representatives?|holders?|investors?|lenders?|sellers?|buyers?|business|offering|judge|jury|note|item|section|exhibit|january|february|march|april|may|june|july|august|september|october|november|december|chapter|class|patents?|u\.s\.|federal circuit|delaware|executive committee|board of directors|directors|management|staff|(?:stock|share)holders|subsidiar(?:y|ies)|parent|affiliates?|purchaser|seller|borrower|members|debtors|shares|stock|securities|units)$/i;
/** A legal form without a name: the end of one that was cut. */
const ONLY_FORM = /^(?:Inc|Corp|Co|Ltd|Limited|LLC|L\.L\.C|LP|L\.P|plc|AG|S\.A|N\.V)\.?$/i;
const PLACE_OF_LAW = /\b(?:court|circuit|tribunal|chancery)\b/i;

/** The name of the party that a noun phrase names, as written; null if it names none. */
export function nameOf(phrase: NounPhrase, quote: string): { name: string; start: number; end: number } | null {
  const { tokens, head } = phrase;
  const issuer = issuerOf(phrase);
  if (issuer !== null) return nameOf(issuer, quote);
  if (head.pos !== 'PROPN' && !/^\p{Lu}/u.test(head.text)) return null;
  const owner = ownerOf(phrase);
  if (owner !== null) return nameOf(owner, quote);
  let first = tokens.length - 1;
  while (first > 0 && isOfName(tokens[first - 1]?.text ?? '')) first--;
  while (first < tokens.length - 1 && !/^[\p{Lu}\p{N}]/u.test(tokens[first]?.text ?? '')) first++;
  const start = tokens[first]?.start ?? phrase.start;
  let { end } = phrase;
  for (const { preposition, phrase: next } of phrase.preps) {
    if (!/^(?:of|for)$/.test(preposition) || next.start - end > 10 || !/^\p{Lu}/u.test(next.head.text)) break;
    end = next.end;
  }
  const name = quote
    .slice(start, end)
    .replace(/['’]s?$/, '')
    .replace(/\s+/g, ' ');
  if (
    NO_NAME.test(name) ||
    ONLY_FORM.test(name) ||
    isPlace(name) ||
    PLACE_OF_LAW.test(name) ||
    name.length < 2 ||
    /^\d/.test(name)
  )
    return null;
  return { name, start, end };
}

const SECURITIES = /^(?:stock|share|unit)$/;
const CLASS_OF_SECURITY = /^(?:class|common|preferred|ordinary|capital|outstanding|issued|voting|[a-c])$/i;

/** `Example Mills, Inc. common stock`: whose shares they are, if the name has a legal form. */
function issuerOf({ tokens, head, start, preps }: NounPhrase): NounPhrase | null {
  if (!SECURITIES.test(head.lemma) || /^\p{Lu}/u.test(head.text)) return null;
  let last = tokens.indexOf(head) - 1;
  while (last >= 0 && CLASS_OF_SECURITY.test(tokens[last]?.text ?? '')) last--;
  const named = tokens.slice(0, last + 1);
  const end = named.at(-1);
  if (end === undefined || !LEGAL_FORM.test(end.text)) return null;
  return { kind: 'noun', head: { ...end, pos: 'PROPN' }, tokens: named, start, end: end.end, preps: preps.slice(0, 0) };
}

/** `our business in Chile` */
function isPlace(name: string): boolean {
  return name.split(/[\s,]+/).every(word => PLACES.has(word));
}

const OFFICE = /^(?:office|division|department|bureau|commission|board|service|agency)$/;

/** `Elan’s program`: whose it is; offices belong to their name. */
function ownerOf({ tokens, head, start, preps }: NounPhrase): NounPhrase | null {
  const at = tokens.findIndex(token => /^['’]s?$/.test(token.text));
  const owned = tokens.slice(0, at);
  const last = owned.at(-1);
  if (at <= 0 || last === undefined || OFFICE.test(head.lemma) || at === tokens.length - 1) return null;
  return { kind: 'noun', head: last, tokens: owned, start, end: last.end, preps: preps.slice(0, 0) };
}

function isOfName(word: string): boolean {
  return /^\p{Lu}/u.test(word) || /^(?:&|of|and|-|–|,|\.|['’]s?|\d+)$/.test(word);
}

/** The end of a company's name. */
export const LEGAL_FORM =
  /\b(?:Inc|Corp|Corporation|Company|Co|Ltd|Limited|LLC|L\.L\.C|plc|PLC|L\.?P|AG|GmbH|S\.A|N\.V|B\.V|Holdings?|Group|Bank|Bancorp|Bancshares|Partners|Industries|Technologies|Systems|Pharmaceuticals|Laboratories|Communications|Enterprises)\b\.?$/;

/** The full name that the document defines for a short form; the name itself if there is none. */
export function fullNameOf(name: string, { fullNames }: EventDocument): string {
  return fullNames.get(name.toLowerCase()) ?? name;
}
