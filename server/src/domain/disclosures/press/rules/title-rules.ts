import { readFileSync } from 'node:fs';
import { PRESS_TIERS, type PressTier } from '../model.ts';

/** Patterns over English headlines, in their order; where none fits a release is of the last tier. */
const RULES = readRules(readFileSync(new URL('./title-rules.tsv', import.meta.url), 'utf8'));

/** The tier of a release whose wire does not say what it is about, by the first rule that its headline fits. */
export function tierOfTitle(title: string): PressTier {
  return RULES.find(rule => rule.pattern.test(title))?.tier ?? 3;
}

function readRules(text: string): { tier: PressTier; pattern: RegExp }[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map(line => {
    const [stated = '', pattern = ''] = line.split('\t');
    const tier = PRESS_TIERS.find(one => String(one) === stated);
    if (tier === undefined) throw new RangeError(`title-rules.tsv: no tier in "${line}"`);
    return { tier, pattern: new RegExp(pattern, 'i') };
  });
}
