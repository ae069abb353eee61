import type { EventKind } from '../model/event.ts';
import { RECOMMENDATION_KEYS, type RecommendationKey } from '../model/street-snapshot.ts';
import { analystPredicate } from './analyst/analyst-predicate.ts';
import { insiderPredicate } from './insiders/insider-predicate.ts';
import { holderPredicate } from './people/holder-predicate.ts';
import type { HolderQuestion } from './people/holder-rows.ts';
import { redFlagPredicate } from './red-flags/red-flag-predicate.ts';
import type { ScreenPredicate } from './screen-predicate.ts';
import { kindPredicate } from './signals/kind-predicate.ts';
import { type PatternQuestion, patternPredicate } from './signals/pattern-predicate.ts';
import { streetPredicate } from './street/street-predicate.ts';

export const STANCES = [...RECOMMENDATION_KEYS, 'no_conviction'] as const;

/** What the combined screen can be asked for, by the name of its parameter. */
export interface ScreenPredicates {
  street: (keys: readonly RecommendationKey[]) => ScreenPredicate;
  insider: (direction: 'A' | 'D') => ScreenPredicate;
  pattern: (question: PatternQuestion) => ScreenPredicate;
  kind: (kinds: readonly EventKind[]) => ScreenPredicate;
  red_flag: (ruleId: string) => ScreenPredicate;
  holders: (question: HolderQuestion) => ScreenPredicate;
  analyst: (question: {
    stances: readonly (typeof STANCES)[number][];
    /** Undefined: the call's, else the filing's. */
    source: 'call' | 'filing' | undefined;
  }) => ScreenPredicate;
}

/**
 * Those that are built. A screen that comes gives its predicate here, one line, and its match to screen-shapes.ts; what is
 * missing here is refused by name.
 */
export const SCREEN_PREDICATES: Partial<ScreenPredicates> = {
  street: streetPredicate,
  insider: insiderPredicate,
  pattern: patternPredicate,
  kind: kindPredicate,
  red_flag: ruleId => redFlagPredicate({ ruleId }),
  holders: holderPredicate,
  analyst: analystPredicate,
};
