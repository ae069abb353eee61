import { readFileSync } from 'node:fs';
import { PRESS_TIERS, type PressTier } from '../model.ts';
import { wordKey } from './word-key.ts';

/** What a release is about. */
export interface PressSubject {
  /** GlobeNewswire's number of the subject; from 901 on our own, for subjects that only other wires have. */
  subjectCode: number;
  label: string;
  /** Null where it says nothing of what is announced: `Press Releases`. */
  tier: PressTier | null;
}

interface Row extends PressSubject {
  words: string[];
}

const ROWS = readRows(readFileSync(new URL('./subjects.tsv', import.meta.url), 'utf8'));
const BY_WORD = new Map(ROWS.flatMap(row => row.words.map(word => [wordKey(word), row] as const)));
const BY_CODE = new Map(ROWS.map(row => [row.subjectCode, row]));

/** The subject that a wire's word means; null where it is none of the table. */
export function subjectOfWord(word: string): PressSubject | null {
  return BY_WORD.get(wordKey(word)) ?? null;
}

/** The label of a code; null for codes that the table does not have. */
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
