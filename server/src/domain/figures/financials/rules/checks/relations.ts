import { codeNumber } from './chart.ts';
import { IDENTITIES, type Identity } from './identity-table.ts';

interface Term {
  readonly code: number;
  readonly name: string;
  readonly weight: 1 | -1;
  readonly isOptional: boolean;
}

/** An identity as a weighted sum that is zero: the left side first, the terms of the right side with opposite weights. */
export interface Relation {
  readonly identity: Identity;
  readonly terms: readonly Term[];
}

/** All identities, with codes as numbers. */
export const RELATIONS: readonly Relation[] = IDENTITIES.map(identity => ({
  identity,
  terms: [
    { code: codeNumber(identity.left), name: identity.left, weight: 1, isOptional: false },
    ...identity.right.map(([weight, word]): Term => {
      const name = word.replace('?', '');
      return { code: codeNumber(name), name, weight: weight === 1 ? -1 : 1, isOptional: word.startsWith('?') };
    }),
  ],
}));
