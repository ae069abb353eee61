import type { SectionTarget } from '../../../../domain/filings/filings/model/filing-contents.ts';

const LONGEST_POINTER = 700;
/** A part of the proxy statement's is referred to at more length, with a word on each paragraph of the form. */
const LONGEST_PROXY_POINTER = 2_600;
/** A longer text that refers to the proxy statement does so at least as often. */
const CHARS_TO_A_REFERENCE = 1_200;
const MIN_SHARE = 0.5;
/** Of a text that incorporates what it refers to, a smaller share says so. */
const MIN_SHARE_INCORPORATED = 0.4;
/** A text that opens by saying where the item's information is may add some sentences, but no table. */
const LONGEST_OPENED_BY_REFERENCE = 3_000;
const LONGEST_OPENED_BY_PART = 1_000;
const OPENS_WITH_ITEM =
  /^(?:\([a-z\d]{1,3}\)\s*)?(?:the |all |certain )*(?:information|disclosures?|material|response|matters?|data)\b[^.]{0,60}?\b(?:required|called for|requested|specified|to be (?:included|provided|disclosed))\b[^.]{0,40}\bitems?\b/i;
const OPENS_WITH_PART =
  /^(?:the |certain |following |audited |consolidated )*(?:information|disclosures?|material|discussion|descriptions?|data|financial statements?|reports? of)\b/i;
/** "Reference is made to …" says where all of a short text's subject is. */
const OPENS_WITH_REFERENCE = /^reference is (?:hereby )?made to\b/i;
const INCORPORATES =
  /\bincorporat(?:ed?|es|ing|ion)\b[^.]{0,160}\breference\b|\breference\b[^.]{0,30}\bincorporated\b/i;

