import { z } from 'zod';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import type { Proposal, Reader } from '../../../filings/proposals/model.ts';
import { findQuoted, lemmasOfWord } from '../../prose/rules/proposed-sentences.ts';
import { EVENT_KINDS, EVENT_VARIANTS, type EventKind, type FiledEvent } from '../model.ts';
import { toFiledEvent } from './event-kinds.ts';
import { readEventDocument } from './frames/event-document.ts';
import { EVENT_FRAMES, type EventAssertion } from './frames/event-frames.ts';
import { readSentence } from './frames/read-stated-events.ts';

export const variantsOf = (kind: EventKind): readonly string[] =>
  Object.hasOwn(EVENT_VARIANTS, kind) ? EVENT_VARIANTS[kind as keyof typeof EVENT_VARIANTS] : [];

const familiesOf = (kind: EventKind): EventAssertion['family'][] =>
  ['', ...variantsOf(kind)].map(variant => `${kind} ${variant}` as const).filter(name => EVENT_FRAMES.hasFamily(name));

/** Kinds that the frames read from sentences. */
export const PROPOSABLE_KINDS = EVENT_KINDS.filter(kind => familiesOf(kind).length > 0);

const proposal = z.object({
  subject: z.literal('event'),
  kind: z.enum(PROPOSABLE_KINDS),
  variant: z.string().max(40).nullish(),
  quote: z.string().min(1).max(2_000),
  word: z.string().min(2).max(40),
  event_date: z.iso.date().nullish(),
  counterparty: z.string().max(200).nullish(),
});

type Proposed = z.output<typeof proposal> & { reader: Reader };

/**
 * The events that models propose and that pass the tests of the rules: the filing contains the quote, and the frames of the kind,
 * with the proposed word, read an event of the filer in its sentence. Its fields are those that the rules read there; a proposal
 * that states another day or another party is dropped. An event that the rules read themselves gains the model as a reader.
 */
export function withProposedEvents(
  events: readonly FiledEvent[],
  contents: FilingContents,
  proposals: readonly Proposal[],
): FiledEvent[] {
  const parsed = proposals.flatMap(({ reader, value }) => {
    const { success, data } = proposal.safeParse(value);
    return success ? [{ reader, ...data }] : [];
  });
  if (parsed.length === 0) return [...events];
  const document = readEventDocument(contents);
  const all = [...events];
  for (const one of parsed) {
    const found = findQuoted(document.texts, one.quote);
    if (found === null) continue;
    const tables = lemmasOfWord(found.sentence, one.word).flatMap(lemma =>
      familiesForWord(one.kind, lemma).map(family => EVENT_FRAMES.withWord(family, lemma, () => true)),
    );
    const read = tables
      .flatMap(table => readSentence(found.text, found.at, table, document))
      .map(({ itemCode, ...event }) => toFiledEvent(event, itemCode))
      .find(event => agrees(event, one));
    if (read !== undefined) add(all, read, one.reader);
  }
  return all;
}

/** The families of a kind; those that name the word, if any does: the word then has a known meaning. */
function familiesForWord(kind: EventKind, lemma: string): EventAssertion['family'][] {
  const families = familiesOf(kind);
  const known = EVENT_FRAMES.familiesOfWord(lemma);
  const naming = families.filter(family => known.has(family));
  return naming.length > 0 ? naming : families;
}

/** Whether what the rules read in the sentence is what the model says of it. */
function agrees({ kind, variant, eventDate, subject, fields }: FiledEvent, one: Proposed): boolean {
  if (kind !== one.kind || (one.variant != null && variant !== one.variant)) return false;
  if (one.event_date != null && eventDate !== one.event_date) return false;
  if (one.counterparty == null) return true;
  const named = 'counterparty' in fields ? (fields.counterparty ?? '') : subject;
  return named !== '' && isSameName(named, one.counterparty);
}

function isSameName(a: string, b: string): boolean {
  const [x, y] = [nameKey(a), nameKey(b)];
  return x !== '' && (x === y || x.startsWith(`${y} `) || y.startsWith(`${x} `));
}

/** Adds an event, or the reader to the event of the rules or of another model that it repeats. */
function add(all: FiledEvent[], event: FiledEvent, reader: Reader): void {
  const at = all.findIndex(other => isSameEvent(other, event));
  const known = all[at];
  if (known === undefined) {
    all.push({ ...event, readBy: [reader] });
    return;
  }
  // The rules read something else in the same sentence.
  if (known.variant !== null && event.variant !== null && known.variant !== event.variant) return;
  all[at] = { ...known, readBy: [...new Set([...(known.readBy ?? (['rules'] as const)), reader])] };
}

/** Two statements of one matter: of one kind and, as far as both state them, one variant, party and day; or of one sentence. */
function isSameEvent(a: FiledEvent, b: FiledEvent): boolean {
  if (a.kind !== b.kind) return false;
  const quotes = new Set(a.evidence.map(({ quote }) => quote));
  if (b.evidence.some(({ quote }) => quote !== null && quotes.has(quote))) return true;
  const isOpenOrEqual = (x: string | null, y: string | null) => x === null || y === null || x === y;
  return (
    isOpenOrEqual(a.variant, b.variant) &&
    isOpenOrEqual(a.eventDate, b.eventDate) &&
    (a.subject === '' || b.subject === '' || isSameName(a.subject, b.subject))
  );
}
