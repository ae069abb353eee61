import type { Guidance } from '../../earnings/model/earnings-release.ts';

type Direction = Guidance['direction'];

const OUTLOOK = `(?:guidance|outlook|forecasts?|targets?|expectations|estimates|projections?|(?:guidance|outlook|its|our) range)`;
const change = (verbs: string) =>
  new RegExp(
    String.raw`\b(?:${verbs})\b[^.;]{0,110}\b${OUTLOOK}\b|\b${OUTLOOK}\b[^.;]{0,40}\b(?:is|are|was|were|has been|have been) (?:being )?(?:${verbs})\b`,
    'gi',
  );

const DIRECTIONS: readonly [Direction, RegExp][] = [
  ['withdrawn', change('withdr(?:aws?|ew|awn|awing)|suspend(?:s|ed|ing)?|rescind(?:s|ed|ing)?')],
  [
    'reaffirmed',
    change(
      're-?affirm(?:s|ed|ing)?|reiterat(?:es?|ed|ing)|maintain(?:s|ed|ing)?|confirm(?:s|ed|ing)?|affirm(?:s|ed|ing)?',
    ),
  ],
  [
    'reaffirmed',
    /\b(?:continu(?:es?|ing) to|still) (?:expect|anticipat|forecast|project|estimat|target)\w*|[—–-] ?no (?:change|update)\b|\b(?:guidance|outlook|forecast)s? (?:is|are|remains?) unchanged\b/gi,
  ],
  [
    'raised',
    change(
      'rais(?:es?|ed|ing)|(?<!\\bto )increas(?:es?|ed|ing)|lift(?:s|ed|ing)?|boost(?:s|ed|ing)?|hik(?:es?|ed|ing)',
    ),
  ],
  [
    'lowered',
    change(
      'lower(?:s|ed|ing)|(?<!\\bto )(?:lower(?! (?:end|half|part)\\b)|reduc(?:es?|ed|ing))|cut(?:s|ting)?|trim(?:s|med|ming)?|revis(?:es?|ed|ing) (?:down\\w*|lower)',
    ),
  ],
  [
    'initiated',
    change('initiat(?:es?|ed|ing)|introduc(?:es?|ed|ing)|issu(?:es?|ed|ing) initial|provid(?:es?|ed|ing) initial'),
  ],
];

/** What a text says that it does with an outlook; null if it says nothing of it. */
export function readDirection(text: string): Direction | null {
  return DIRECTIONS.find(([, words]) => text.search(words) >= 0)?.[0] ?? null;
}

/** The direction that is said last before an offset, else anywhere: `maintains its revenue outlook and raises its outlook for EPS`. */
export function readDirectionAt(text: string, offset: number): Direction | null {
  const before = text.slice(0, offset);
  let last = { direction: readDirection(text), at: -1 };
  for (const [direction, words] of DIRECTIONS) {
    const at = [...before.matchAll(words)].at(-1)?.index ?? -1;
    if (at > last.at) last = { direction, at };
  }
  return last.direction;
}

interface Range {
  low: number | null;
  high: number | null;
}

const SAME = 1e-9;

/** The direction from a previous figure to a new one; null if either end is open. */
export function directionBetween(old: Range, now: Range): Direction | null {
  if (old.low === null || old.high === null || now.low === null || now.high === null) return null;
  const difference = now.low + now.high - old.low - old.high;
  // A narrower range around the same middle confirms it.
  if (Math.abs(difference) <= Math.abs(now.high) * SAME) return 'reaffirmed';
  return difference > 0 ? 'raised' : 'lowered';
}

/** The words before a figure that say it is the previous one: `from prior guidance of`. */
const IS_PREVIOUS =
  /\b(?:from|compared (?:to|with)|versus|vs\.?|than|previously|replac(?:es|ing)|supersed(?:es|ing))\b[^.;$€£¥%]{0,20}\b(?:previous(?:ly)?|prior|earlier|initial|original|old|former|last|existing)\b[^.;$€£¥%\d]{0,80}(?:\b20\d\d\b[^.;$€£¥%\d]{0,30})?$|\b(?:previously|formerly|originally)\s?(?:announced |issued |provided |stated )?(?:guidance |outlook |range |expectations? )?(?:of |at |was )?(?:approximately |about |between )?$|\b(?:previous|prior|earlier|original|initial)(?: \p{L}+){0,3} (?:guidance|outlook|range|forecast|expectations?|estimates?|targets?)(?: range)?(?: (?:of|was|is|at|for))?(?: (?:a range of|approximately|about|around|between|at least|at most|up to))?\s?$/iu;
const FROM = /\bfrom\s+(?:a range of |the range of |between |approximately |about )?$/i;

/** True if a figure at an offset is the previous guidance. */
export function isPrevious(text: string, start: number, isChange: boolean): boolean {
  const before = text.slice(Math.max(0, start - 160), start);
  return IS_PREVIOUS.test(before) || (isChange && FROM.test(before) && !/\brang\w*\s+from\s+$/i.test(before));
}
