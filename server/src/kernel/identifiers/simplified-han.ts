import { readFileSync } from 'node:fs';

/**
 * Traditional Han characters and their simplified forms, generated with the transform Traditional-Simplified of Unicode CLDR
 * (Unicode License V3). Holds only characters that map to exactly one other character.
 */
const SIMPLIFIED_OF = readPairs(readFileSync(new URL('./simplified-han.tsv', import.meta.url), 'utf8'));

/** Replaces every traditional Han character with its simplified form; leaves all other characters unchanged. */
export function toSimplifiedHan(text: string): string {
  return text.replace(/[\u3400-\u9fff]/g, character => SIMPLIFIED_OF.get(character) ?? character);
}

function readPairs(text: string): ReadonlyMap<string, string> {
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(lines.map(line => [line.charAt(0), line.charAt(2)]));
}
