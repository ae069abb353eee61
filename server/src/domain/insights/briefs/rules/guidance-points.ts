import type { Guidance } from '../../../figures/earnings/model/earnings-release.ts';
import { NO_VERDICT_EVIDENCE, type VerdictComponent, type VerdictEvidence } from '../model.ts';

const POINTS: Record<Guidance['direction'], number> = {
  raised: 1,
  initiated: 0,
  reaffirmed: 0,
  lowered: -1,
  withdrawn: -1,
};
const MAX_EVIDENCE = 3;

/**
 * Scores changes of guidance: maximum points if all changes are raises, minimum points if all are cuts or withdrawals. The points
 * are null if no guidance is stated.
 */
export function guidancePoints<Stated extends Guidance>(
  stated: readonly Stated[],
  maxPoints: number,
  place: (evidence: VerdictEvidence, of: Stated) => VerdictEvidence,
): VerdictComponent {
  if (stated.length === 0) {
    return { component: 'guidance', scorePoints: null, maxPoints, reason: 'No guidance is stated.', evidence: [] };
  }
  const changed = stated.filter(candidate => POINTS[candidate.direction] !== 0);
  const balance = changed.reduce((sum, candidate) => sum + POINTS[candidate.direction], 0);
  const scorePoints = changed.length === 0 ? 0 : Math.round((maxPoints * balance) / changed.length);
  const raised = changed.filter(candidate => candidate.direction === 'raised').length;
  const reason = `Of ${stated.length} figures of guidance ${raised} were raised and ${changed.length - raised} lowered or withdrawn.`;
  const shown = changed.length > 0 ? changed : stated;
  return {
    ...{ component: 'guidance', scorePoints: scorePoints === 0 ? 0 : scorePoints, maxPoints, reason },
    evidence: shown.slice(0, MAX_EVIDENCE).map(candidate => {
      const { quote, charStart, charEnd } = candidate;
      return place({ ...NO_VERDICT_EVIDENCE, quote, charStart, charEnd }, candidate);
    }),
  };
}
