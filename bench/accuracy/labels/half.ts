import { createHash } from 'node:crypto';

export type Half = 'dev' | 'locked';

/** The half of a company, by its CIK. */
export function halfOf(cik: string): Half {
  return digestOf(cik).readUInt8(0) % 2 === 0 ? 'dev' : 'locked';
}

/**
 * The part of a company whose sentences or sections are labelled, by its CIK. Half of the companies held back at first were opened on 2026-11-29,
 * so a quarter is still locked.
 */
export function proseHalfOf(cik: string): Half {
  return halfOf(cik) === 'locked' && digestOf(cik).readUInt8(1) % 2 === 1 ? 'locked' : 'dev';
}

function digestOf(cik: string): Buffer {
  return createHash('sha256').update(cik.replace(/^0+/, '')).digest();
}
