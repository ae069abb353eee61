import type { AnalystSource, Stance, Verdict, VerdictComponent } from '../model.ts';

export const VERDICT_RULES_VERSION = '1';

/** Minimum score of each stance, highest first; lower scores are strong_sell. */
const STANCE_FROM: readonly (readonly [number, Stance])[] = [
  [6, 'strong_buy'],
  [3, 'buy'],
  [-2, 'hold'],
  [-5, 'sell'],
];
/** Minimum fraction of components that must be known. */
const MIN_KNOWN_FRACTION = 0.6;
/** Points for and against that cancel out if both reach this number. */
const CANCELS_FROM = 5;

const COMMON_CAVEATS = [
  'Made by published rules from words and accounts only: no price and no valuation is looked at.',
  'Not validated: no record of returns after such verdicts is published yet.',
];
const CAVEATS: Record<AnalystSource, readonly string[]> = {
  filing: COMMON_CAVEATS,
  call: [...COMMON_CAVEATS, 'Sarcasm, errors of transcripts and calls that are not in English mislead the word lists.'],
};

export interface Scored {
  analystSource: AnalystSource;
  fiscalYear: Verdict['fiscalYear'];
  fiscalPeriod: Verdict['fiscalPeriod'];
  components: VerdictComponent[];
  /** True if a critical event limits the stance. */
  isCapped: boolean;
  /** Why the known components do not support a stance; null if they do. */
  doubt: string | null;
}

/** Returns the verdict of scored components; null if none is known. */
export function toVerdict({ components, isCapped, doubt, ...of }: Scored): Verdict | null {
  const known = components.filter(component => component.scorePoints !== null);
  if (known.length === 0) return null;
  const points = known.map(component => component.scorePoints ?? 0);
  const stanceScore = points.reduce((sum, point) => sum + point, 0);
  const why = whyNoConviction(components, doubt);
  const scored = stanceOf(stanceScore);
  const stance = why !== null ? 'no_conviction' : isCapped ? lower(scored) : scored;
  return {
    ...of,
    stance,
    stanceScore,
    summary: summaryOf(stanceScore, components, why, isCapped && stance !== scored),
    components,
    caveats: [...CAVEATS[of.analystSource]],
  };
}

function stanceOf(score: number): Stance {
  return STANCE_FROM.find(([from]) => score >= from)?.[1] ?? 'strong_sell';
}

/** A critical event limits the stance to sell. */
function lower(stance: Stance): Stance {
  return stance === 'strong_sell' ? stance : 'sell';
}

function whyNoConviction(components: readonly VerdictComponent[], doubt: string | null): string | null {
  const known = components.filter(component => component.scorePoints !== null);
  if (known.length < MIN_KNOWN_FRACTION * components.length)
    return `only ${known.length} of ${components.length} parts are known`;
  const up = known.reduce((sum, component) => sum + Math.max(0, component.scorePoints ?? 0), 0);
  const down = known.reduce((sum, component) => sum + Math.max(0, -(component.scorePoints ?? 0)), 0);
  if (up >= CANCELS_FROM && down >= CANCELS_FROM) return `${up} points speak for and ${down} against`;
  return doubt;
}

function summaryOf(
  score: number,
  components: readonly VerdictComponent[],
  why: string | null,
  wasCapped: boolean,
): string {
  const parts = components
    .filter(component => component.scorePoints !== null && component.scorePoints !== 0)
    .map(component => `${component.component} ${signed(component.scorePoints ?? 0)}`);
  const of = parts.length === 0 ? 'no part gives or takes points' : parts.join(', ');
  const cap = wasCapped ? ' A critical event allows no more than sell.' : '';
  return why === null
    ? `Score ${signed(score)}: ${of}.${cap}`
    : `No conviction: ${why}. Score ${signed(score)}: ${of}.`;
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0';
}
