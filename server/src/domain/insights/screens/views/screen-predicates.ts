import type { EventKind } from '../../../disclosures/events/model.ts';
import { redFlagPredicate } from '../../../disclosures/red-flags/views/red-flag-predicate.ts';
import type { ScreenPredicate } from '../../../kit/screens/screen-predicate.ts';
import { RECOMMENDATION_KEYS, type RecommendationKey } from '../../../markets/street/model.ts';
import { streetPredicate } from '../../../markets/street/views/street-predicate.ts';
import { holderPredicate } from '../../../ownership/holders/views/holder-predicate.ts';
import type { HolderQuestion } from '../../../ownership/holders/views/holder-rows.ts';
import { insiderPredicate } from '../../../ownership/insiders/views/insider-predicate.ts';
import { analystPredicate } from '../../briefs/views/analyst-predicate.ts';
import { kindPredicate } from '../../signals/views/kind-predicate.ts';
import { type PatternCriteria, patternPredicate } from '../../signals/views/patterns.ts';
import type { SingleMatch } from './screen-shapes.ts';

export const STANCES = [...RECOMMENDATION_KEYS, 'no_conviction'] as const;

/** The predicates of the combined screen by parameter. */
export interface ScreenPredicates {
  street: (keys: readonly RecommendationKey[]) => ScreenPredicate<SingleMatch>;
  insider: (direction: 'A' | 'D') => ScreenPredicate<SingleMatch>;
  pattern: (question: PatternCriteria) => ScreenPredicate<SingleMatch>;
  kind: (kinds: readonly EventKind[]) => ScreenPredicate<SingleMatch>;
  red_flag: (ruleId: string) => ScreenPredicate<SingleMatch>;
  holders: (question: HolderQuestion) => ScreenPredicate<SingleMatch>;
  analyst: (question: {
    stances: readonly (typeof STANCES)[number][];
    /** Undefined: the call's verdict, else the filing's. */
    source: 'call' | 'filing' | undefined;
  }) => ScreenPredicate<SingleMatch>;
}

/**
 * The supported predicates. A new screen adds its predicate here and its match to screen-shapes.ts. Requests for missing
 * predicates are rejected by name.
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
