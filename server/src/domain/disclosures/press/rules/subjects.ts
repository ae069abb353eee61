import { readFileSync } from 'node:fs';
import { PRESS_TIERS, type PressTier } from '../model.ts';

/** The subject of a release. */
export interface PressSubject {
  /** GlobeNewswire's subject number; numbers from 901 are our own, for subjects of other newswires. */
  subjectCode: number;
  label: string;
  /** Null for a subject without content, such as `Press Releases`. */
  tier: PressTier | null;
}

interface Row extends PressSubject {
  words: string[];
}

const ROWS = readRows(readFileSync(new URL('./subjects.tsv', import.meta.url), 'utf8'));
const BY_WORD = new Map(ROWS.flatMap(row => row.words.map(word => [wordKey(word), row] as const)));
const BY_CODE = new Map(ROWS.map(row => [row.subjectCode, row]));

/** Returns the subject of a newswire's label; null if unknown. */
export function subjectOfWord(word: string): PressSubject | null {
  return BY_WORD.get(wordKey(word)) ?? null;
}

/** Folds case, spaces and punctuation, so that `Mergers & Acquisitions` equals `mergers and acquisitions`. */
export function wordKey(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll('&', 'and')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the label of a code; null if unknown. */
export function subjectLabel(subjectCode: number): string | null {
  return BY_CODE.get(subjectCode)?.label ?? null;
}

function readRows(text: string): Row[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map(line => {
    const [code = '', tier = '', label = '', words = ''] = line.split('\t');
    const others = words.split('|').filter(word => word !== '');
    return { subjectCode: Number(code), label, tier: toTier(tier), words: [label, ...others] };
  });
}

function toTier(text: string): PressTier | null {
  return PRESS_TIERS.find(tier => String(tier) === text) ?? null;
}
