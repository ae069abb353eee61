import { readFileSync } from 'node:fs';
import { PRESS_TIERS, type PressTier } from '../model.ts';

/** Patterns on English headlines, in order of precedence. */
const RULES = readRules(readFileSync(new URL('./title-rules.tsv', import.meta.url), 'utf8'));

/** Returns the tier of the first rule that matches a headline, else tier 3. For releases without a meaningful subject. */
export function tierOfTitle(title: string): PressTier {
  return RULES.find(rule => rule.pattern.test(title))?.tier ?? 3;
}

function readRules(text: string): { tier: PressTier; pattern: RegExp }[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map(line => {
    const [stated = '', pattern = ''] = line.split('\t');
    const tier = PRESS_TIERS.find(known => String(known) === stated);
    if (tier === undefined)
      throw new RangeError(`title-rules.tsv states no tier in "${line}". Start the line with 1, 2 or 3.`);
    return { tier, pattern: new RegExp(pattern, 'i') };
  });
}
