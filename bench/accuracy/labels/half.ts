import { createHash } from 'node:crypto';

export type Half = 'dev' | 'locked';

/** The half of a company, by its CIK. */
export function halfOf(cik: string): Half {
  const digest = createHash('sha256').update(cik.replace(/^0+/, '')).digest();
  return (digest[0] ?? 0) % 2 === 0 ? 'dev' : 'locked';
}
