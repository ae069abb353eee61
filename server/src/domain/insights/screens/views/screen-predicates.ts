import type { EventKind } from '../../../disclosures/events/model.ts';
import { redFlagPredicate } from '../../../disclosures/red-flags/views/red-flag-predicate.ts';
import type { ScreenPredicate } from '../../../kit/screen-predicate.ts';
import { RECOMMENDATION_KEYS, type RecommendationKey } from '../../../markets/street/model.ts';
import { streetPredicate } from '../../../markets/street/views/street-predicate.ts';
import { holderPredicate } from '../../../ownership/holders/views/holder-predicate.ts';
import type { HolderQuestion } from '../../../ownership/holders/views/holder-rows.ts';
import { insiderPredicate } from '../../../ownership/insiders/views/insider-predicate.ts';
import { analystPredicate } from '../../briefs/views/analyst-predicate.ts';
import { kindPredicate } from '../../signals/views/kind-predicate.ts';
import { type PatternQuestion, patternPredicate } from '../../signals/views/patterns.ts';
import type { SingleMatch } from './screen-shapes.ts';

export const STANCES = [...RECOMMENDATION_KEYS, 'no_conviction'] as const;

/** What the combined screen can be asked for, by the name of its parameter. */
export interface ScreenPredicates {
  street: (keys: readonly RecommendationKey[]) => ScreenPredicate<SingleMatch>;
  insider: (direction: 'A' | 'D') => ScreenPredicate<SingleMatch>;
  pattern: (question: PatternQuestion) => ScreenPredicate<SingleMatch>;
  kind: (kinds: readonly EventKind[]) => ScreenPredicate<SingleMatch>;
  red_flag: (ruleId: string) => ScreenPredicate<SingleMatch>;
  holders: (question: HolderQuestion) => ScreenPredicate<SingleMatch>;
  analyst: (question: {
    stances: readonly (typeof STANCES)[number][];
    /** Undefined: the call's, else the filing's. */
    source: 'call' | 'filing' | undefined;
  }) => ScreenPredicate<SingleMatch>;
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
