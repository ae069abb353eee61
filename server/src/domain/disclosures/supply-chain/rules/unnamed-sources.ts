import { FrameTable } from '../../../../formats/prose/frames.ts';
import type { DocumentNames } from '../../../../formats/prose/names.ts';
import type { Sentence } from '../../../../formats/prose/sentences.ts';

/** Nouns of those whom a company buys from, or sells to. */
const table = new FrameTable<'supplier' | 'customer'>(
  [
    { family: 'supplier', nouns: 'supplier vendor source manufacturer subcontractor foundry licensor', roles: {} },
    { family: 'customer', nouns: 'customer distributor reseller wholesaler licensee', roles: {} },
  ],
  new Map(),
);

const FEW =
  /\b((?:sole|single)(?:[ -]or[ -]limited)?(?:[ -]sources?)?|(?:limited|small) (?:number|group) of|(?:a )?few|limited)(?: [\p{L}-]+){0,3}? $/iu;
const SUPPOSED = /\b(?:may|might|could|would|if|in the event|competitors?|authoritative)\b/i;
const OWN = /\b(?:we|our|us|the company|the registrant|its)\b/i;
/** What a company gets from suppliers, or earns from customers. */
const DEALING: Readonly<Record<'supplier' | 'customer', RegExp>> = {
  supplier: /\b(?:purchas|buy|obtain|procur|sourc|receiv|rel(?:y|ies)|depend|us(?:e|es|ed)\b|manufactur|suppl)/i,
  customer: /\b(?:revenues?|sales|receivables?|billings)\b/i,
};

/** A sole source or a few counterparties that a sentence states without a name or a number. */
export interface UnnamedParty {
  role: 'supplier' | 'customer';
  label: string;
}

/** Reads `we obtain certain components from sole suppliers`; nothing if that is denied, feared or conditional. */
export function readUnnamedParties(sentence: Sentence, names: DocumentNames): UnnamedParty[] {
  if (!/\b(?:sole|single|limited|small|few)\b/i.test(sentence.quote) || !OWN.test(sentence.quote)) return [];
  if (SUPPOSED.test(sentence.quote)) return [];
  const found = new Map<string, UnnamedParty>();
  for (const { family, status, trigger } of table.read(sentence, { names, periodEnd: null })) {
    const lead = FEW.exec(sentence.quote.slice(0, trigger.start))?.[0];
    if (status !== 'asserted' || lead === undefined || !DEALING[family].test(sentence.quote)) continue;
    const label = `${lead}${trigger.text}`.replace(/\s+/g, ' ').toLowerCase();
    found.set(family, { role: family, label });
  }
  return [...found.values()];
}
