import { readFileSync } from 'node:fs';
import { type Assertion, type Frame, FrameTable } from '../../../../../formats/prose/frames.ts';
import { readLexicon } from '../../../../../formats/prose/lexicon.ts';
import type { EventKind } from '../../model.ts';
import { readKind, readTable, readVariant } from '../event-kinds.ts';

/** A kind and its variant, joined by a space. */
type Family = `${EventKind} ${string}`;
export type EventAssertion = Assertion<Family>;

const pathOf = (file: string) => new URL(file, import.meta.url).pathname;

/** The frames of frames.tsv: words and roles by kind and variant. */
export const EVENT_FRAMES = new FrameTable<Family>(
  readTable(readFileSync(pathOf('./frames.tsv'), 'utf8')).map(toFrame),
  readLexicon(pathOf('./lexicon.tsv')),
);

function toFrame([kind = '', variant = '', verbs, nouns, adjectives, roles = '', of]: string[]): Frame<Family> {
  return {
    family: `${readKind(kind)} ${readVariant(kind, variant) ?? ''}`,
    ...(verbs ? { verbs } : {}),
    ...(nouns ? { nouns } : {}),
    ...(adjectives ? { adjectives } : {}),
    roles: Object.fromEntries(roles.split('; ').map(role => role.split('=')) as [string, string][]),
    ...(of ? { of } : {}),
  };
}

/** The kind and the variant of an assertion. */
export function kindOf({ family }: EventAssertion): { kind: EventKind; variant: string } {
  const [kind = '', variant = ''] = family.split(' ');
  return { kind: readKind(kind), variant };
}
