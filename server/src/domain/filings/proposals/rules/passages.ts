import { createHash } from 'node:crypto';
import type { FilingContents } from '../../filings/model/filing-contents.ts';
import type { ModelReading, Passage, Proposal } from '../model.ts';

/** Maximum UTF-16 units of a passage. */
const MAX_PASSAGE_CHARS = 6_000;
/** Shorter passages state nothing. */
const MIN_PASSAGE_CHARS = 80;
/** Risk factors describe possible events; the rules take nothing from them either. */
const RISK_FACTORS = /(?:^|\.)item_1a$|^item_3\.d$/;
const ENGLISH_WORDS = /\b(?:the|of|and|to)\b/g;
/** The rules read English only. */
const MIN_ENGLISH_WORDS = 4;

/**
 * Divides the texts of a filing that the rules read into passages of whole paragraphs. Tables, risk factors and texts in
 * other languages are left out. Identical passages occur once.
 */
export function cutPassages({ text, exhibits = [] }: FilingContents): Passage[] {
  const sections = text.sections.filter(
    ({ status, sectionKey }) => status !== 'shared' && !RISK_FACTORS.test(sectionKey),
  );
  const texts = [...sections, ...exhibits].flatMap(part => cutText(part.text));
  return [...new Set(texts)].filter(isEnglish).map(passage => ({ digest: digestOf(passage), text: passage }));
}

function cutText(text: string): string[] {
  const passages: string[] = [];
  let current = '';
  for (const paragraph of text.split(/\n{2,}/).filter(part => !part.includes(' | '))) {
    for (const piece of piecesOf(paragraph.trim())) {
      const joined = current === '' ? piece : `${current}\n\n${piece}`;
      if (joined.length <= MAX_PASSAGE_CHARS) current = joined;
      else {
        passages.push(current);
        current = piece;
      }
    }
  }
  return [...passages, current].filter(passage => passage.length >= MIN_PASSAGE_CHARS);
}

/** Divides a long paragraph at the ends of sentences, else at spaces. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (paragraph.length - start > MAX_PASSAGE_CHARS) {
    const reach = paragraph.slice(start, start + MAX_PASSAGE_CHARS);
    const sentence = reach.lastIndexOf('. ');
    const space = reach.lastIndexOf(' ');
    const length = sentence > 0 ? sentence + 1 : space > 0 ? space : MAX_PASSAGE_CHARS;
    pieces.push(reach.slice(0, length).trim());
    start += length;
  }
  return [...pieces, paragraph.slice(start).trim()].filter(piece => piece !== '');
}

function isEnglish(passage: string): boolean {
  return (passage.match(ENGLISH_WORDS) ?? []).length >= MIN_ENGLISH_WORDS;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What models propose of the passages of a filing, in the order of the text. Answers about passages that it no longer has are dropped. */
export function readProposals(
  contents: FilingContents,
  { modelReadings }: { modelReadings: readonly ModelReading[] },
): Proposal[] {
  if (modelReadings.length === 0) return [];
  const byDigest = new Map(modelReadings.map(reading => [reading.digest, reading]));
  return cutPassages(contents).flatMap(({ digest }) => {
    const reading = byDigest.get(digest);
    if (reading === undefined) return [];
    return reading.proposals.map(value => ({ reader: `model:${reading.model}` as const, value }));
  });
}
