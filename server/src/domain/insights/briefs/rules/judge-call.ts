import type { CallGuidance } from '../../../disclosures/transcripts/model.ts';
import { NO_VERDICT_EVIDENCE, type Verdict, type VerdictComponent } from '../model.ts';
import { guidancePoints } from './guidance-points.ts';
import type { CallMeasures } from './measure-call.ts';
import { toVerdict } from './stance.ts';

/** The inputs of a verdict on a call. */
export interface CallJudged {
  fiscalYear: Verdict['fiscalYear'];
  fiscalPeriod: Verdict['fiscalPeriod'];
  guidance: readonly CallGuidance[];
  /** Null if the call is too short or not in English. */
  measures: CallMeasures | null;
  /** Measures of the company's earlier calls, latest first; the first four count. */
  earlier: readonly CallMeasures[];
  /** Guidance of earlier calls for the period, with the actual values. */
  results: readonly { metric: string; low: number; high: number; actual: number }[];
}

const MAX_EARLIER_CALLS = 4;
const MIN_EARLIER_CALLS = 2;
/** Changes of tone that score one and two points. */
const TONE_STEPS = [0.05, 0.15] as const;
/** Ratios to the usual number of hedges. */
const MORE_HEDGES = 1.2;
const FEWER_HEDGES = 0.8;
const MANY_DODGED = 0.7;
const FEW_DODGED = 0.4;
const MIN_ANSWERS = 3;
const WEAK_SCORE = 3;

/** Returns the verdict on a call; null if no input is known. */
export function judgeCall(judged: CallJudged): Verdict | null {
  const { fiscalYear, fiscalPeriod, guidance, measures, results } = judged;
  const earlier = judged.earlier.slice(0, MAX_EARLIER_CALLS);
  const components = [
    guidancePoints(guidance, 4, (evidence, of) => ({ ...evidence, sectionKey: `turn_${of.turn}` })),
    tone(measures, earlier),
    hedging(measures, earlier),
    dodging(measures),
    delivered(results),
  ];
  const score = components.reduce((sum, component) => sum + (component.scorePoints ?? 0), 0);
  const isAlone = earlier.length < MIN_EARLIER_CALLS;
  return toVerdict({
    analystSource: 'call',
    fiscalYear,
    fiscalPeriod,
    components,
    isCapped: false,
    doubt: isAlone && Math.abs(score) < WEAK_SCORE ? 'there are fewer than two earlier calls to compare it with' : null,
  });
}

function unknown(component: string, maxPoints: number, reason: string): VerdictComponent {
  return { component, scorePoints: null, maxPoints, reason, evidence: [] };
}

function tone(measures: CallMeasures | null, earlier: readonly CallMeasures[]): VerdictComponent {
  const usual = mean(earlier.map(callMeasures => callMeasures.tone));
  if (measures?.tone == null || usual === null)
    return unknown('tone', 2, 'There is no tone of earlier calls to compare with.');
  const change = measures.tone - usual;
  const size = Math.abs(change) >= TONE_STEPS[1] ? 2 : Math.abs(change) >= TONE_STEPS[0] ? 1 : 0;
  const evidence = [{ ...NO_VERDICT_EVIDENCE, value: Number(measures.tone.toFixed(4)) }];
  const reason = `Positive against negative words: ${measures.tone.toFixed(2)}, in earlier calls ${usual.toFixed(2)}.`;
  return { component: 'tone', scorePoints: size === 0 ? 0 : Math.sign(change) * size, maxPoints: 2, reason, evidence };
}

function hedging(measures: CallMeasures | null, earlier: readonly CallMeasures[]): VerdictComponent {
  const usual = mean(earlier.map(callMeasures => callMeasures.hedges));
  if (measures?.hedges == null || usual === null || usual === 0) {
    return unknown('hedging', 1, 'There are no hedges of earlier calls to compare with.');
  }
  const share = measures.hedges / usual;
  const evidence = [{ ...NO_VERDICT_EVIDENCE, value: Number(measures.hedges.toFixed(2)) }];
  const reason = `Hedges per 1,000 words: ${measures.hedges.toFixed(1)}, in earlier calls ${usual.toFixed(1)}.`;
  const scorePoints = share >= MORE_HEDGES ? -1 : share <= FEWER_HEDGES ? 1 : 0;
  return { component: 'hedging', scorePoints, maxPoints: 1, reason, evidence };
}

function dodging(measures: CallMeasures | null): VerdictComponent {
  if (measures?.dodged == null || measures.answers < MIN_ANSWERS) {
    return unknown('answers', 1, 'There are fewer than three answers.');
  }
  const { dodged, answers: responses, refusals } = measures;
  const scorePoints = dodged > MANY_DODGED ? -1 : dodged < FEW_DODGED ? 1 : 0;
  const reason = `${Math.round(100 * dodged)} % of ${responses} answers have no number or refuse one.`;
  return { component: 'answers', scorePoints, maxPoints: 1, reason, evidence: refusals };
}

function delivered(results: CallJudged['results']): VerdictComponent {
  if (results.length === 0) return unknown('results', 2, 'No earlier guidance of the period is known.');
  const balance = results.reduce((sum, { low, high, actual }) => sum + (actual > high ? 1 : actual < low ? -1 : 0), 0);
  const scorePoints = Math.round((2 * balance) / results.length);
  const reason = `Against earlier guidance: ${results.map(result => result.metric).join(', ')}.`;
  const evidence = results.map(result => ({ ...NO_VERDICT_EVIDENCE, value: result.actual }));
  return { component: 'results', scorePoints: scorePoints === 0 ? 0 : scorePoints, maxPoints: 2, reason, evidence };
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null);
  return known.length < MIN_EARLIER_CALLS ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
