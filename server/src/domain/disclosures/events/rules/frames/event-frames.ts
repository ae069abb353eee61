import { readFileSync } from 'node:fs';
import { FrameTable } from '../../../../../formats/prose/frames/frame-table.ts';
import type { Assertion, Frame } from '../../../../../formats/prose/frames.ts';
import { readLexicon } from '../../../../../formats/prose/lexicon.ts';
import type { EventKind } from '../../model.ts';
import { readKind, readTable, readVariant } from '../event-kinds.ts';

/** A kind and its variant, joined by a space. */
type Family = `${EventKind} ${string}`;

/** A row of frames.tsv. */
export interface EventFrame extends Frame<Family> {
  /** Roles that name the other party; the first that names one counts. */
  party: readonly string[];
  /** What the sentence must state besides: names of the tests in plain-events.ts. */
  needs: ReadonlySet<string>;
}

export type EventAssertion = Assertion<Family, EventFrame>;

const pathOf = (file: string) => new URL(file, import.meta.url).pathname;

/** The frames of frames.tsv: words and roles by kind and variant. */
export const EVENT_FRAMES = new FrameTable<Family, EventFrame>(
  readTable(readFileSync(pathOf('./frames.tsv'), 'utf8')).map(toFrame),
  readLexicon(pathOf('./lexicon.tsv')),
);

function toFrame([
  kind = '',
  variant = '',
  verbs,
  nouns,
  adjectives,
  roles = '',
  of,
  party,
  needs,
]: string[]): EventFrame {
  const needed = new Set((needs ?? '').split(' ').filter(word => word !== ''));
  return {
    family: `${readKind(kind)} ${readVariant(kind, variant) ?? ''}`,
    ...(verbs ? { verbs } : {}),
    ...(nouns ? { nouns } : {}),
    ...(adjectives ? { adjectives } : {}),
    ...(needed.delete('negative') ? { polarity: 'negative' as const } : {}),
    roles: Object.fromEntries(roles.split('; ').map(role => role.split('=')) as [string, string][]),
    ...(of ? { of } : {}),
    party: (party ?? '').split('|').filter(role => role !== ''),
    needs: needed,
  };
}

/** The kind and the variant of an assertion. */
export function kindOf({ family }: EventAssertion): { kind: EventKind; variant: string } {
  const [kind = '', variant = ''] = family.split(' ');
  return { kind: readKind(kind), variant };
}
