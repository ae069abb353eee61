import { type Sentence, splitSentences } from '../../../../../formats/prose/sentences.ts';
import { readStatedDates } from '../../../../../formats/prose/stated-dates.ts';
import type { FilingSection } from '../../../../filings/filings/model/filing-contents.ts';
import type { EventEvidence } from '../../model.ts';

/** One item of a report, with its sentences. */
export interface ItemText {
  /** `2.01`; before 2004-08-23 `2`. */
  itemCode: string;
  sectionKey: string;
  /** White space is collapsed to single spaces. */
  text: string;
  /** The text as filed; the offsets of sentences are in it. */
  source: string;
  sentences: readonly Sentence[];
}

export function toItemText({ sectionKey, text }: Pick<FilingSection, 'sectionKey' | 'text'>): ItemText {
  return {
    itemCode: sectionKey.replace(/^item_/, ''),
    sectionKey,
    text: text.replace(/\s+/g, ' ').trim(),
    source: text,
    sentences: splitSentences(text),
  };
}

/** Converts a sentence to evidence. */
export function quoted({ sectionKey }: Pick<ItemText, 'sectionKey'>, sentence: Sentence): EventEvidence {
  return { sectionKey, quote: sentence.quote, charStart: sentence.start, charEnd: sentence.end };
}

/** Returns the first sentence with content; null if the item has none. */
export function firstSentence({ sentences }: ItemText): Sentence | null {
  return sentences.find(sentence => sentence.text.length > 30) ?? sentences[0] ?? null;
}

const EMPTY_TEXT =
  /^(?:\W|\([a-z]\))*(?:none|not applicable|n\/a|inapplicable|no (?:events?|response|information)[^.]{0,40})\b\W*(?:$|FORM|Item|Not applicable)/i;

/** Returns true for an item that states nothing: `None.` */
export function isEmptyItem({ text }: ItemText): boolean {
  return text === '' || EMPTY_TEXT.test(text);
}

const REFERENCE =
  /\b(?:incorporated (?:herein |by reference )*(?:by reference )?(?:in(?:to)?|herein)|see|described (?:above|below|in|under)|set forth (?:above|in|under)|contained in)\b/i;
const MAX_REFERENCE_CHARS = 420;

/** Returns the items that an item without text of its own refers to: `see Item 1.01`. */
export function itemsReferredTo({ itemCode, text }: ItemText): string[] {
  if (text.length > MAX_REFERENCE_CHARS || !REFERENCE.test(text)) return [];
  const named = [
    ...text.matchAll(
      /\bItems? (\d\.\d\d)(?:(?:,| and|, and) (?:Item )?(\d\.\d\d))?(?:(?:,| and|, and) (?:Item )?(\d\.\d\d))?/gi,
    ),
  ];
  return [...new Set(named.flatMap(([, ...codes]) => codes))].filter(
    code => code !== undefined && code !== itemCode,
  ) as string[];
}

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.|Feb\\.|Aug\\.|Sept\\.|Oct\\.|Nov\\.|Dec\\.)';
const DAY = `(${MONTH} \\d{1,2},? (?:19|20)\\d\\d)`;
/** Phrases that introduce the date of an event, most reliable first. */
const DAY_WORDS = [
  new RegExp(`\\b[Oo]n (?:or about )?(?:\\w+day, )?${DAY}`),
  new RegExp(`\\b[Ee]ffective (?:as of |on |at [^,]{0,20}on )?${DAY}`),
  new RegExp(`\\b(?:dated(?: as of)?|[Aa]s of|made as of) ${DAY}`),
];

/** Returns the date of the event in a sentence; null if the sentence states none. */
export function dayOf(sentence: string): string | null {
  for (const words of DAY_WORDS) {
    const day = readStatedDates(words.exec(sentence)?.[1] ?? '')[0];
    if (day !== undefined && day.first === day.last) return day.first;
  }
  return null;
}
