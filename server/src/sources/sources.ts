import type { Source } from './kit/source.ts';
import { loadSource, REGISTRIES } from './load-source.ts';

/** Every connector there is, for what looks at all of them; what works for one loads that one. */
export const SOURCES: readonly Source[] = await Promise.all(REGISTRIES.map(loadSource));
