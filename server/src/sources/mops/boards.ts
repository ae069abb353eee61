import { clockAhead } from '../kit/clock-ahead.ts';

/** Taiwan has had no daylight saving time since 1979. */
export const taiwanClock = clockAhead(8);

/** A board of the two exchanges, by the last letter of the names of its files. */
export interface Board {
  /** Part of source names. */
  name: string;
  mic: string;
  exchange: string;
}

export const BOARDS = {
  L: { name: 'listed', mic: 'XTAI', exchange: 'Taiwan Stock Exchange' },
  O: { name: 'otc', mic: 'ROCO', exchange: 'Taipei Exchange' },
  R: { name: 'emerging', mic: 'ROCO', exchange: 'Taipei Exchange, Emerging Stock Board' },
} as const satisfies Record<string, Board>;

export type BoardLetter = keyof typeof BOARDS;

/** Whether a text is the letter of a board. */
export function isBoardLetter(text: string): text is BoardLetter {
  return Object.hasOwn(BOARDS, text);
}

/** The code of a company's shares or depositary receipts: four digits, or six; null if the text is no such code. */
export function shareCode(text: string): string | null {
  return /^\d{4}(?:\d{2})?$/.exec(text.trim())?.[0] ?? null;
}

/** `mops:1101`, the canonical key of an issuer by the code of its shares, which is unique over all boards. */
export function canonicalKeyOfShare(code: string): string {
  return `mops:${code}`;
}
