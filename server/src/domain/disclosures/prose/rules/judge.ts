import type { Judgement } from '../../red-flags/model.ts';
import type { StatementFeatures } from './read-features.ts';

export const STATEMENT_RULES_VERSION = '2';

/** Where a sentence stands, for what is looked for in it. */
export interface Standing {
  /** In the report, item or note that the matter belongs to. */
  isHome: boolean;
  /** Among risk factors, in a policy note, in the paragraph on an auditor's duties. */
  isCautionary: boolean;
}

/** What each feature weighs. An asserted fact is told as one even among risk factors; what goes on is not of a period. */
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

/** The features that counted, and what they make together. */
export interface Weighed {
  points: number;
  judgement: Judgement;
  counted: (keyof typeof POINTS)[];
}

/** Whether a sentence tells of an event or is what such filings say anyway, by the published points. */
export function judge(features: StatementFeatures, { isHome, isCautionary }: Standing): Weighed {
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
  const counted = (Object.keys(POINTS) as (keyof typeof POINTS)[]).filter(one => holds[one]);
  const points = counted.reduce((sum, one) => sum + POINTS[one], 0);
  const judgement = judgementOf(points);
  // A heading or a list names a matter without telling of one.
  return { points, judgement: judgement === 'event' && !features.isAsserted ? 'unclear' : judgement, counted };
}

function judgementOf(points: number): Judgement {
  if (points >= EVENT_FROM) return 'event';
  return points <= BOILERPLATE_UNTIL ? 'boilerplate' : 'unclear';
}
