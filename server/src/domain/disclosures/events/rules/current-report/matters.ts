import { readFileSync } from 'node:fs';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { type AssertionFeatures, type FilingContext, readFeatures } from '../../../prose/rules/read-features.ts';
import type { EventFields, EventFieldsByFamily, EventKind } from '../../model.ts';
import { EVENT_KIND_FAMILIES } from '../../model.ts';
import { type FoundEvent, readKind, readTable, readVariant } from '../event-kinds.ts';
import { dayOf, type ItemText, isEmptyItem, quoted } from './item-text.ts';
import { readMoney } from './money.ts';

/** A phrase that reports an event in an item with free content. */
interface Matter {
  items: readonly string[];
  kind: EventKind;
  variant: string | null;
  trigger: RegExp;
  unless: RegExp | null;
}

const MATTERS = readMatters(readFileSync(new URL('./matters.tsv', import.meta.url), 'utf8'));

/** Variants that end the matter. */
const RESOLVING_VARIANTS = new Set(['closed', 'resumed', 'stop', 'waived']);

/** Returns the events that an item asserts by the phrases of matters.tsv: the first sentence of each kind. */
export function findMatters(item: ItemText, filingContext: FilingContext): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const matters = MATTERS.filter(({ items }) => items.includes(item.itemCode));
  const events = new Map<EventKind, FoundEvent>();
  for (const sentence of matters.length === 0 ? [] : item.sentences) {
    for (const matter of matters) {
      if (events.has(matter.kind)) continue;
      const features = featuresIfAsserted(matter, sentence, filingContext);
      if (features !== null) events.set(matter.kind, toFound(matter, sentence, features, item));
    }
  }
  return [...events.values()];
}

function featuresIfAsserted(
  { trigger, unless }: Matter,
  { text }: Sentence,
  filingContext: FilingContext,
): AssertionFeatures | null {
  const found = trigger.exec(text);
  if (found === null || unless?.test(text) === true) return null;
  const features = readFeatures(text, { start: found.index, end: found.index + found[0].length }, filingContext);
  const isAsserted = !features.isModal && !features.isNegated && !features.isForwardLooking;
  return isAsserted ? features : null;
}

function toFound(
  { kind, variant }: Matter,
  sentence: Sentence,
  features: AssertionFeatures,
  item: ItemText,
): FoundEvent {
  return {
    kind,
    variant,
    isResolving: variant !== null && RESOLVING_VARIANTS.has(variant),
    eventDate: dayOf(sentence.text),
    fields: fieldsOf(kind, sentence, features),
    evidence: [quoted(item, sentence)],
  };
}

function fieldsOf(kind: EventKind, { text }: Sentence, { authorities }: AssertionFeatures): EventFields {
  const money = readMoney(text).find(({ amount }) => amount >= 10_000);
  const amount = money === undefined ? {} : { amount: money.amount, currency: money.currency };
  const authority = authorities[0];
  const family = EVENT_KIND_FAMILIES[kind];
  if (family === 'legal')
    return { ...(authority === undefined ? {} : { authority }), ...amount } satisfies Partial<
      EventFieldsByFamily['legal']
    >;
  if (family === 'distress') return amount;
  if (family === 'governance') return authority === undefined ? {} : { authority };
  return {};
}

function readMatters(text: string): Matter[] {
  return readTable(text).map(([items = '', kind = '', variant = '', trigger = '', unless = '']) => ({
    items: items.split(','),
    kind: readKind(kind),
    variant: readVariant(kind, variant),
    trigger: new RegExp(trigger, 'i'),
    unless: unless === '' ? null : new RegExp(unless, 'i'),
  }));
}
