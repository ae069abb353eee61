import type { Judgement } from '../../red-flags/model.ts';
import type { AssertionFeatures } from './read-features.ts';

/** Where a sentence occurs, relative to the matter that a rule searches for. */
export interface SentenceContext {
  /** In the report, item or note where the matter is disclosed. */
  isHome: boolean;
  /** Among risk factors, in a policy note or in the paragraph on an auditor's duties. */
  isCautionary: boolean;
}

/** Points of each feature. Risk factors do not weaken an asserted fact, and a continuing matter belongs to no prior period. */
export const POINTS = {
  asserted: 2,
  anchored: 2,
  home: 2,
  modal: -3,
  denied: -4,
  thirdParty: -2,
  cautionary: -2,
  priorPeriod: -2,
} as const;

const EVENT_FROM = 3;
const BOILERPLATE_UNTIL = 0;

/** The judgement of a sentence, with its points and the features that counted. */
export interface WeighedSentence {
  points: number;
  judgement: Judgement;
  counted: (keyof typeof POINTS)[];
}

/** Decides by points whether a sentence reports an event or is boilerplate. */
export function judge(features: AssertionFeatures, { isHome, isCautionary }: SentenceContext): WeighedSentence {
  const isAnchored =
    features.hasCurrentDate || features.hasAmount || features.hasRuleNumber || features.authorities.length > 0;
  const holds: Record<keyof typeof POINTS, boolean> = {
    asserted: features.isAsserted,
    anchored: isAnchored,
    home: isHome && !isCautionary,
    modal: features.isModal,
    denied: features.isNegated || features.isPolicy,
    thirdParty: features.isThirdParty,
    cautionary: (isCautionary || features.isForwardLooking) && !features.isAsserted,
    priorPeriod: features.isPriorPeriod && !features.isContinuing,
  };
  const counted = (Object.keys(POINTS) as (keyof typeof POINTS)[]).filter(feature => holds[feature]);
  const points = counted.reduce((sum, feature) => sum + POINTS[feature], 0);
  const judgement = judgementOf(points);
  // A heading or a list names a matter but asserts nothing.
  return { points, judgement: judgement === 'event' && !features.isAsserted ? 'unclear' : judgement, counted };
}

function judgementOf(points: number): Judgement {
  if (points >= EVENT_FROM) return 'event';
  return points <= BOILERPLATE_UNTIL ? 'boilerplate' : 'unclear';
}
