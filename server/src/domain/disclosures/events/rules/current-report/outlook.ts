import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { readGuidance } from '../../../../figures/guidance/rules/read-guidance.ts';
import type { EventFieldsByFamily } from '../../model.ts';
import type { FoundEvent } from '../event-kinds.ts';
import { readSentenceGuidance, readTableGuidance, type StatedOutlook } from '../guidance/read-stated-guidance.ts';

type Outlook = EventFieldsByFamily['guidance'];
type Direction = Outlook['direction'];

const DIRECTIONS: readonly [Direction, RegExp][] = [
  ['withdrawn', /\b(?:withdr(?:aws?|ew|awn|awing)|suspend(?:s|ed|ing)?)\b[^.]{0,60}\b(?:guidance|outlook|forecast)/i],
  [
    'raised',
    /\b(?:rais(?:es|ed|ing)|increas(?:es|ed|ing)|lift(?:s|ed|ing))\b[^.]{0,80}\b(?:guidance|outlook|forecasts?|targets?|expectations|estimates|range)\b/i,
  ],
  [
    'lowered',
    /\b(?:lower(?:s|ed|ing)|reduc(?:es|ed|ing)|cut(?:s|ting)?|revis(?:es|ed|ing) down\w*)\b[^.]{0,80}\b(?:guidance|outlook|forecasts?|targets?|expectations|estimates|range)\b/i,
  ],
  [
    'reaffirmed',
    /\b(?:reaffirm(?:s|ed|ing)?|reiterat(?:es|ed|ing)|maintain(?:s|ed|ing)?|confirm(?:s|ed|ing)?)\b[^.]{0,80}\b(?:guidance|outlook|forecasts?|targets?|expectations|range)\b/i,
  ],
];
const OWN_SUBJECT = /\b(?:we|our|the company|it|its|management)\b/i;
const NO_OUTLOOK =
  /\b(?:forward-looking|analysts?|consensus|conference call|tax rate|dividend|capital expenditures?|share repurchase|could|may differ)\b/i;
const MAX_EVENTS = 60;

/**
 * Reads guidance: one event per measure and period, if one sentence states the measure, the period, the amount and the
 * expectation. A change of guidance without figures yields one event without figures. `text` is the whole release, if any; its
 * offsets belong to no section.
 */
export function readOutlook(sentences: readonly Sentence[], sectionKey: string | null, text = ''): FoundEvent[] {
  const strict = readGuidance(text).map(({ quote, charStart, charEnd, ...fields }) => ({
    fields,
    sentence: { quote, start: charStart, end: charEnd },
  }));
  const direction = (words: string) => DIRECTIONS.find(([, change]) => change.test(words))?.[0] ?? 'initiated';
  const stated: StatedOutlook[] = [
    ...strict,
    ...readSentenceGuidance(sentences, direction),
    ...readTableGuidance(text, direction),
  ];
  const figures = distinct(stated);
  const bare = figures.length > 0 ? [] : sentences.flatMap(readBare).slice(0, 1);
  return [...figures, ...bare].slice(0, MAX_EVENTS).map(outlook => toFound(outlook, sectionKey));
}

/** Reads a change without figures: `We are raising our annual targets`. */
function readBare(sentence: Sentence): StatedOutlook[] {
  const { text } = sentence;
  if (!OWN_SUBJECT.test(text) || NO_OUTLOOK.test(text) || /\b(?:if|previously|had)\b/i.test(text)) return [];
  const direction = DIRECTIONS.find(([, words]) => words.test(text))?.[0];
  return direction === undefined ? [] : [{ fields: { direction }, sentence }];
}

function distinct(outlooks: readonly StatedOutlook[]): StatedOutlook[] {
  const kept = new Map<string, StatedOutlook>();
  for (const outlook of outlooks) {
    const { metric, fiscalYear, fiscalPeriod, newLow, newHigh } = outlook.fields;
    const key = `${metric} ${fiscalYear} ${fiscalPeriod} ${newLow} ${newHigh}`;
    if (!kept.has(key)) kept.set(key, outlook);
  }
  return [...kept.values()];
}

function toFound({ fields, sentence }: StatedOutlook, sectionKey: string | null): FoundEvent {
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Outlook>;
  const { metric, fiscalYear, fiscalPeriod } = fields;
  const period = fiscalYear == null ? [] : [`${(fiscalPeriod ?? 'fy').toUpperCase()} ${fiscalYear}`];
  return {
    kind: 'guidance_revision',
    variant: fields.direction,
    subject: [...(metric === undefined ? [] : [metric.replaceAll('_', ' ')]), ...period].join(', '),
    fields: stated,
    evidence: [
      sectionKey === null
        ? { sectionKey, quote: sentence.quote, charStart: null, charEnd: null }
        : { sectionKey, quote: sentence.quote, charStart: sentence.start, charEnd: sentence.end },
    ],
  };
}