const REFERS =
  /\bincorporat(?:ed?|es|ing|ion) (?:.{0,200}? )?by (?:this )?reference|(?:hereby |herein )incorporated|(?:submitted|filed|presented) (?:as|in) a separate section|(?:appear|begin)(?:s|ning|ing)? (?:on|in|under|at)|(?:is|are|as|was|were) (?:set forth|contained|included|presented|provided|found|described|discussed|disclosed|filed) (?:herein )?(?:in|on|under|at|within|beginning|as part)|(?:will|can|may) be (?:found|set forth|included|contained|provided|supplied|furnished)|(?:please |^)?(?:refer|reference is made|see|is made) (?:to|also|our|the|part|item|note|pages?|index|“|")|^(?:see|refer)\b|^for [^.]{0,300}\bsee\b|that (?:discussed|described|disclosed) (?:in|under)|^(?:reported|contained|included|set forth|discussed|shown|presented|found|appearing)\b[^.]{0,60}\b(?:on|in|under|at|beginning)\b|(?:no (?:material|significant|substantial) changes?|\bnot (?:materially |significantly )?(?:changed?|differ(?:ed|s)?)\b)[^.]{0,300}(?:disclosed|described|made|reported|included|presented|set forth|discussed|from)/im;
const SAYS_NONE =
  /^(?:[([]?(?:[a-e]|[ivx]+|\d)[.)\]]\s*)*(?:insider trading arrangements\.?\s*)?[([]?\s*(?:none(?! of\b)|not\s+applicable|n\s*\/\s*a|not\s+required|reserved|omitted|removed and reserved|intentionally (?:left blank|omitted)|inapplicable|nothing to report|(?:this item is )?no(?:t)? longer (?:required|applicable)|there (?:is|are|were) none)\b/i;
const LONGEST_NOT_REQUIRED = 320;
const SAYS_NOT_REQUIRED =
  /\b(?:not applicable|no requirement to provide|not required to provide|(?:is|are) not required|no such (?:information|matters)|smaller reporting compan(?:y|ies))\b/i;

/** A note that nothing is required may still say where something is. */
const REFERS_ELSEWHERE =
  /incorporated|\b(?:set forth|contained|included|found) (?:in|on|under) (?:exhibits?|items?|notes?|parts?)\b/i;

/** A summary of a document, or an exception from what the item says, is text of the item. */
const TELLS_OF_ITSELF = /\bqualified in (?:its|their) entirety\b|^(?:except|other than)\b/i;

/** Whether an item's text is "none", "not applicable", "reserved" or empty. */
export function isNoneOrReserved(text: string): boolean {
  if (text.length > LONGEST_PROXY_POINTER) return false;
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded === '' || /^[\W_]+$/.test(folded)) return true;
  if (folded.length <= 160 && SAYS_NONE.test(folded)) return !REFERS_ELSEWHERE.test(folded);
  if (folded.length > LONGEST_NOT_REQUIRED || REFERS_ELSEWHERE.test(folded)) return false;
  return shareOf(folded, sentence => SAYS_NOT_REQUIRED.test(sentence)) >= MIN_SHARE;
}

/** Whether a text only refers to the item's content elsewhere: most of it is in sentences with references. */
export function isPointer(text: string): boolean {
  if (text.length > 2 * LONGEST_PROXY_POINTER) return false;
  const folded = text.replace(/\s+/g, ' ').trim();
  if (opensByReference(text, folded)) return true;
  if (folded.length < LONGEST_POINTER) {
    return shareThatRefers(folded) >= (INCORPORATES.test(folded) ? MIN_SHARE_INCORPORATED : MIN_SHARE);
  }
  if (folded.length > LONGEST_PROXY_POINTER || !/proxy statement|information statement/i.test(folded)) return false;
  if (hasTable(text) || !(INCORPORATES.test(folded) || OPENS_WITH_PART.test(folded))) return false;
  const references = folded.match(/incorporated|set forth in|included in|contained in|refer to/gi)?.length ?? 0;
  return references * CHARS_TO_A_REFERENCE >= folded.length;
}

const MIN_SHARE_OF_A_PLAIN_POINTER = 0.7;

/** Whether a text that refers elsewhere has sentences of its own besides. */
export function hasOwnSentences(text: string): boolean {
  return shareThatRefers(text.replace(/\s+/g, ' ').trim()) < MIN_SHARE_OF_A_PLAIN_POINTER;
}

/** Whether a text has two rows with figures. */
function hasTable(text: string): boolean {
  return (text.match(/^.*\|.*\d.*$/gm)?.length ?? 0) >= 2;
}

function opensByReference(text: string, folded: string): boolean {
  if (folded.length > LONGEST_OPENED_BY_REFERENCE || hasTable(text)) return false;
  if (folded.length <= LONGEST_OPENED_BY_PART && OPENS_WITH_REFERENCE.test(folded)) return true;
  const first = sentencesOf(folded)[0] ?? '';
  if (!INCORPORATES.test(first)) return false;
  return OPENS_WITH_ITEM.test(first) || (folded.length <= LONGEST_OPENED_BY_PART && OPENS_WITH_PART.test(first));
}

function sentencesOf(folded: string): string[] {
  return folded.split(/(?<=[a-z\d”")][.;])(?<!\b(?:[Ii]tem|[Nn]ote|[Pp]art)\s+\w{1,3}\.)\s+(?=[A-Z“"])/);
}

function shareThatRefers(text: string): number {
  return shareOf(text, isReference);
}

function isReference(sentence: string): boolean {
  return REFERS.test(sentence) && !TELLS_OF_ITSELF.test(sentence);
}

/** The share of a text in sentences that meet a condition. */
function shareOf(text: string, isCounted: (sentence: string) => boolean): number {
  return (
    sentencesOf(text).reduce((sum, sentence) => sum + (isCounted(sentence) ? sentence.length : 0), 0) / text.length
  );
}

/** Whether a sentence of a text says where more of the item's content is. */
export function hasReference(text: string): boolean {
  return sentencesOf(text.replace(/\s+/g, ' ').trim()).some(isReference);
}

/** The target of a reference; null if it states none. */
export function targetOfPointer(text: string): SectionTarget | null {
  const folded = text.replace(/\s+/g, ' ').trim();
  const pages =
    /\bpages?\s+((?:[A-Z]{1,2}\s?-\s?)?\d{1,4}(?:\s*(?:[-–—,;&]|and|to|through)\s*(?:pages?\s+)?(?:[A-Z]{1,2}\s?-\s?)?\d{1,4})*)/i.exec(
      folded,
    )?.[1];
  const target = (kind: SectionTarget['kind'], locator: string): SectionTarget => ({ kind, locator, filingId: null });
  if (
    /annual report to (?:share|stock|security ?|unit)(?:holders| ?owners)|\bexhibit 13\b|\b(?:19|20)\d\d annual report\b(?! on form)/i.test(
      folded,
    )
  ) {
    return target('exhibit', pages === undefined ? 'EX-13' : `EX-13 pages ${pages}`);
  }
  if (/proxy statement|information statement|definitive proxy/i.test(folded)) return target('proxy', 'DEF 14A');
  if (/\b(?:index to exhibits|exhibit index)\b/i.test(folded)) return target('heading', 'Exhibit Index');
  if (pages !== undefined) return target('pages', `pages ${pages}`);
  const exhibit = /\bexhibit\s+(\d{1,3}(?:\.\d{1,2})?)/i.exec(folded)?.[1];
  const note = /\b[Nn]otes?\s+(\d{1,2}|[A-Z](?![a-z]))(?=\W)/.exec(folded)?.[1];
  if (note !== undefined) return target('heading', `Note ${note}`);
  const quoted = /[“"]([^”"]{4,160})[”"]/.exec(folded)?.[1];
  const item = /(?:\bpart\s+[iv]+,?\s*)?\bitem\s+\d{1,2}[a-k]?/i.exec(folded)?.[0];
  if (item !== undefined) return target('heading', quoted === undefined ? item : `${item}, ${quoted}`);
  if (quoted !== undefined) return target('heading', quoted.replace(/[.,]$/, ''));
  return exhibit === undefined ? null : target('exhibit', `EX-${exhibit}`);
}

/** The captions that a pointer puts in quotes, in its order. */
export function captionsOf(text: string): string[] {
  return [...text.matchAll(/[“"]([^”"]{4,160})[”"]/g)].map(match => (match[1] ?? '').replace(/[.,]$/, '')).slice(0, 12);
}
