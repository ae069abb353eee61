import { pack, unpack } from '../../../../kernel/packed-json.ts';
import type { Speaker, SpokenTurn } from './transcript.ts';

/** Who speaks in a call, and every turn. */
interface SpokenWords {
  speakers: Speaker[];
  turns: SpokenTurn[];
}

/** The words of a call as they are stored. */
export function packWords({ speakers, turns }: SpokenWords): Uint8Array {
  return pack({ speakers, turns });
}

/** What {@link packWords} packed. */
export function unpackWords(packed: Uint8Array): SpokenWords {
  return unpack(packed) as SpokenWords;
}
