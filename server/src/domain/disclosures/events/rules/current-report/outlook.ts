import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import type { IsoDate } from '../../../../../kernel/dates.ts';
import type { Guidance } from '../../../../figures/earnings/model/earnings-release.ts';
import { readDirection } from '../../../../figures/guidance/rules/directions.ts';
import { readGuidance } from '../../../../figures/guidance/rules/read-guidance.ts';
import type { EventFieldsByFamily } from '../../model.ts';
import type { FoundEvent } from '../event-kinds.ts';

type Outlook = EventFieldsByFamily['guidance'];

const OWN_SUBJECT = /\b(?:we|our|the company|it|its|management)\b/i;
const NO_OUTLOOK =
  /\b(?:forward-looking|analysts?|consensus|conference call|tax rate|dividend|capital expenditures?|share repurchase|could|may differ)\b/i;
const MAX_EVENTS = 60;

/** The text that guidance is read from. */
export interface OutlookText {
  text: string;
  /** Null for a text that is no section, such as an exhibit: its offsets are left out. */
  sectionKey: string | null;
  sentences: readonly Sentence[];
  filed: IsoDate | null;
}

/**
 * Reads guidance: one event per measure and period. A change of guidance without figures yields one event without figures.
 */
export function readOutlook({ text, sectionKey, sentences, filed }: OutlookText): FoundEvent[] {
  const stated = readGuidance(text, { filed, sentences });
  const found = stated
    .filter(({ metric }) => !CHARGE.test(metric))
    .slice(0, MAX_EVENTS)
    .map(guidance => toFound(guidance, sectionKey));
  const bare = sentences.flatMap(sentence => readBare(sentence, sectionKey));
  if (found.length === 0) return bare.slice(0, 1);
  // A withdrawal has no figures, whatever else of the text has.
  return [...found, ...bare.filter(({ variant }) => variant === 'withdrawn').slice(0, 1)];
}

/** A charge belongs to the matter that causes it: a restructuring, an impairment, changed awards. */
const CHARGE = /(?:^|_)charges?$/;

/** Reads a change without figures: `We are raising our annual targets`. */
function readBare({ text, quote, start, end }: Sentence, sectionKey: string | null): FoundEvent[] {
  if (!OWN_SUBJECT.test(text) || NO_OUTLOOK.test(text) || /\b(?:if|previously|had)\b/i.test(text)) return [];
  const direction = readDirection(text);
  if (direction === null) return [];
  const evidence = [evidenceOf({ quote, charStart: start, charEnd: end }, sectionKey)];
  return [{ kind: 'guidance_revision', variant: direction, subject: '', fields: { direction }, evidence }];
}

function toFound({ quote, charStart, charEnd, ...fields }: Guidance, sectionKey: string | null): FoundEvent {
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Outlook>;
  const { metric, fiscalYear, fiscalPeriod } = fields;
  const period = fiscalYear === null ? [] : [`${(fiscalPeriod ?? 'fy').toUpperCase()} ${fiscalYear}`];
  return {
    kind: 'guidance_revision',
    variant: fields.direction,
    subject: [metric.replaceAll('_', ' '), ...period].join(', '),
    fields: stated,
    evidence: [evidenceOf({ quote, charStart, charEnd }, sectionKey)],
  };
}

function evidenceOf(
  { quote, charStart, charEnd }: Pick<Guidance, 'quote' | 'charStart' | 'charEnd'>,
  sectionKey: string | null,
) {
  return sectionKey === null
    ? { sectionKey, quote, charStart: null, charEnd: null }
    : { sectionKey, quote, charStart, charEnd };
}
